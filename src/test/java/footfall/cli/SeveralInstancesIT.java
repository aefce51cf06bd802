package footfall.cli;

import static footfall.cli.Instances.PARTITIONS;
import static footfall.cli.Instances.metric;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.ChildJava;
import footfall.testkit.LongSuite;
import footfall.testkit.Ports;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Partitions spread over instances, which are killed and drained; turns and tallies are those of the files.
 * {@code -Dfootfall.instances.ends} says how often one of three ends, {@code -Dfootfall.seed} how.
 */
@LongSuite
@Timeout(1_800)
class SeveralInstancesIT {
    private static final int ENDS = Integer.getInteger("footfall.instances.ends", 1);

    @TempDir
    Path folder;

    private final Deque<ChildUp> running = new ArrayDeque<>();

    @Test
    void instancesAreKilledAndDrainedWhileLinesFlow() throws Exception {
        long seed = Long.getLong("footfall.seed", System.nanoTime());
        System.out.println("-Dfootfall.seed=" + seed);
        try (var instances = Instances.over(folder)) {
            running.add(instances.start(0));
            running.add(instances.start(1));
            running.getFirst().says("stops it");
            instances.awaitShares(2, 2);
            Instances.awaitWholeAnswers(running.getFirst());
            Instances.awaitWholeAnswers(running.getLast());
            endSome(instances, new Random(seed));
            killTheLastButOne(instances);
            instances.assertEqualsFiles();
            assertThat(running.remove().stop().exit()).isEqualTo(143);
            assertThat(reasons(instances)).contains("rebalancing", "restoring");
        }
    }

    /** A third one starts, in the folder of the one that ended before; then the oldest ends. */
    private void endSome(Instances instances, Random random) throws Exception {
        for (int end = 0; end < ENDS; end++) {
            running.add(instances.start((2 + end) % 3));
            instances.awaitShares(1, 1, 2);
            instances.awaitMore();
            var oldest = running.remove();
            boolean isDrained = end == 0 || random.nextBoolean();
            if (isDrained) {
                assertThat(oldest.stop().exit()).isEqualTo(143);
            } else {
                oldest.kill();
            }
            instances.awaitShares(2, 2);
            System.out.println((isDrained ? "one of three was drained" : "one of three was killed")
                    + ": longest delay of a turn " + instances.awaitMore() + " ms");
        }
    }

    /** The last one has a standby of each store. */
    private void killTheLastButOne(Instances instances) throws Exception {
        var stays = running.getLast();
        Instances.awaitStandbys(stays);
        instances.awaitMore();
        double before = metric(stays, "footfall_restored_records_total");
        running.remove().kill();
        instances.awaitShares(PARTITIONS);
        long longest = instances.awaitMore();
        double restored = metric(stays, "footfall_restored_records_total") - before;
        System.out.println("one of two was killed: longest delay of a turn " + longest + " ms, restored " + restored
                + " of " + instances.changelogs() + " records");
        assertThat(restored).isLessThan(instances.changelogs() / 20.0);
    }

    /** Why an instance with an empty folder is not ready, until it is. */
    private static Set<String> reasons(Instances instances) throws Exception {
        int port = Ports.free();
        var slowly = Map.of("restore.consumer.max.poll.records", "20");
        instances.start(ChildJava.classPath(), 9, slowly, "--set", "serve_port=" + port);
        var reasons = new LinkedHashSet<String>();
        Awaitility.await()
                .atMost(ChildUp.PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .ignoreException(ConnectException.class)
                .until(() -> {
                    var body = Instances.get("http://127.0.0.1:" + port + "/health/ready");
                    reasons.addAll(Stream.of("rebalancing", "restoring")
                            .filter(reason -> body.contains("\"part\":\"topology\",\"reason\":\"" + reason + '"'))
                            .toList());
                    return body.equals("{\"status\":\"ready\",\"reasons\":[]}");
                });
        return reasons;
    }
}
