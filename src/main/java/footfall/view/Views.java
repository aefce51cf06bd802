package footfall.view;

import footfall.alert.Alert;
import footfall.line.TrailId;
import footfall.turn.Turn;
import java.util.List;
import java.util.Optional;

/**
 * Queries on running state. Answers reflect the last commit, some tens of milliseconds ago, for the
 * partitions that run in this process; a partition that is being moved is missing from answers. Thread-safe.
 */
public interface Views {
    /** At most {@code max} open turns. */
    OpenTurns openTurns(int max);

    /** The open turn of a trail, if any. */
    Optional<OpenTurn> openTurn(TrailId trail);

    /** A turn by its ID: open, as if it closed now, or closed, as it was last emitted. */
    Optional<Turn> turn(String turnId);

    /** One row per partition, in order. */
    List<Readiness.Progress> progress();

    /** Whether the other answers are complete, or what they wait for. */
    Readiness readiness();

    /**
     * Subscribes to all changes until closed. A change of an aborted transaction is reported again when it is
     * reprocessed.
     */
    Listening listen(Listener listener);

    /** Called by threads that must not block: returns immediately and throws nothing. */
    interface Listener {
        void changed(Change change);
    }

    /** Ends the subscription. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /** A change of a running topology, in the order of its trail. */
    sealed interface Change {
        /** The current turn of a trail opened or has new steps; {@link Views#openTurn} returns it. */
        record Grown(TrailId trail, int index, int length) implements Change {}

        /** A turn or a later revision of it was emitted. */
        record Closed(Turn turn) implements Change {}

        /** An alert was raised or cleared. */
        record Alerted(Alert alert) implements Change {}

        /** Lines were processed, or the lag changed. */
        record Moved(Readiness.Progress progress) implements Change {}
    }
}
