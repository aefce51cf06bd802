package footfall.line;

import java.util.function.Consumer;

/**
 * Gives {@link Line.Unresolved} lines of one trail in one file their meaning, which depends on the lines before them.
 * Gets the lines in order. Not thread-safe.
 */
public interface Resolver {
    /** Passes on the lines that it means, none of which is {@link Line.Unresolved}. */
    void resolve(Line.Unresolved line, Consumer<Line> means);

    /** As {@link LineEvents#id}, of the line that was resolved last; null where this decides itself. */
    default String lineId() {
        return null;
    }
}
