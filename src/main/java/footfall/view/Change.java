package footfall.view;

import footfall.alert.Alert;
import footfall.line.TrailId;
import footfall.turn.Turn;

/** Something that happened in a running topology, in the order of its trail. */
public sealed interface Change {
  /** The current turn of a trail opened or has more steps; {@link Views#openTurn} tells the rest. */
  record Grown(TrailId trail, int index, int length) implements Change {}

  /** A turn was emitted, or one that had been has a new revision. */
  record Closed(Turn turn) implements Change {}

  /** An alert was raised or cleared. */
  record Alerted(Alert alert) implements Change {}

  /** Lines were processed, or more of them wait. */
  record Moved(Progress progress) implements Change {}
}
