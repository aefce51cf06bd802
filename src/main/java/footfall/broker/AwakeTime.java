package footfall.broker;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.common.utils.Time;

/**
 * A timeout that counts only while the machine is awake. Poll it several times a second: the time between two
 * polls counts as one second at most, so that a suspended machine is not mistaken for a slow answer.
 */
final class AwakeTime {
    private static final long STEP_NANOS_MAX = Duration.ofSeconds(1).toNanos();

    private static final long SLICE_MS = 100;

    private final LongSupplier nanos;
    private long left;
    private long askedAt;

    AwakeTime(Duration max, LongSupplier nanos) {
        this.nanos = nanos;
        this.left = max.toNanos();
        this.askedAt = nanos.getAsLong();
    }

    static AwakeTime of(Duration max) {
        return new AwakeTime(max, Time.SYSTEM::nanoseconds);
    }

    /** @throws TimeoutException when the time is over before the answer is there */
    <T> T await(Future<T> answer) throws ExecutionException, InterruptedException, TimeoutException {
        while (true) {
            try {
                return answer.get(SLICE_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                if (isOver()) {
                    throw notYet;
                }
            }
        }
    }

    boolean isOver() {
        long now = nanos.getAsLong();
        left -= Math.min(STEP_NANOS_MAX, now - askedAt);
        askedAt = now;
        return left <= 0;
    }
}
