package footfall.view;

import footfall.alert.Alert;
import footfall.line.TrailId;
import footfall.turn.Turn;

/** A change of a running topology, in the order of its trail. */
public sealed interface Change {
    /** The current turn of a trail opened or has new steps; {@link Views#openTurn} returns it. */
    record Grown(TrailId trail, int index, int length) implements Change {}

    /** A turn or a later revision of it was emitted. */
    record Closed(Turn turn) implements Change {}

    /** An alert was raised or cleared. */
    record Alerted(Alert alert) implements Change {}

    /** Lines were processed, or the lag changed. */
    record Moved(Progress progress) implements Change {}
}
