package footfall.topology;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.errors.ProcessorStateException;

/**
 * Counts restarts of stream threads. Updated by the threads that end and commit; thread-safe. Uses the wall
 * clock, so restarts before and after a suspend are not counted as consecutive. In a one-shot run all are,
 * because there is always something to process. An endless run gives up only on a store that cannot be opened:
 * brokers may be away for as long as they like.
 */
final class Restarts {
    /** Per thread, because an outage ends all of them. */
    private static final int FRUITLESS_MAX = 20;

    /** Not earlier, because a broker may be starting. */
    private static final long FRUITLESS_MS = 60_000;

    private static final String BROKEN_STORE = ProcessorStateException.class.getSimpleName();
    private static final long SHOWN_MS = 30_000;
    private static final long PAUSE_MS = 1_000;
    private static final int AT_ONCE_MAX = 5;

    private final int fruitlessMax;
    private final boolean isEndless;
    private final LongSupplier clock;
    private final LongConsumer sleep;
    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private long count;
    private long lastAt;
    private int inARow;
    private int fruitless;
    private long fruitlessFrom;
    private String said;
    private long saidAt;

    /** The reaction to the end of a stream thread. */
    enum Next {
        REPLACE,
        /** It was a bug. */
        STOP,
        /** Restarts do not help. */
        GIVE_UP
    }

    /** {@code isEndless}: runs until closed, even when there is nothing to process. */
    Restarts(int threads, boolean isEndless) {
        this(threads, isEndless, Time.SYSTEM::milliseconds, Time.SYSTEM::sleep);
    }

    /** Clock and {@code sleep} use milliseconds. */
    Restarts(int threads, boolean isEndless, LongSupplier clock, LongConsumer sleep) {
        this.isEndless = isEndless;
        this.fruitlessMax = FRUITLESS_MAX * threads;
        this.clock = clock;
        this.sleep = sleep;
    }

    /** Delays the replacement of a thread when threads end repeatedly. */
    Next after(Throwable why) {
        var name = TopologyFailed.Recoverable.name(why);
        if (name == null) {
            return Next.STOP;
        }
        int restarts = count(name);
        if (isFruitless() && !isForBrokers(name)) {
            return Next.GIVE_UP;
        }
        if (restarts > AT_ONCE_MAX) {
            sleep.accept(PAUSE_MS);
        }
        return Next.REPLACE;
    }

    private synchronized int count(String name) {
        long now = clock.getAsLong();
        boolean isNext = count > 0 && isRecent(now, lastAt);
        inARow = isNext ? inARow + 1 : 1;
        if (isEndless && !isNext || fruitless == 0) {
            fruitless = 0;
            fruitlessFrom = now;
        }
        fruitless += isForBrokers(name) ? 0 : 1;
        count++;
        lastAt = now;
        say("stream thread restarted (" + name + (count == 1 ? "" : ", restart " + count + " since the start") + ")");
        return inARow;
    }

    synchronized long count() {
        return count;
    }

    private void say(String what) {
        said = what;
        saidAt = clock.getAsLong();
    }

    /** The stores could not be opened and were deleted. */
    synchronized void storesDeleted() {
        say("deleted local stores that could not be opened; restoring them from their changelogs");
    }

    private boolean isForBrokers(String name) {
        return isEndless && !name.equals(BROKEN_STORE);
    }

    private synchronized boolean isFruitless() {
        return fruitless >= fruitlessMax && lastAt - fruitlessFrom >= FRUITLESS_MS;
    }

    private static boolean isRecent(long now, long then) {
        return now >= then && now - then < SHOWN_MS;
    }

    /** A thread committed these offsets. A new maximum is progress; a timer commits the same offset again. */
    synchronized void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> {
            var before = committed.get(partition);
            if (before == null || offset.offset() > before) {
                committed.put(partition, offset.offset());
                fruitless = 0;
            }
        });
    }

    /** The restarts of the last 30 s in a few words. */
    synchronized Optional<String> recent() {
        return said != null && isRecent(clock.getAsLong(), saidAt) ? Optional.of(said) : Optional.empty();
    }
}
