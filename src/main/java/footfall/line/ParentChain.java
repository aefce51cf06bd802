package footfall.line;

import java.util.List;
import java.util.Map;

/**
 * Follows the parents of a file's lines over lines that mean nothing, which are not sent: two processes may write one
 * session, and only its parents say whose a line is. Keeps the ends of such chains that no line continued, the latest
 * {@code ENDS_MAX}. Of an end with several children, the first is known. Not thread-safe.
 */
public final class ParentChain {
    /** A process has one end; hooks and progress that no line continues have others. */
    private static final int ENDS_MAX = 16;

    /** A line that means nothing, and the nearest line before it that means something, by the hashes of their uuids. */
    public record End(long line, long parent) {}

    private final Map<Long, Long> ends = BoundedMap.evictingOldest(ENDS_MAX);

    /**
     * Reads the next line. Returns the hash of the nearest line before it that means something; null if that is its own
     * parent, which it names.
     */
    public Long parent(Line line) {
        var at = line.envelope();
        if (at.parentUuid() == null || line instanceof Line.Unresolved) {
            return null;
        }
        long own = Ids.hash(at.parentUuid());
        var skipped = ends.remove(own);
        if (!(line instanceof Line.Nothing)) {
            return skipped;
        }
        if (at.uuid() != null) {
            ends.put(Ids.hash(at.uuid()), skipped == null ? own : skipped);
        }
        return null;
    }

    /** Oldest first, to be stored in a checkpoint. */
    public List<End> ends() {
        return ends.entrySet().stream()
                .map(end -> new End(end.getKey(), end.getValue()))
                .toList();
    }

    /** Restores {@link #ends} after a restart, before the next line. */
    public void recall(List<End> stored) {
        stored.forEach(end -> ends.put(end.line(), end.parent()));
    }
}
