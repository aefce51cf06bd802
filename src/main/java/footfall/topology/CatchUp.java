package footfall.topology;

import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.LagInfo;

/**
 * Whether the stores of an instance, standbys included, have caught up since its start: until then, another instance
 * may have the only full copy. What is assigned later does not count, because nobody waits for it with an update of
 * the instances. Asks the cluster once a second, on its own thread, until the stores have caught up.
 */
final class CatchUp implements AutoCloseable {
    /** A standby follows the last commits of another instance, so while lines flow it never has all. */
    private static final long LEFT_MAX = 1_000;

    private static final long PAUSE_MS = 1_000;

    private final Supplier<OptionalLong> lag;
    private final LongConsumer sleep;
    private final Thread thread = new Thread(this::run, "footfall-catch-up");
    private volatile OptionalLong left = OptionalLong.of(UNKNOWN);
    private volatile boolean isClosed;

    /** No store is assigned, or the cluster has not answered. */
    static final long UNKNOWN = -1;

    /** {@code lag}: the records that the stores lack; empty without stores, or while they are assigned. */
    CatchUp(Supplier<OptionalLong> lag, LongConsumer sleep) {
        this.lag = lag;
        this.sleep = sleep;
        thread.setDaemon(true);
    }

    static CatchUp of(KafkaStreams streams) {
        return new CatchUp(() -> lag(streams), Time.SYSTEM::sleep);
    }

    private static OptionalLong lag(KafkaStreams streams) {
        if (streams.state() != KafkaStreams.State.RUNNING) {
            return OptionalLong.empty();
        }
        var lags = streams.allLocalStorePartitionLags().values().stream()
                .flatMap(store -> store.values().stream())
                .mapToLong(LagInfo::offsetLag)
                .toArray();
        return lags.length == 0
                ? OptionalLong.empty()
                : OptionalLong.of(LongStream.of(lags).sum());
    }

    void start() {
        thread.start();
    }

    /** The records that are left, or {@code UNKNOWN}; empty once the stores have caught up. */
    OptionalLong left() {
        return left;
    }

    void run() {
        while (!isClosed && left.isPresent()) {
            left = now();
            if (left.isPresent()) {
                sleep.accept(PAUSE_MS);
            }
        }
    }

    private OptionalLong now() {
        try {
            var records = lag.get();
            return records.isPresent() && records.getAsLong() <= LEFT_MAX
                    ? OptionalLong.empty()
                    : OptionalLong.of(records.orElse(UNKNOWN));
        } catch (KafkaException | IllegalStateException notNow) { // Brokers are away, or tasks are moving.
            return left;
        }
    }

    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
    }
}
