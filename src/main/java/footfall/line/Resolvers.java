package footfall.line;

import java.util.ArrayList;
import java.util.Map;

/**
 * Gives the lines of files their meaning, of any dialect and one file after the other. Keeps the state of each trail of
 * the latest file. Not thread-safe.
 */
public final class Resolvers {
    /** Subagents of one file that are known. */
    private static final int TRAILS_MAX = 1_024;

    private final Map<TrailId, Resolver> trails = BoundedMap.evictingLeastRecentlyUsed(TRAILS_MAX);
    private FileId reads;

    /** What a line means, in order: for most lines, the line itself; none for one without an effect. */
    public LineEvents meaning(Line line, FileId file) {
        if (!file.equals(reads)) {
            reads = file;
            trails.clear();
        }
        if (line instanceof Line.Nothing) {
            return LineEvents.NONE;
        } else if (line instanceof Line.Unresolved unresolved) {
            return meaning(unresolved, file);
        }
        return LineEvents.of(line);
    }

    private LineEvents meaning(Line.Unresolved line, FileId file) {
        var events = new ArrayList<Line>(1);
        var resolver = trails.computeIfAbsent(
                TrailId.of(line.envelope()),
                trail -> Dialects.ofFileId(file.name()).resolver(file));
        resolver.resolve(line, events::add);
        return events.isEmpty() ? LineEvents.NONE : new LineEvents(resolver.lineId(), events);
    }
}
