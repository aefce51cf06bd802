package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.config.Config;
import footfall.config.Environment;
import footfall.desire.DesireRules;
import footfall.testkit.Cluster;
import footfall.testkit.FileTallies;
import footfall.testkit.LineFlow;
import footfall.testkit.Ports;
import footfall.testkit.Revisions;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnDelays;
import footfall.testkit.TurnText;
import footfall.turn.TurnRules;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real {@code stream} processes over one broker, while lines flow: partitions spread over them, they are killed
 * and drained; turns and tallies are those of the files. {@code -Dfootfall.instances.ends} says how often one of
 * three ends, {@code -Dfootfall.seed} how.
 */
@Timeout(600)
class SeveralInstancesIT {
    private static final int PARTITIONS = 4;
    private static final String PREFIX = "in.";

    /** Offsets that a standby may be behind while lines flow. */
    private static final int CAUGHT_UP = 100;

    private static final int ENDS = Integer.getInteger("footfall.instances.ends", 1);

    private final Deque<ChildUp> running = new ArrayDeque<>();

    @TempDir
    Path folder;

    private int port;
    private Cluster.Footfall footfall;

    private ChildUp stream(int number) throws Exception {
        return ChildUp.stream(
                folder,
                port,
                PREFIX,
                folder.resolve("instance-" + number % 3),
                Map.of(),
                "--set",
                "tally_retention=36500d",
                "--set",
                "serve_port=0");
    }

    @Test
    void instancesAreKilledAndDrainedWhileLinesFlow() throws Exception {
        long seed = Long.getLong("footfall.seed", System.nanoTime());
        System.out.println("-Dfootfall.seed=" + seed);
        port = Ports.free();
        try (var cluster = Cluster.start(folder, port)) {
            footfall = cluster.footfall("in", PARTITIONS, Story.RULES);
            try (var flow = LineFlow.start(footfall, folder.resolve("projects"));
                    var turns = TurnDelays.start(footfall)) {
                running.add(stream(0));
                running.add(stream(1));
                running.getFirst().says("stops it");
                awaitShares(2, 2);
                endSome(new Random(seed), turns);
                killTheLastButOne(turns);
                assertHolds(flow.finish(), turns);
                assertThat(running.remove().stop().exit()).isEqualTo(143);
            } finally {
                running.forEach(ChildUp::close);
            }
        }
    }

    /** A third one starts, in the folder of the one that ended before; then the oldest ends. */
    private void endSome(Random random, TurnDelays turns) throws Exception {
        for (int end = 0; end < ENDS; end++) {
            running.add(stream(2 + end));
            awaitShares(1, 1, 2);
            awaitMore(turns);
            turns.longest();
            var oldest = running.remove();
            boolean isDrained = end == 0 || random.nextBoolean();
            if (isDrained) {
                assertThat(oldest.stop().exit()).isEqualTo(143);
            } else {
                oldest.kill();
            }
            awaitShares(2, 2);
            awaitMore(turns);
            System.out.println((isDrained ? "one of three was drained" : "one of three was killed")
                    + ": longest delay of a turn " + turns.longest() + " ms");
        }
    }

    /** The last one has a standby of each store. */
    private void killTheLastButOne(TurnDelays turns) throws Exception {
        var stays = running.getLast();
        awaitStandbys(stays);
        turns.longest();
        double before = metric(stays, "footfall_restored_records_total");
        running.remove().kill();
        awaitShares(PARTITIONS);
        awaitMore(turns);
        double restored = metric(stays, "footfall_restored_records_total") - before;
        System.out.println("one of two was killed: longest delay of a turn " + turns.longest() + " ms, restored "
                + restored + " of " + changelogs() + " records");
        assertThat(restored).isLessThan(changelogs() / 20.0);
    }

    private void awaitShares(long... partitions) {
        var expected = LongStream.of(partitions).boxed().toList();
        for (var topic : List.of("in.lines", "in.turns", "in-tally-by-key-repartition")) {
            Awaitility.await()
                    .atMost(ChildUp.PATIENCE)
                    .until(() -> footfall.shares(topic).equals(expected));
        }
    }

    /** Every partition has come further by some turns. */
    private static void awaitMore(TurnDelays turns) {
        int enough = turns.count() + 15 * PARTITIONS;
        Awaitility.await().atMost(ChildUp.PATIENCE).until(() -> turns.count() >= enough);
    }

    private void assertHolds(Shipment files, TurnDelays read) throws Exception {
        var rules = rules();
        var turns = files.turns(rules);
        Awaitility.await().atMost(ChildUp.PATIENCE).until(() -> read.hasAll(turns.keySet()));
        assertThat(TurnText.of(footfall.turns())).isEqualTo(TurnText.of(turns.values()));
        Revisions.assertOneContentEach(footfall.committed());
        var tallies = FileTallies.of(files.walks(rules), DesireRules.DEFAULTS, null);
        Awaitility.await()
                .atMost(ChildUp.PATIENCE)
                .until(() -> footfall.tallies().equals(tallies));
    }

    private TurnRules rules() throws Exception {
        var environment = new Environment(Map.of("HOME", folder.toString()));
        return Config.read(environment, new Config.Flags(null, List.of()))
                .topologySettings()
                .turnRules();
    }

    private static void awaitStandbys(ChildUp instance) {
        Awaitility.await()
                .atMost(ChildUp.PATIENCE)
                .until(() -> metric(instance, "footfall_standby_lag_records") < CAUGHT_UP);
    }

    private static double metric(ChildUp instance, String name) throws Exception {
        var url = Pattern.compile("http://127\\.0\\.0\\.1:\\d+").matcher(instance.err());
        assertThat(url.find()).as(instance.err()).isTrue();
        var request =
                HttpRequest.newBuilder(URI.create(url.group() + "/metrics")).build();
        var body = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
        var value = Pattern.compile("^" + name + " (\\S+)$", Pattern.MULTILINE).matcher(body);
        assertThat(value.find()).as(body).isTrue();
        return Double.parseDouble(value.group(1));
    }

    /** The length of all changelogs. */
    private long changelogs() throws Exception {
        var offsets = new HashMap<TopicPartition, OffsetSpec>();
        for (var store : List.of("assembler", "turn-log", "tally")) {
            for (int i = 0; i < PARTITIONS; i++) {
                offsets.put(new TopicPartition("in-" + store + "-changelog", i), OffsetSpec.latest());
            }
        }
        try (var admin = Admin.create(Map.copyOf(footfall.client()))) {
            return admin.listOffsets(offsets).all().get().values().stream()
                    .mapToLong(ListOffsetsResultInfo::offset)
                    .sum();
        }
    }
}
