package footfall.ship;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Clock;
import java.time.Duration;
import org.apache.kafka.common.errors.InterruptException;

/**
 * When a checkpoint is written: after something moved, at most so often, and less often when it takes long.
 * One that cannot be written is said and tried again; meanwhile more would be sent twice, and nothing passed
 * over. For one thread.
 */
final class CheckpointSchedule {
  /** Between two checkpoints passes so many times what one took: of many files it is megabytes. */
  private static final long APART = 50;
  private static final long TOOK_MS_MAX = 200;

  private final Shipping.Keeper keeper;
  private final Checkpoint state;
  private final Clock clock;
  private final Duration every;
  private long savedAtMs;
  private long unmovedAtMs;
  private long tookMs;
  private boolean isMoved;
  private String unkept;

  CheckpointSchedule(Shipping.Dependencies around, Checkpoint state, Duration every) {
    this.keeper = around.checkpoint();
    this.state = state;
    this.clock = around.clock();
    this.every = every;
  }

  /** There is something to save. */
  void progressed() {
    isMoved = true;
  }

  boolean isMoved() { return isMoved; }

  /** Why the last one could not be written, null when it could. */
  String unkept() {
    return unkept;
  }

  /**
   * Whether it is time to look for something to save: neither was a checkpoint written nor was there nothing
   * to write a short time ago. Looking costs as much as there are files.
   */
  boolean isDue() { return isLongAgo(savedAtMs) && isLongAgo(unmovedAtMs); }

  /** A clock may be set back. */
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
        // It is in the progress, and tried again.
      }
    }
  }

  void save() throws IOException {
    savedAtMs = clock.millis();
    try {
      keeper.save(state);
      isMoved = false;
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
