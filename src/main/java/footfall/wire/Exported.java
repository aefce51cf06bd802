package footfall.wire;

/**
 * A record of the topic {@code exported}: a relay of this group exported the turn, with this revision, as the trace.
 * The turn is not exported again.
 */
public record Exported(String group, String turnId, int revision, String traceId) {
    /** The key of its record. */
    public static String key(String group, String turnId) {
        return turnId + "/" + group;
    }
}
