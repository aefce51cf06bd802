package footfall.cli;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.testkit.ChildJava;
import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Ports;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.wire.Channels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two and three instances over one broker: every question gives the same answer from each. While one joins, and while
 * one was killed and a turn reopens, each answer of the others is whole, or says what is missing or stale; it is whole
 * again after the rebalance. A client of events that continues on another instance gets each turn once.
 */
@LongSuite
@Timeout(900)
class InstancesAnswerIT {
    private static final int PARTITIONS = 4;
    private static final int SESSIONS = 12;
    /** Closed ones. */
    private static final int TURNS = SESSIONS * 3 - 4;
    /** Also of open turns. */
    private static final int CALLS = SESSIONS * (1 + 2 + 3) + 3 * SESSIONS / 4 * (0 + 1 + 2 + 3);

    private static final int TURN_LINES = 4;
    private static final Duration PATIENCE = ChildUp.PATIENCE;
    private static final String PREFIX = "many.";
    private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");

    @TempDir
    Path folder;

    private final int port = Ports.free();
    private final List<ChildUp> started = new ArrayList<>();

    /** A session with three turns, the last of which stays open in every third session. */
    private static Transcripts transcript(int number) {
        var lines = session("s" + number);
        for (int turn = 0; turn < 3; turn++) {
            int at = 100 * turn + number;
            lines.prompt(at, "go").with("cwd", "/w/p" + number % 2);
            for (int step = 0; step <= turn + number % 4; step++) {
                lines.assistant(at, turn + "-" + step, use(step == 1 ? "Bash" : "Read", turn + "-" + step))
                        .usage(step, turn);
            }
            lines.failed(at + 1, turn + "-0", "no");
            if (turn < 2 || number % 3 > 0) {
                lines.duration(at + 2, 10);
            }
        }
        return lines;
    }

    /** The lines that are added to those of a session. */
    private static List<Shipment.Sent> more(int number, UnaryOperator<Transcripts> lines) {
        var transcript = transcript(number);
        int sent = records(number, transcript).size();
        lines.apply(transcript);
        var all = records(number, transcript);
        return all.subList(sent, all.size());
    }

    private static List<Shipment.Sent> records(int number, Transcripts transcript) {
        return Shipment.of("s" + number + ".jsonl", transcript).records();
    }

    private AskedInstance start(int number) throws Exception {
        var arguments = Stream.of(
                        "tally_retention=36500d", "idle_timeout=36500d", "alert_max_age=36500d", "serve_port=0")
                .flatMap(setting -> Stream.of("--set", setting))
                .toArray(String[]::new);
        var state = folder.resolve("instance-" + number);
        var instance = ChildUp.stream(ChildJava.classPath(), folder, port, PREFIX, state, Map.of(), arguments);
        started.add(instance);
        var said = URL.matcher(instance.says("metrics and health at ").err());
        assertThat(said.find()).as(instance.err()).isTrue();
        return new AskedInstance(said.group());
    }

