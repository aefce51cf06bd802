package footfall.topology;

import footfall.line.FileId;
import footfall.line.LineEvents;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.testkit.Defaults;
import footfall.testkit.Folders;
import footfall.turn.Arrival;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.Stores;

/** What a punctuation costs with open turns none of which is due, over RocksDB: 100 and 100,000 of them. */
public final class TickBench {
    private static final int TICKS = 200_000;
    private static final int WARM_UP = 3;
    private static final int ROUNDS = 5;
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private TickBench() {}

    public static void main(String[] arguments) throws IOException {
        var fews = new ArrayList<Double>();
        var manys = new ArrayList<Double>();
        for (int round = 0; round < WARM_UP + ROUNDS; round++) {
            fews.add(tick(100));
            manys.add(tick(100_000));
        }
        double few = middle(fews);
        double many = middle(manys);
        System.out.printf(
                "a tick with 100 open turns %.0f ns, with 100,000 %.0f ns: ratio %.2f (goal 2)%n",
                few, many, many / few);
    }

    /** Of the rounds after the warm-up: what a single one gives is of the size of a pause. */
    private static double middle(List<Double> rounds) {
        return rounds.subList(WARM_UP, rounds.size()).stream().sorted().toList().get(ROUNDS / 2);
    }

    private static double tick(int open) throws IOException {
        var folder = Files.createTempDirectory("footfall-bench");
        var below = Stores.keyValueStoreBuilder(
                        Stores.persistentKeyValueStore("rows"), Serdes.Bytes(), Serdes.ByteArray())
                .withLoggingDisabled()
                .build();
        var store = new RowStore(below, new TopologyStatus());
        try {
            var config = new Properties();
            var context = new MockProcessorContext<Void, Void>(config, new TaskId(0, 0), folder.toFile());
            store.init(context.getStateStoreContext(), store);
            var outlets = new Assembler.Outlets(record -> {}, what -> {});
            var assembler = new Assembler(Defaults.TOPOLOGY, store, outlets);
            open(assembler, open);
            store.flushCache();
            var input = new Input(new TopicPartition("lines", 0), Tasks.alone());
            return nanos(new AssemblyShell.TrailTimers(store, assembler, input, Defaults.TOPOLOGY));
        } finally {
            store.close();
            Folders.delete(folder);
        }
    }

    private static void open(Assembler assembler, int open) {
        var parser = new LineParser();
        var json = "{\"type\":\"assistant\",\"timestamp\":\"2026-01-01T12:00:00.000Z\",\"message\":{\"id\":\"m\","
                + "\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"Read\",\"input\":{}}]}}";
        var bytes = footfall.line.Bytes.of(json.getBytes(StandardCharsets.UTF_8));
        for (int session = 0; session < open; session++) {
            var id = new SessionId("session-" + session);
            var line = (Parsed.Accepted)
                    parser.parse(bytes, 0, Source.file(id, null)).get(0);
            var file = new FileId("claude/" + id, "0123456789abcdef", 0);
            assembler.line(new Arrival(file, 0, -1, NOON, null, null, null), LineEvents.of(line.line()));
        }
    }

    private static double nanos(AssemblyShell.TrailTimers timers) {
        var now = NOON.plusSeconds(1);
        timers.tick(now);
        long began = System.nanoTime();
        for (int tick = 0; tick < TICKS; tick++) {
            timers.tick(now);
        }
        return (System.nanoTime() - began) / (double) TICKS;
    }
}
