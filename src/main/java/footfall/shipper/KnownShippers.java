package footfall.shipper;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The last report of each shipper. Not thread-safe. */
public final class KnownShippers {
    private static final int SHIPPERS_MAX = 10_000;

    /** The one that was heard of first is forgotten first. */
    private final Map<String, Heard> heard = new LinkedHashMap<>();

    private record Heard(ShipperState shipper, Instant at) {}

    /** A report that the broker got at a time. */
    public void heard(String key, ShipperState report, Instant at) {
        heard.remove(key);
        heard.put(key, new Heard(report, at));
        if (heard.size() > SHIPPERS_MAX) {
            heard.remove(heard.keySet().iterator().next());
        }
    }

    /** Its record was deleted. */
    public void forgotten(String key) {
        heard.remove(key);
    }

    /** The most urgent first. */
    public List<ListedShipper> list(Instant now) {
        return heard.values().stream()
                .map(one -> ListedShipper.of(one.shipper, one.at, now))
                .sorted(ListedShipper.ORDER)
                .toList();
    }
}
