package footfall.line;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of at most {@code max} entries: adding one more evicts another. Not thread-safe. */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    private final int max;

    private BoundedMap(int max, boolean isByAccess) {
        super(16, 0.75f, isByAccess);
        this.max = max;
    }

    /** Evicts the entry that was read or put least recently. */
    public static <K, V> BoundedMap<K, V> evictingLeastRecentlyUsed(int max) {
        return new BoundedMap<>(max, true);
    }

    /** Evicts the entry whose key was added first. */
    public static <K, V> BoundedMap<K, V> evictingOldest(int max) {
        return new BoundedMap<>(max, false);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > max;
    }
}
