package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.tail.LocalDisk;
import footfall.testkit.Cluster;
import footfall.testkit.Defaults;
import footfall.testkit.LongSuite;
import footfall.testkit.Ports;
import footfall.testkit.QbitTalk;
import footfall.testkit.SharedCluster;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that grow while a shipper follows them, through a broker: the turns are those of the whole files. */
@Timeout(300)
class ShipIT extends SharedCluster {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int SESSIONS = 6;

    @TempDir
    Path here;

    private static byte[] transcript(int session) {
        var lines = session("s" + session);
        for (int turn = 0; turn < 5; turn++) {
            lines.prompt(turn * 100, "go").with("cwd", "/w/shop");
            for (int step = 0; step < 6; step++) {
                var call = turn + "-" + step;
                lines.assistant(turn * 100 + step, call, use(step % 3 == 0 ? "Read" : "Bash", call))
                        .usage(step, 1);
                lines.result(turn * 100 + step, call);
            }
            lines.duration(turn * 100 + 30, 5);
        }
        return lines.bytes();
    }

    private Path file(int session) throws IOException {
        return Files.createDirectories(here.resolve("home/projects/-w-shop")).resolve("s" + session + ".jsonl");
    }

    private Shipper shipper(Cluster.Footfall footfall, String data, Map<String, String> client) throws IOException {
        return shipper(footfall, List.of(here.resolve("home")), data, client);
    }

    private Shipper shipper(Cluster.Footfall footfall, List<Path> homes, String data, Map<String, String> client)
            throws IOException {
        var shipping = new ShipSettings(
                homes, Defaults.REDACT, LineParser.LINE_BYTES_MAX, Duration.ofMillis(300), Duration.ofMillis(50));
        var settings = new ShipSettings.ShipperSettings(
                shipping,
                here.resolve(data),
                client,
                footfall.settings().prefix(),
                Shipment.BOX,
                Duration.ofMillis(500),
                false);
        return Shipper.start(settings, new Shipper.Dependencies(new LocalDisk(), Clock.systemUTC(), said -> {}, null));
    }

    private Shipper shipper(Cluster.Footfall footfall, String data) throws IOException {
        return shipper(footfall, data, cluster.client());
    }

