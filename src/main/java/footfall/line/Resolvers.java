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
        if (file != reads && !file.equals(reads)) {
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

    /**
     * The same, with the call that runs the subagent whose file it is. Each prompt and each end says it: the file that
     * names the call may come after the first line.
     */
    public LineEvents meaning(Line line, FileId file, Source source) {
        var events = meaning(line, file);
        boolean saysCall = source.call() != null
                && source.agent() != null
                && source.agent().equals(line.envelope().agent())
                && (line instanceof Line.Prompt
                        || line instanceof Line.Assistant answer
                                && answer.message().endsTurn());
        return saysCall ? events.and(new Line.SubagentLink(line.envelope(), source.call(), source.agent())) : events;
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
