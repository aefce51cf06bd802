package footfall.topology;

import footfall.view.StoreKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The partitions of each store that can be read on this instance. Thread-safe.
 *
 * <p>They are what the tasks themselves report. Kafka's metadata of a stream thread change only when all of its tasks
 * are restored: until then they name the tasks of before the rebalance, or none, although restored tasks process
 * records.
 */
final class LocalTasks {
    private static final Map<StoreKind, Tables.Table> TABLES = new EnumMap<>(Map.of(
            StoreKind.TRAILS, Tables.ASSEMBLER, StoreKind.LOG, Tables.TURN_LOG, StoreKind.TALLIES, Tables.TALLY));

    private final Restoring restoring;
    private final TopologyStatus watch;
    private final String applicationId;

    LocalTasks(Restoring restoring, TopologyStatus watch, String applicationId) {
        this.restoring = restoring;
        this.watch = watch;
        this.applicationId = applicationId;
    }

    static Tables.Table table(StoreKind store) {
        return TABLES.get(store);
    }

    /**
     * The partitions of a store, and whether each is a standby, which may lag behind another instance. A store that is
     * being restored is neither.
     */
    SortedMap<Integer, Boolean> partitions(StoreKind store) {
        var changelog = table(store).changelog(applicationId);
        var found = new TreeMap<Integer, Boolean>();
        restoring.standbys(changelog).forEach(partition -> found.put(partition, true));
        watch.running(changelog).forEach(partition -> found.put(partition, false));
        return found;
    }
}
