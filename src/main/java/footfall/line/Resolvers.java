package footfall.line;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Resolves the lines of files, of any dialect and in order, for readers that fold no turns. Keeps the state of
 * each trail. Not thread-safe.
 */
public final class Resolvers {
    private final Map<TrailId, Resolver> trails;

    public Resolvers() {
        this(Integer.MAX_VALUE);
    }

    /** More than {@code max} trails: the state of the least recently used ones is lost. */
    public Resolvers(int max) {
        trails = BoundedMap.evictingLeastRecentlyUsed(max);
    }

    /** What a line means: nothing, for example, in the file of another thread. */
    public List<Line> meaning(Line line, FileId file) {
        var meaning = new ArrayList<Line>(1);
        resolve(line, file, (resolved, owner) -> meaning.add(resolved));
        return meaning;
    }

    /** Passes on what a line means: for most lines, the line itself. {@code file}: where it is from. */
    public void resolve(Line line, FileId file, Resolver.Sink sink) {
        if (line instanceof Line.Unresolved unresolved) {
            trails.computeIfAbsent(
                            TrailId.of(line.envelope()),
                            trail -> Dialects.ofFileId(file.name()).resolver(null))
                    .resolve(unresolved, file, sink);
        } else {
            sink.accept(line, null);
        }
    }
}
