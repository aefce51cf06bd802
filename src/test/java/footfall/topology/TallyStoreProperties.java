package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.pattern.TallyRows;
import footfall.testkit.TallyBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;

/** A tally's rows in a store with a cache read as those of a sorted map, whatever was committed when. */
class TallyStoreProperties {
    private static final String STORE = "rows";
    private static final byte[] PREFIX = {7};

    /** Puts or deletes the row of a number, below the prefix or behind it. */
    private record Step(int number, boolean isPut) {
        void on(TallyRows rows) {
            var key = new byte[] {(byte) (number % 4 == 3 ? 8 : 7), (byte) number};
            if (isPut) {
                rows.put(key, new byte[] {(byte) number, 1});
            } else {
                rows.delete(key);
            }
        }
    }

    /** Takes the steps of the commit that a record names, and notes what is read after each. */
    private static final class Stepping extends ContextualProcessor<Integer, Integer, Void, Void> {
        private final List<List<Step>> commits;
        private final List<String> read;

        Stepping(List<List<Step>> commits, List<String> read) {
            this.commits = commits;
            this.read = read;
        }

        @Override
        public void process(Record<Integer, Integer> record) {
            TallyShell.TallyStore rows = context().getStateStore(STORE);
            for (var step : commits.get(record.value())) {
                step.on(rows);
                read.addAll(read(rows));
            }
        }
    }

    private static List<String> read(TallyRows rows) {
        var each = new ArrayList<TallyRows.Row>();
        rows.each(PREFIX, each::add);
        return Stream.of(
                        each, rows.first(PREFIX, 2), rows.last(PREFIX, 1), rows.last(PREFIX, 3), rows.last(PREFIX, 100))
                .map(found -> found.stream()
                        .map(row -> Arrays.toString(row.key()) + Arrays.toString(row.value()))
                        .toList()
                        .toString())
                .toList();
    }

    private static List<String> readByTheStore(List<List<Step>> commits) {
        var read = new ArrayList<String>();
        var store =
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(STORE), Serdes.Bytes(), Serdes.ByteArray());
        var topology = new Topology()
                .addSource("source", new IntegerDeserializer(), new IntegerDeserializer(), "steps")
                .addProcessor("stepping", () -> new Stepping(commits, read), "source")
                .addStateStore(new WriteBehindStore.Builder<>(store, TallyShell.TallyStore::new), "stepping");
        try (var driver = new TopologyTestDriver(topology, new Properties())) {
            var steps = driver.createInputTopic("steps", new IntegerSerializer(), new IntegerSerializer());
            for (int i = 0; i < commits.size(); i++) {
                steps.pipeInput(0, i);
            }
        }
        return read;
    }

    @Property(tries = 200)
    void rowsAreThoseOfASortedMapAlsoBetweenCommits(@ForAll("commits") List<List<Step>> commits) {
        var map = new TallyBytes();
        var expected = new ArrayList<String>();
        commits.forEach(commit -> commit.forEach(step -> {
            step.on(map);
            expected.addAll(read(map));
        }));
        assertThat(readByTheStore(commits)).isEqualTo(expected);
    }

    @Provide
    Arbitrary<List<List<Step>>> commits() {
        var step = Combinators.combine(Arbitraries.integers().between(0, 12), Arbitraries.of(true, false))
                .as(Step::new);
        return step.list().ofMaxSize(8).list().ofMaxSize(6);
    }
}
