package footfall.topology;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** All stores. Names must not change: a changelog is named after its store. */
public final class Tables {
    public static final Table ASSEMBLER = new Table(
            "assembler",
            "a kind byte and the kind's key",
            "rows of trails, steps, usage, emitted turns, links, raised alerts; deadlines",
            "until the trail's stub expires, stub_retention after its last line");

    public static final Table TURN_LOG = new Table(
            "turn-log",
            "a kind byte, and time and ID or ID",
            "turns, sessions and alerts in order of time; the position of each",
            "tally_retention by this time");

    public static final Table TALLY = new Table(
            "tally",
            "a kind byte and the kind's key",
            "totals, sums by day and session, sessions and members of subjects; failing tools",
            "tally_retention by started_at");

    private Tables() {}

    public static List<Table> all() {
        return List.of(ASSEMBLER, TURN_LOG, TALLY);
    }

    /** A store: its name, and a description of its keys, values and retention. */
    public record Table(String name, String keys, String values, String retention) {
        /** Keys and values are bytes, with a changelog. */
        StoreBuilder<KeyValueStore<Bytes, byte[]>> store() {
            var disk = Stores.persistentKeyValueStore(name);
            return Stores.keyValueStoreBuilder(disk, Serdes.Bytes(), Serdes.ByteArray())
                    .withLoggingEnabled(Map.of());
        }

        /** The topic that the store is restored from. */
        String changelog(String applicationId) {
            return applicationId + "-" + name + "-changelog";
        }

        /** The task's partition of the changelog. */
        TopicPartition changelog(ProcessorContext<?, ?> task) {
            return new TopicPartition(
                    changelog(task.applicationId()), task.taskId().partition());
        }
    }
}
