package footfall.run;

import footfall.broker.BrokerUnavailable;
import footfall.broker.EmbeddedBroker;
import footfall.broker.TopicsFailed;
import footfall.relay.RelayFailed;
import footfall.report.NoMemory;
import footfall.report.UserError;
import footfall.serve.ServerUnavailable;
import footfall.ship.Outlet.SendingFailed;
import footfall.ship.ShipperFailed;
import footfall.topology.TopologyFailed;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Maps the cause of a failure to what the caller reports. */
final class Termination {
    private static final Duration BROKER_MAX = Duration.ofSeconds(5);

    /** The message of Linux and macOS. */
    private static final String NO_ROOM = "No space left on device";

    private Termination() {}

    /**
     * The root cause: a lost broker makes other parts fail, possibly before its own failure is reported. A full heap
     * can be the cause of both.
     */
    static CompletableFuture<Throwable> cause(EmbeddedBroker broker, Throwable why) {
        if (NoMemory.causeOf(why).isPresent()) {
            return CompletableFuture.completedFuture(why);
        }
        return broker.failure()
                .toCompletableFuture()
                .<Throwable>thenApply(lost -> lost)
                .completeOnTimeout(why, BROKER_MAX.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * A failure that the user can fix becomes a {@link UserError} or {@link NoMemory}, a bug a {@link Crashed}.
     * Anything else is returned unchanged.
     */
    static Exception reported(Throwable why) {
        var full = NoMemory.causeOf(why);
        if (full.isPresent()) {
            return NoMemory.ofRunning(full.get());
        }
        if (why instanceof BrokerUnavailable
                || why instanceof TopicsFailed
                || why instanceof SendingFailed
                || why instanceof RelayFailed
                || why instanceof ServerUnavailable
                || why instanceof ShipperFailed) {
            return new UserError(why.getMessage(), why);
        } else if (why instanceof TopologyFailed failed) {
            return failed.refused()
                    .<Exception>map(said -> new UserError(said, why))
                    .orElseGet(() -> new Crashed(failed.getMessage(), why));
        }
        var noRoom = noRoom(why);
        if (noRoom.isPresent()) {
            return new UserError(
                    "the disk is full: " + noRoom.get() + "; free disk space and start again; nothing is lost", why);
        }
        return why instanceof Exception known ? known : new Crashed("unexpected error: " + why, why);
    }

    /** The system's message about a full disk with the file name, if that is the cause. */
    private static Optional<String> noRoom(Throwable why) {
        return Stream.iterate(why, Objects::nonNull, Throwable::getCause)
                .map(Throwable::getMessage)
                .filter(message -> message != null && message.contains(NO_ROOM))
                .findFirst();
    }
}