    /** Appends all transcripts in random pieces, in turns; {@code between} is run after each piece. */
    private void write(long seed, Runnable between) throws IOException {
        var random = new Random(seed);
        var contents = new ArrayList<byte[]>();
        var written = new int[SESSIONS];
        for (int i = 0; i < SESSIONS; i++) {
            contents.add(transcript(i));
        }
        var open = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
        while (!open.isEmpty()) {
            int one = open.get(random.nextInt(open.size()));
            int from = written[one];
            int to = Math.min(contents.get(one).length, from + 1 + random.nextInt(1_500));
            var piece = Arrays.copyOfRange(contents.get(one), from, to);
            Files.write(file(one), piece, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            written[one] = to;
            if (to == contents.get(one).length) {
                open.remove((Integer) one);
            }
            between.run();
        }
    }

    /** For files that no longer grow and that this shipper found at its start. */
    private void awaitNothingBehind(Shipper shipper) {
        await(shipper, now -> now.files() == SESSIONS && now.bytesBehind() == 0);
    }

    /** For files that grew meanwhile: after each notification nothing is behind until the next one. */
    private void awaitAllLines(Shipper shipper) {
        int lines = Shipment.below(here.resolve("home"), Shipment.BOX).records().size();
        await(shipper, now -> now.lines() >= lines);
        assertThat(shipper.progress().lines()).isEqualTo(lines);
    }

    private static void await(Shipper shipper, Predicate<ShipProgress> condition) {
        Awaitility.await().atMost(PATIENCE).until(() -> {
            if (shipper.end().toCompletableFuture().isCompletedExceptionally()) {
                shipper.end().toCompletableFuture().join();
            }
            return condition.test(shipper.progress());
        });
    }

    private void assertTurnsOfFiles(Cluster.Footfall footfall) {
        var expected = TurnText.of(Shipment.below(here.resolve("home"), Shipment.BOX)
                .turns(Story.RULES)
                .values());
        assertThat(expected).hasSize(SESSIONS * 5);
        assertThat(TurnText.of(footfall.run(1))).containsExactlyEntriesOf(expected);
    }

    @Test
    void filesAppendedInPiecesGiveTheTurnsOfTheWholeFiles() throws IOException {
        var footfall = cluster.footfall("pieces", 3, Story.RULES);
        try (var shipper = shipper(footfall, "data")) {
            write(1, Thread::yield);
            awaitAllLines(shipper);
        }
        assertTurnsOfFiles(footfall);
    }

    @Test
    void aShipperThatIsStoppedAndStartedInTheMiddleSendsNothingTwice() throws IOException {
        var footfall = cluster.footfall("restart", 3, Story.RULES);
        write(2, () -> {});
        var lines = 0L;
        for (int half = 0; half < 2; half++) {
            try (var shipper = shipper(footfall, "data")) {
                awaitNothingBehind(shipper);
                lines += shipper.progress().lines();
            }
        }
        Files.write(file(0), session("s0").prompt(900, "more").bytes(), StandardOpenOption.APPEND);
        try (var shipper = shipper(footfall, "data")) {
            await(shipper, now -> now.lines() == 1);
            awaitNothingBehind(shipper);
        }
        assertThat(lines + 1)
                .isEqualTo(Shipment.below(here.resolve("home"), Shipment.BOX)
                        .records()
                        .size());
    }

    /** Each event writes the array anew, in two steps, so that a reader meets half of it. */
    @Test
    void sessionsOfClaudeAndOfQbitThatGrowTogetherGiveTheTurnsOfTheWholeFiles() throws IOException {
        var footfall = cluster.footfall("dialects", 3, Story.RULES);
        var talks = List.of(new QbitTalk(1), new QbitTalk(2));
        var folder = Files.createDirectories(here.resolve(".qbit/transcripts"));
        var array = Files.createDirectories(folder.resolve("q-array")).resolve("transcript.json");
        var lines = Files.createDirectories(folder.resolve("q-lines")).resolve("transcript.json");
        var claude = new String(transcript(0), StandardCharsets.UTF_8).split("(?<=\n)");
        var homes = List.of(here.resolve("home"), here.resolve(".qbit"));
        try (var shipper = shipper(footfall, homes, "data", cluster.client())) {
            for (int i = 0; i < 60; i++) {
                var whole = talks.get(0).array(Math.min(i, talks.get(0).size()));
                Files.writeString(array, whole.substring(0, whole.length() / 2));
                Files.writeString(array, whole);
                Files.writeString(
                        lines, talks.get(1).lines(Math.min(i, talks.get(1).size())));
                if (i < claude.length) {
                    Files.writeString(file(0), claude[i], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                }
            }
            Files.write(file(0), transcript(0));
            await(shipper, now -> now.files() == 3 && now.bytesBehind() == 0);
        }
        // Reads what was not noticed yet.
        try (var shipper = shipper(footfall, homes, "data", cluster.client())) {
            await(shipper, now -> now.files() == 3 && now.bytesBehind() == 0);
        }
        var expected = TurnText.of(Shipment.below(here.resolve("home"), Shipment.BOX)
                .turns(Story.RULES)
                .values());
        expected.putAll(TurnText.of(Shipment.below(here.resolve(".qbit"), Shipment.BOX)
                .turns(Story.RULES)
                .values()));
        assertThat(expected.keySet())
                .anyMatch(id -> id.startsWith("q-array"))
                .anyMatch(id -> id.startsWith("q-lines"))
                .anyMatch(id -> id.startsWith("s0"));
        assertThat(TurnText.of(footfall.run(1))).containsExactlyEntriesOf(expected);
    }

    @Test
    @LongSuite
    void aBrokerThatStartsLateGetsEverythingAndUntilThenIsReportedUnreachable() throws IOException {
        var late = here.resolve("late");
        write(3, () -> {});
        int port = Ports.free();
        var client = Cluster.client(late, port);
        var rules = cluster.footfall("late", 3, Story.RULES);
        try (var shipper = shipper(rules, "data", client)) {
            Awaitility.await().atMost(PATIENCE).until(() -> shipper.progress().waitsFor() != null);
            try (var broker = Cluster.start(late, port)) {
                var footfall = broker.footfall("late", 3, Story.RULES);
                awaitNothingBehind(shipper);
                assertThat(shipper.progress().waitsFor()).isNull();
                assertTurnsOfFiles(footfall);
            }
        }
    }

    @Test
    void twoShippersOnOneHomeGiveTheTurnsOfOne() throws IOException {
        var footfall = cluster.footfall("two", 3, Story.RULES);
        try (var one = shipper(footfall, "one");
                var other = shipper(footfall, "other")) {
            write(4, Thread::yield);
            awaitAllLines(one);
            awaitAllLines(other);
        }
        assertTurnsOfFiles(footfall);
    }

    @Test
    void withTheBrokerAwayItStillCloses() throws IOException {
        write(5, () -> {});
        var footfall = cluster.footfall("away", 1, Story.RULES);
        var shipper = shipper(footfall, "data", Map.of("bootstrap.servers", "127.0.0.1:" + Ports.free()));
        Awaitility.await().atMost(PATIENCE).until(() -> shipper.progress().waitsFor() != null);
        shipper.close();
        assertThat(shipper.end().toCompletableFuture()).isCompleted();
    }
}
