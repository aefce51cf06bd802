package footfall.eventlog;

import footfall.turn.Turn;
import java.io.IOException;

/**
 * Writes an event log as a stream: each turn with events, if the format wants them, then every event, case by
 * case in {@link Event#ORDER}, then the end. Holds nothing that grows with the events. The caller closes the
 * output.
 */
public interface EventFormat {
    /** Whether events are grouped by case; otherwise all are ordered by time. */
    default boolean isByCase() {
        return true;
    }

    /** Whether the turns are written before the events. */
    default boolean asksForTurns() {
        return false;
    }

    /** Writes a turn that has events. */
    default void turn(Turn turn) throws IOException {}

    void event(Event event) throws IOException;

    /** Called after the last event; completes and flushes the output. */
    void end() throws IOException;
}
