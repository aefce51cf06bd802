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

    /** By lines that mean nothing, the nearest line before that means something; shortened uuids. */
    private final Map<String, String> ends = BoundedMap.evictingOldest(ENDS_MAX);

    /**
     * Reads the next line. Returns the hash of the nearest line before it that means something; null if that is its own
     * parent, which it names.
     */
    public Long parent(Line line) {
        var at = line.envelope();
        boolean meansNothing = line instanceof Line.Nothing;
        if (at.parentUuid() == null || line instanceof Line.Unresolved || ends.isEmpty() && !meansNothing) {
            return null;
        }
        var skipped = ends.remove(at.parentUuid());
        if (!meansNothing) {
            return skipped == null ? null : (Long) Ids.hash(skipped);
        }
        if (at.uuid() != null) {
            ends.put(Ids.shortened(at.uuid()), skipped == null ? at.parentUuid() : skipped);
        }
        return null;
    }
}
