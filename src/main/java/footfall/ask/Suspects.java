package footfall.ask;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Instances that failed to answer within the last seconds, so that not every question waits for them. Thread-safe. */
final class Suspects {
    private static final long SUSPECT_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Map<String, Long> failed = new ConcurrentHashMap<>();
    private final LongSupplier nanos;

    /** {@code nanos}: a monotonic clock. */
    Suspects(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void failed(String instance) {
        failed.put(instance, nanos.getAsLong());
    }

    void answered(String instance) {
        failed.remove(instance);
    }

    boolean has(String instance) {
        var at = failed.get(instance);
        return at != null && nanos.getAsLong() - at < SUSPECT_NANOS;
    }
}