    /**
     * What an instance answers when every answer is whole, and contains all turns and calls that were sent. Asked
     * twice: some of the first answers may be from before the last commit.
     */
    private static Map<String, JsonNode> truth(AskedInstance instance, int turns, int calls) {
        var truth = new AtomicReference<Map<String, JsonNode>>();
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
            truth.set(instance.whole());
            assertThat(items(truth.get(), "turns?limit=500")).isEqualTo(turns);
            assertThat(sum(truth.get(), "sessions?limit=500", "total_tools")).isEqualTo(calls);
            assertThat(sum(truth.get(), "tools", "count")).isEqualTo(sum(truth.get(), "turns?limit=500", "length"));
            assertSame(instance.whole(), truth.get());
        });
        return truth.get();
    }

    /** Question by question, so that a difference is short enough to be read. */
    private static void assertSame(Map<String, JsonNode> answers, Map<String, JsonNode> others) {
        assertThat(answers).hasSameSizeAs(others);
        answers.forEach((question, answer) -> assertThat(answer).as(question).isEqualTo(others.get(question)));
    }

    private static int items(Map<String, JsonNode> truth, String question) {
        return truth.get(question).path("items").size();
    }

    private static int sum(Map<String, JsonNode> truth, String question, String field) {
        int sum = 0;
        for (var item : truth.get(question).path("items")) {
            sum += item.path(field).asInt();
        }
        return sum;
    }

    private static void awaitStandbys(AskedInstance instance) {
        Awaitility.await().atMost(PATIENCE).until(() -> {
            var replicas = new ArrayList<Integer>();
            var stores = instance.ask("topology").answer().path("stores");
            stores.forEach(store -> replicas.add(store.path("replicas").size()));
            return replicas.size() == 3 * PARTITIONS && replicas.stream().allMatch(two -> two == 2);
        });
    }

    private static List<String> committed(Cluster.Footfall footfall) {
        var turns = new ArrayList<String>();
        footfall.committed().each(Channels.TURNS, record -> {
            var turn = record.value();
            turns.add(turn.id().turnId() + " " + turn.revision());
        });
        return turns;
    }

    @Test
    void everyQuestionGivesTheSameAnswerFromEachInstanceAndNoneIsSilentlyLess() throws Exception {
        try (var cluster = Cluster.start(folder, port)) {
            var footfall = cluster.footfall("many", PARTITIONS, Story.RULES);
            for (int i = 0; i < SESSIONS; i++) {
                footfall.send(records(i, transcript(i)));
            }
            var one = start(0);
            var two = start(1);
            var truth = truth(one, TURNS, CALLS);
            assertSame(truth(two, TURNS, CALLS), truth);
            assertThat(items(truth, "turns/open?limit=500")).isEqualTo(4);
            assertThat(items(truth, "alerts?limit=500")).isPositive();
            var third = aThirdJoins(List.of(one, two), truth);
            theThirdIsKilled(footfall, List.of(one, two), third);
        } finally {
            started.forEach(ChildUp::close);
        }
    }

    private AskedInstance aThirdJoins(List<AskedInstance> others, Map<String, JsonNode> truth) throws Exception {
        var loops = others.stream().map(other -> other.again().loop(() -> true)).toList();
        var third = start(2);
        assertSame(truth(third, TURNS, CALLS), truth);
        awaitStandbys(third);
        assertTrue(loops, Answered.always(truth));
        return third;
    }

    private static void assertTrue(List<AskedInstance> loops, Answered truth) throws Exception {
        for (var loop : loops) {
            loop.end();
            assertThat(loop.seen()).isNotEmpty().allSatisfy(truth::assertTrue);
        }
    }

    /** Six turns are added, of which a client gets three before the kill; one of them reopens after it. */
    private void theThirdIsKilled(Cluster.Footfall footfall, List<AskedInstance> others, AskedInstance third)
            throws Exception {
        var first = committed(footfall);
        var events = new ArrayList<String>();
        var at = third.turns(null, 0, events);
        for (int i : List.of(1, 2, 4, 5, 7, 8)) {
            footfall.send(more(i, InstancesAnswerIT::turn));
        }
        at = third.turns(at, 3, events);
        var before = truth(others.get(0), TURNS + 6, CALLS + 6);
        assertSame(truth(others.get(1), TURNS + 6, CALLS + 6), before);

        var isReopened = new AtomicBoolean();
        var loops = others.stream()
                .map(other -> other.again().loop(() -> !isReopened.get()))
                .toList();
        started.get(2).kill();
        loops.forEach(loop ->
                loop.awaitStandby("turns?limit=500").awaitStandby("tools").awaitStandby("turns/open?limit=500"));
        isReopened.set(true);
        footfall.send(more(2, lines -> step(turn(lines), "again")).subList(TURN_LINES, TURN_LINES + 3));
        at = others.get(0).turns(at, 4, events);
        var after = truth(others.get(0), TURNS + 6, CALLS + 7);
        assertSame(truth(others.get(1), TURNS + 6, CALLS + 7), after);
        assertTrue(loops, new Answered(before, after, "s2:3"));

        var since = committed(footfall);
        first.forEach(since::remove);
        assertThat(since).hasSize(7).contains("s2:3 0", "s2:3 1");
        assertThat(events).containsExactlyInAnyOrderElementsOf(since);
    }

    private static Transcripts turn(Transcripts lines) {
        return step(lines.prompt(500, "go"), "3-0");
    }

    /** A call that fails, and the end of the turn. */
    private static Transcripts step(Transcripts lines, String call) {
        return lines.assistant(501, call, use("Bash", call))
                .failed(502, call, "no")
                .duration(503, 10);
    }
}
