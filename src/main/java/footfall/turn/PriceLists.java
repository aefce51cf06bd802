package footfall.turn;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The versions of the price lists that a sum of costs is from, each with the number of its parts. A group under
 * addition, so that a part can be subtracted again.
 */
public record PriceLists(SortedMap<String, Long> parts) {
    public static final PriceLists NONE = new PriceLists(new TreeMap<>());

    public PriceLists {
        var counted = new TreeMap<String, Long>();
        if (parts != null) {
            parts.forEach((version, count) -> {
                if (count != 0) {
                    counted.put(version, count);
                }
            });
        }
        parts = Collections.unmodifiableSortedMap(counted);
    }

    /** One part; none for null. */
    public static PriceLists of(String version) {
        return version == null ? NONE : new PriceLists(new TreeMap<>(Map.of(version, 1L)));
    }

    /** Null for none. */
    public List<String> versions() {
        return parts.isEmpty() ? null : List.copyOf(parts.keySet());
    }

    public PriceLists plus(PriceLists other) {
        return other.parts.isEmpty() ? this : add(other, 1);
    }

    public PriceLists minus(PriceLists other) {
        return other.parts.isEmpty() ? this : add(other, -1);
    }

    private PriceLists add(PriceLists other, int sign) {
        var sum = new TreeMap<>(parts);
        other.parts.forEach((version, count) -> sum.merge(version, sign * count, Long::sum));
        return new PriceLists(sum);
    }
}
