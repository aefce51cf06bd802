package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.SessionId;
import footfall.row.MemoryRows;
import footfall.row.RowKey;
import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.FoldRows;
import footfall.turn.Origin;
import footfall.turn.Step;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import footfall.view.Filter;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.wire.Forget;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turns while they are open: their snapshots, and which of them are listed. */
class OpenTurnsThroughTheDriverTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);

    private static final Instant LIVE = Transcripts.START;

    private static final Duration MOMENT = Duration.ofMillis(250);

    @TempDir
    Path state;

    private Driver driver() {
        return new Driver(SETTINGS, state, LIVE);
    }

    private static Transcripts calls(int count) {
        var lines = session("s1").prompt(0, "go").with("cwd", "/w/shop");
        IntStream.range(0, count).forEach(i -> lines.assistant(i / 100, "m" + i, use("Read", "t" + i)));
        return lines;
    }

    /** The length in each record; -1 for a tombstone. */
    private static List<Integer> lengths(Driver driver) {
        return driver.open().stream()
                .map(record ->
                        record.value() == null ? -1 : record.value().size().length())
                .toList();
    }

    @Test
    void aRecordDescribesTheTurnSoFar() {
        try (var driver = driver()) {
            var lines = session("s1").prompt(0, "go").with("cwd", "/w/shop");
            lines.assistant(1, "m1", use("Read", "t1"), use("Read", "t2")).usage(5, 7);
            lines.failed(2, "t1", "Exit code 1").result(3, "t2");
            Shipment.of(lines).records().forEach(line -> driver.advance(MOMENT).arrive(line));
            assertThat(lengths(driver)).containsExactly(2, 2, 2);
            var last = driver.open().get(2);
            assertThat(last.key()).isEqualTo("s1");
            assertThat(last.timestamp()).isEqualTo(driver.now().toEpochMilli());
            assertThat(last.value())
                    .isEqualTo(new TurnSnapshot(
                            new Turn.Id("s1:0", new SessionId("s1"), null, 0),
                            false,
                            new Turn.Size(2, "Read{2+}", false),
                            1,
                            steps(driver),
                            Transcripts.START,
                            Transcripts.at(3),
                            null,
                            last.value().spend(),
                            new Turn.Product("claude", null),
                            new Origin("shop", "box", "ada"),
                            null));
            assertThat(last.value().spend().tokens()).isEqualTo(new Tokens(5, 7, 0, 0, 0));
            assertThat(last.value().spend().costUsd()).isNotEqualTo(BigDecimal.ZERO);
        }
    }

    /** Those of the turn that closes later. */
    private static List<Step> steps(Driver driver) {
        driver.pass(Duration.ofHours(1));
        return driver.turns().get(0).steps();
    }

    @Test
    void aFastTurnSendsARecordEachInterval() {
        try (var driver = driver()) {
            var lines = Shipment.of(calls(30)).records();
            driver.arrive(lines.subList(0, 11));
            assertThat(lengths(driver)).containsExactly(1);
            driver.advance(MOMENT.minusMillis(1));
            assertThat(lengths(driver)).containsExactly(1);
            driver.advance(Duration.ofMillis(25));
            assertThat(lengths(driver)).containsExactly(1, 10);
            driver.arrive(lines.subList(11, 31)).advance(MOMENT);
            assertThat(lengths(driver)).containsExactly(1, 10, 30);
            var last = driver.open().get(2).value();
            assertThat(last.lastSteps())
                    .extracting(Step::sequence)
                    .containsExactlyElementsOf(IntStream.range(10, 30).boxed().toList());
        }
    }

    @Test
    void aTombstoneFollowsTheCloseAlsoAfterARestart() {
        try (var driver = driver()) {
            driver.arrive(Shipment.of(calls(3)).records()).advance(MOMENT);
            assertThat(lengths(driver)).containsExactly(1, 3);
            driver.pass(Duration.ofHours(1));
            assertThat(driver.turns()).hasSize(1);
            assertThat(lengths(driver)).containsExactly(1, 3, -1);
        }
        var restarted = new MemoryTopology(SETTINGS, LIVE);
        restarted.arrive(Shipment.of(calls(3)).records()).pass(MOMENT).restart();
        assertThat(restarted.latest()).containsKey("open s1");
        restarted.pass(Duration.ofHours(1));
        assertThat(restarted.latest()).containsKey("turns s1:0").doesNotContainKey("open s1");
    }

    @Test
    void aChangeThatWasNotSentBeforeARestartIsSentAfterIt() {
        var topology = new MemoryTopology(SETTINGS, LIVE);
        topology.arrive(Shipment.of(calls(3)).records()).restart();
        assertThat(((TurnSnapshot) topology.latest().get("open s1")).size().length())
                .isEqualTo(1);
        topology.pass(Duration.ofMillis(1));
        assertThat(((TurnSnapshot) topology.latest().get("open s1")).size().length())
                .isEqualTo(3);
    }

    @Test
    void aTurnThatContinuesIsSentAgain() {
        try (var driver = driver()) {
            var lines = calls(2).endTurn(1, "m2");
            lines.assistant(8, "m3", use("Read", "t9"));
            var sent = Shipment.of(lines).records();
            driver.arrive(sent.subList(0, 4)).advance(MOMENT).pass(Duration.ofSeconds(6));
            assertThat(lengths(driver)).containsExactly(1, 2, -1);
            driver.arrive(sent.get(4)).pass(Duration.ofHours(1));
            assertThat(lengths(driver)).containsExactly(1, 2, -1, 3, -1);
            assertThat(driver.turns()).extracting(Turn::revision).containsExactly(0, 1);
        }
    }

    @Test
    void historyAndCopiesSendNone() {
        try (var driver =
                new Driver(SETTINGS, state, LIVE.plus(Duration.ofMinutes(10)).plusMillis(1))) {
            driver.arrive(Shipment.of(calls(3)).records()).pass(Duration.ofHours(1));
            assertThat(driver.turns()).hasSize(1);
            assertThat(driver.open()).isEmpty();
        }
        try (var driver = new Driver(SETTINGS, state.resolve("copy"), LIVE)) {
            var copied = Shipment.of(calls(3)).records().stream()
                    .map(sent -> sent.copiedFrom("s0"))
                    .toList();
            driver.arrive(copied).pass(Duration.ofHours(1));
            assertThat(driver.turns()).hasSize(1);
            assertThat(driver.open()).isEmpty();
        }
    }

    @Test
    void aSubagentHasItsOwnRecordInThePartitionOfItsSession() {
        try (var driver = driver()) {
            var lines = session("s1").agent("a1").prompt(0, "x").assistant(1, "m", use("Read", "r"));
            driver.arrive(Shipment.of(lines).records());
            assertThat(driver.open()).extracting(TestRecord::key).containsExactly("s1/a1");
            assertThat(driver.open().get(0).value().id().agentId()).isEqualTo("a1");
        }
    }

    @Test
    void forgettingWithdrawsTheRecord() {
        try (var driver = driver()) {
            driver.arrive(Shipment.of(calls(3)).records());
            var request = Forget.session("request", "s1");
            var headers = new RecordHeaders();
            request.addTo(headers);
            driver.arrive(request.key(), request.bytes(), headers).pass(Duration.ofHours(1));
            assertThat(lengths(driver)).containsExactly(1, -1);
        }
    }

    /** How many of one open turn of claude meet a filter; none is listed, because that reads the stores. */
    private static long count(Filter filter, String value) throws Exception {
        var rows = new MemoryRows();
        Fold.over(rows, Story.RULES, Transcripts.START)
                .feed(session("s1")
                        .prompt(0, "go")
                        .with("cwd", "/w/shop")
                        .with("version", "2.1.7")
                        .assistant(1, "m", use("Read", "t1"))
                        .with("version", "2.1.7"));
        var open = new ArrayList<TopologyStatus.Open>();
        rows.each(RowKey.all(FoldRows.TRAIL, new SessionId("s1")), (key, trail) -> {
            assertThat(trail.hasOpenTurn()).isTrue();
            open.add(new TopologyStatus.Open(0, key.trailId(), trail));
        });
        assertThat(open).hasSize(1);
        var found = new StoreViews(null, null, null, Defaults.topology(Story.RULES))
                .openTurns(open, Selection.ALL.with(filter, value), 0);
        assertThat(found).isEqualTo(new OpenTurns(List.of(), found.count()));
        return found.count();
    }

    @Test
    void theyAreSelectedByTheirAgentAndItsVersion() throws Exception {
        assertThat(count(Filter.AGENT, "claude")).isEqualTo(1);
        assertThat(count(Filter.AGENT, "codex")).isZero();
        assertThat(count(Filter.AGENT_VERSION, "2.1.7")).isEqualTo(1);
        assertThat(count(Filter.AGENT_VERSION, "2.1.8")).isZero();
    }

    @Test
    void theyAreSelectedByTheirPlace() throws Exception {
        assertThat(count(Filter.PROJECT, "shop")).isEqualTo(1);
        assertThat(count(Filter.PROJECT, "till")).isZero();
        assertThat(count(Filter.HOST, Fold.HOST)).isEqualTo(1);
        assertThat(count(Filter.HOST, "other")).isZero();
    }
}
