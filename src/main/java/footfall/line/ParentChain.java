package footfall.line;

import java.util.Map;

/**
 * Follows the parents of a file's lines over lines that mean nothing, which are not sent: two processes may write one
 * session, and only its parents say whose a line is. Keeps the ends of such chains that no line continued, the latest
 * {@code ENDS_MAX}. Of an end with several children, the first is known. Not thread-safe.
 */
public final class ParentChain {
    /** A process has one end; hooks and progress that no line continues have others. */
    private static final int ENDS_MAX = 16;

    /** By lines that mean nothing, the nearest line before that means something; hashes of uuids. */
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
}
