package footfall.bench;

import footfall.testkit.Defaults;
import footfall.testkit.Folders;
import footfall.topology.FootfallTopology;
import footfall.topology.Tasks;
import footfall.wire.Channels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/**
 * What does not depend on a broker, over RocksDB in a test driver that commits after every record: the cost
 * of a line as its turn grows, and the cost of a tick as open turns gather.
 */
final class DriverBench implements AutoCloseable {
    private static final int TIMED_STEPS = 1_000;

    private final Path state;
    private final TopologyTestDriver driver;
    private final TestInputTopic<String, byte[]> lines;

    private DriverBench() throws IOException {
        state = Files.createTempDirectory("footfall-bench");
        var config = new Properties();
        config.put("application.id", "bench");
        config.put("bootstrap.servers", "none:0");
        config.put("state.dir", state.toString());
        var settings = Defaults.TOPOLOGY;
        driver = new TopologyTestDriver(FootfallTopology.build(settings, Tasks.alone()), config, Instant.now());
        lines = driver.createInputTopic(
                Channels.LINES.topic(settings.prefix()), new StringSerializer(), new ByteArraySerializer());
    }

    /** Cost of a line at 10, 1,000 and 10,000 steps a turn. */
    public static void main(String[] arguments) throws IOException {
        lineCost(10);
        double few = lineCost(10);
        double many = lineCost(1_000);
        double most = lineCost(10_000);
        System.out.printf(
                "a line in a turn of 10 steps %.1f us, of 1,000 %.1f us, of 10,000 %.1f us: ratio %.2f"
                        + " and %.2f (goal 1.5)%n",
                few, many, most, many / few, most / few);
    }

    /** Microseconds a line, over lines that come when the turn has {@code steps} steps or a few more. */
    private static double lineCost(int steps) throws IOException {
        try (var bench = new DriverBench()) {
            int turns = steps < TIMED_STEPS ? TIMED_STEPS / steps : 1;
            long nanos = 0;
            for (int turn = 0; turn < turns; turn++) {
                var sample = bench.opened("session-" + turn, steps);
                long began = System.nanoTime();
                for (int step = 0; step < TIMED_STEPS / turns; step++) {
                    bench.pipe(sample.call());
                    bench.pipe(sample.result());
                }
                nanos += System.nanoTime() - began;
            }
            return nanos / 1e3 / (2.0 * TIMED_STEPS);
        }
    }

    private SampleSession opened(String session, int steps) {
        var sample = new SampleSession(session);
        pipe(sample.prompt());
        for (int step = 0; step < steps; step++) {
            pipe(sample.call());
            if (step < steps - 1) {
                pipe(sample.result());
            }
        }
        return sample;
    }

    private void pipe(Load.Sent line) {
        lines.pipeInput(new TestRecord<>(line.session(), line.value(), line.headers(), Instant.now()));
    }

    @Override
    public void close() throws IOException {
        driver.close();
        Folders.delete(state);
    }
}
