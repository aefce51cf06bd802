package footfall.eventlog;

import footfall.turn.Turn;
import java.io.IOException;

/**
 * Writes an event log as it comes. Is given each turn that has events, if it asks for them, then every event,
 * case by case in {@link Event#ORDER}, then the end; holds nothing that grows with the events. What it writes
 * to is closed by whoever opened it.
 */
public interface EventFormat {
  /** Whether events come by case; else all of them in one order of time. */
  default boolean isByCase() {
    return true;
  }

  /** Whether the turns are told before the events. */
  default boolean asksForTurns() { return false; }

  /** A turn that has events. */
  default void turn(Turn turn) throws IOException {}

  void event(Event event) throws IOException;

  /** After the last event. What was written is whole and flushed then. */
  void end() throws IOException;
}
