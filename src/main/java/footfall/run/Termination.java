package footfall.run;

import footfall.broker.BrokerUnavailable;
import footfall.broker.EmbeddedBroker;
import footfall.broker.TopicsFailed;
import footfall.report.NoMemory;
import footfall.report.UserError;
import footfall.ship.SendingFailed;
import footfall.ship.ShipperFailed;
import footfall.topology.TopologyFailed;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What ended something, as those who started it know it. */
final class Termination {
  private static final Duration BROKER_MAX = Duration.ofSeconds(5);

  /** As Linux and macOS say it. */
  private static final String NO_ROOM = "No space left on device";

  private Termination() {}

  /** What lies behind: a broker that is lost takes the others with it, and may be noticed after them. */
  static CompletableFuture<Throwable> cause(EmbeddedBroker broker, Throwable why) {
    return broker.failure().toCompletableFuture().<Throwable>thenApply(lost -> lost).completeOnTimeout(why,
        BROKER_MAX.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * What a person can act on is a {@link UserError} or {@link NoMemory}, and a bug is a {@link Crashed}.
   * Anything else is returned as it is.
   */
  static Exception told(Throwable why) {
    var full = full(why);
    if (full.isPresent()) {
      return NoMemory.ofRunning(full.get());
    }
    if (why instanceof BrokerUnavailable || why instanceof TopicsFailed || why instanceof SendingFailed
        || why instanceof ShipperFailed) {
      return new UserError(why.getMessage(), why);
    } else if (why instanceof TopologyFailed failed) {
      return failed.refused().<Exception>map(said -> new UserError(said, why)).orElseGet(() -> new Crashed(
          failed
              .getMessage(), why));
    }
    var noRoom = noRoom(why);
    if (noRoom.isPresent()) {
      return new UserError("the disk is full: " + noRoom.get()
          + "; free disk space and start again; nothing is lost",
          why);
    }
    return why instanceof Exception known ? known : new Crashed("unexpected error: " + why, why);
  }

  /** What a full disk was said by, where that lies behind; the system's words, and the name of a file. */
  private static Optional<String> noRoom(Throwable why) {
    for (var cause = why; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null && cause.getMessage().contains(NO_ROOM)) {
        return Optional.of(cause.getMessage());
      }
    }
    return Optional.empty();
  }

  /** The end of the memory, where that lies behind. */
  static Optional<OutOfMemoryError> full(Throwable why) {
    for (var cause = why; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError full) {
        return Optional.of(full);
      }
    }
    return Optional.empty();
  }
}
