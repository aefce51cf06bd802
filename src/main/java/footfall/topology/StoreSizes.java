package footfall.topology;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** The size of each store over all tasks of an instance, from Kafka's metrics of RocksDB. */
final class StoreSizes {
    private static final Set<String> SIZES = Set.of("total-sst-files-size", "size-all-mem-tables");
    private static final String STORE = "rocksdb-state-id";

    private StoreSizes() {}

    /** Bytes in files and memory tables, by store. */
    static Map<String, Long> of(Map<MetricName, ? extends Metric> metrics) {
        var sums = new HashMap<String, Long>();
        metrics.forEach((name, metric) -> {
            if (SIZES.contains(name.name()) && metric.metricValue() instanceof Number size) {
                sums.merge(name.tags().getOrDefault(STORE, ""), size.longValue(), Long::sum);
            }
        });
        return sums;
    }
}
