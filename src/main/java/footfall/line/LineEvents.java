package footfall.line;

import java.util.List;
import java.util.stream.Stream;

/**
 * What one line of a transcript says, as events in order. {@code id}: of the line, which counts once in its trail
 * wherever it stands, and may be the parent of others, {@linkplain Ids#shortened shortened}; null where lines have
 * none or their reader decides.
 */
public record LineEvents(String id, List<Line> events) {
    /** A line without an effect. */
    public static final LineEvents NONE = new LineEvents(null, List.of());

    public LineEvents {
        id = Ids.shortened(id);
        events = List.copyOf(events);
    }

    /** Of a line that says one thing. */
    public static LineEvents of(Line line) {
        return new LineEvents(line.envelope().uuid(), List.of(line));
    }

    /** The same, and one more. */
    public LineEvents and(Line event) {
        return new LineEvents(
                id, Stream.concat(events.stream(), Stream.of(event)).toList());
    }

    public boolean isEmpty() {
        return events.isEmpty();
    }

    /** The first event; there must be one. */
    public Line first() {
        return events.get(0);
    }
}
