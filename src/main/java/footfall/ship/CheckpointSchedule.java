package footfall.ship;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.errors.InterruptException;

/**
 * When to write a checkpoint: after progress, at a minimum interval, which grows with the time that writing
 * takes. A failed write is reported and retried; until it succeeds, a restart would send more lines again.
 * Not thread-safe.
 */
final class CheckpointSchedule {
    /** The least interval between checkpoints, as a multiple of the time that writing one takes. */
    private static final long APART = 50;

    private static final long TOOK_MS_MAX = 200;

    private final Checkpoint.Keeper keeper;
    private final Checkpoint state;
    private final Clock clock;
    private final Duration every;
    private long savedAtMs;
    private long unmovedAtMs;
    private long tookMs;
    private boolean isMoved;
    private String unkept;
    private Instant keptAt;

    CheckpointSchedule(Checkpoint.Keeper keeper, Checkpoint state, Clock clock, Duration every) {
        this.keeper = keeper;
        this.state = state;
        this.clock = clock;
        this.every = every;
    }

    /** There is progress to save. */
    void progressed() {
        isMoved = true;
    }

    boolean isMoved() {
        return isMoved;
    }

    /** Why the last write failed; null when it succeeded. */
    String unkept() {
        return unkept;
    }

    /** When the last write succeeded; null before the first. */
    Instant keptAt() {
        return keptAt;
    }

    /**
     * Whether to check for progress to save. The check visits every file, so it also waits for the interval
     * after a check that found none.
     */
    boolean isDue() {
        return isLongAgo(savedAtMs) && isLongAgo(unmovedAtMs);
    }

    /** The clock may be set back. */
    private boolean isLongAgo(long atMs) {
        return Math.abs(clock.millis() - atMs) >= Math.max(every.toMillis(), APART * tookMs);
    }

    void saveWhenDue() {
        if (!isMoved) {
            unmovedAtMs = clock.millis();
        } else if (isLongAgo(savedAtMs)) {
            try {
                save();
            } catch (IOException said) {
                // The progress reports it, and a later call retries.
            }
        }
    }

    void save() throws IOException {
        savedAtMs = clock.millis();
        try {
            keeper.save(state);
            isMoved = false;
            keptAt = clock.instant();
            unkept = null;
        } catch (ClosedByInterruptException closing) {
            throw new InterruptException("while the checkpoint was written");
        } catch (IOException why) {
            unkept = why.getClass().getSimpleName() + ": " + why.getMessage();
            throw why;
        } finally {
            tookMs = Math.min(TOOK_MS_MAX, Math.abs(clock.millis() - savedAtMs));
        }
    }
}
