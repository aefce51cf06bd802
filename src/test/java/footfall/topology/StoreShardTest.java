package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.pattern.Subject;
import footfall.pattern.TalliedTurn;
import footfall.pattern.Tallies;
import footfall.pattern.TallyView;
import footfall.session.SessionSummary;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Position;
import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.Direction;
import footfall.view.Filter.InvalidFilter;
import footfall.view.Records;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Share;
import footfall.view.StoreKind;
import footfall.view.ToolFold;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.wire.Json;
import footfall.wire.LineHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the stores of a partition answer: the same as a fold over the turns that came out. */
class StoreShardTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Shard.Range ALL = new Shard.Range(null, Integer.MAX_VALUE, Integer.MAX_VALUE);
    private static final Share EVERYTHING =
            new Share(Map.of(StoreKind.TRAILS, Set.of(0), StoreKind.LOG, Set.of(0), StoreKind.TALLIES, Set.of(0)));
    private static final Set<Subject.Kind> KINDS = Set.of(Subject.Kind.values());

    @TempDir
    Path state;

    private Driver driver;

    /** Sessions that overlap, with a subagent, a failure, a long turn and a copy. */
    @BeforeEach
    void process() {
        driver = new Driver(SETTINGS, state, Transcripts.START);
        for (int i = 0; i < 4; i++) {
            var lines = session("s" + i);
            for (int turn = 0; turn < 5; turn++) {
                lines.prompt(20 * turn + i, "go").with("cwd", "/w/p" + i % 2);
                for (int step = 0; step <= turn + i; step++) {
                    lines.assistant(
                            20 * turn + i, turn + "-" + step, use(step % 3 == 2 ? "Bash" : "Read", turn + "-" + step));
                }
                lines.failed(20 * turn + i + 1, turn + "-0", "no").duration(20 * turn + i + 2, 10);
            }
            driver.arrive(Shipment.of("s" + i + ".jsonl", lines).records());
        }
        var copy = session("s9")
                .prompt(0, "go")
                .assistant(1, "0-0", use("Read", "0-0"))
                .duration(2, 10);
        Shipment.of("s9.jsonl", copy).records().forEach(one -> driver.arrive(List.of(one.copiedFrom("s0"))));
        driver.pass(LONG);
        driver.arrive(Shipment.of("open.jsonl", session("open").prompt(900, "go"))
                        .records())
                .advance(Duration.ofMillis(100));
    }

    @AfterEach
    void close() {
        driver.close();
    }

    /** The stores of the driver's only task. */
    private StoreShard shard(Share share) {
        return new StoreShard(new DriverStores(driver), share, () -> Long.MAX_VALUE);
    }

    private StoreShard shard() {
        return shard(EVERYTHING);
    }

    private List<Turn> turns() {
        return driver.lastTurns().values().stream()
                .sorted(Comparator.comparing(Position::of))
                .toList();
    }

    private List<Turn> turns(Selection selection) {
        return turns().stream().filter(selection::admits).toList();
    }

    @Test
    void turnsAreThoseThatCameOutInOrderOfTimeForEverySelectionAndPageAndScanLimit() throws InvalidFilter {
        assertThat(turns()).hasSize(21);
        for (var selection : ShardSelections.all()) {
            assertThat(shard().turns(selection, ALL))
                    .isEqualTo(new Shard.Slice<>(
                            turns(selection), shard().turns(selection, ALL).scanned(), null));
            for (int size : List.of(1, 3, 50)) {
                assertThat(paged(size, size, range -> shard().turns(selection, range), Position::of))
                        .as(selection + " in pages of " + size)
                        .isEqualTo(turns(selection));
                assertThat(paged(100, size, range -> shard().turns(selection, range), Position::of))
                        .as(selection + " by scans of " + size)
                        .isEqualTo(turns(selection));
            }
        }
    }

    @Test
    void aPageOfWhichTheTotalIsAskedSaysHowManyTurnsAreSelectedAndHowManyOfThemAreCopies() throws InvalidFilter {
        for (var selection : ShardSelections.all()) {
            var selected = turns(selection);
            var page = shard().turns(selection, new Shard.Range(null, 2, 100, Direction.DESC, true));
            assertThat(page.items()).hasSize(Math.min(2, selected.size()));
            assertThat(page.total())
                    .isEqualTo(new Answer.Total(
                            selected.size(),
                            selected.stream()
                                    .filter(turn -> turn.prompt().copyOf() != null)
                                    .count()));
            assertThat(shard().turns(selection, ALL).total()).isNull();
        }
        var late = new StoreShard(new DriverStores(driver), EVERYTHING, () -> 0);
        assertThat(late.turns(Selection.ALL, new Shard.Range(null, 2, 100, Direction.DESC, true))
                        .total())
                .isNull();
    }

    @Test
    void aScanThatIsLateEndsAfterTheTurnsOfOneMillisecondAndSaysWhere() {
        var late = new StoreShard(new DriverStores(driver), EVERYTHING, () -> 0);
        var first = turns().subList(0, 2);
        var reached = Position.of(first.get(1));
        assertThat(late.turns(Selection.ALL, ALL)).isEqualTo(new Shard.Slice<>(first, 2, reached));
        assertThat(late.tool("Read", Selection.ALL, 100).reached()).isEqualTo(reached);
        assertThat(paged(100, 100, range -> late.turns(Selection.ALL, range), Position::of))
                .isEqualTo(turns());
    }

    private static <T> List<T> paged(
            int limit, int scanMax, Function<Shard.Range, Shard.Slice<T>> question, Function<T, Position> position) {
        var all = new ArrayList<T>();
        Position after = null;
        do {
            var page = question.apply(new Shard.Range(after, limit, scanMax));
            assertThat(page.items().size()).isLessThanOrEqualTo(limit);
            assertThat(page.scanned()).isLessThanOrEqualTo(scanMax + 2L);
            all.addAll(page.items());
            after = page.next();
        } while (after != null);
        assertThat(all).isSortedAccordingTo(Comparator.comparing(position));
        return all;
    }

    @Test
    void turnsWithoutATimeComeFirstAndThoseOfOneMillisecondInTheOrderOfTheirNanoseconds() {
        var turn = new String(Json.bytes(turns().get(0)), StandardCharsets.UTF_8);
        var start = turns().get(0).span().startedAt();
        for (var one : Map.of(
                        "a:0",
                        "",
                        "c:0",
                        start.plusNanos(7).toString(),
                        "b:0",
                        start.plusNanos(9).toString())
                .entrySet()) {
            var json = turn.replace("\"s0:0\"", '"' + one.getKey() + '"')
                    .replace(
                            "\"session_id\":\"s0\"",
                            "\"session_id\":\"" + one.getKey().charAt(0) + '"')
                    .replace(
                            "\"started_at\":\"" + start + "\",\"ended_at\"",
                            one.getValue().isEmpty()
                                    ? "\"ended_at\""
                                    : "\"started_at\":\"" + one.getValue() + "\",\"ended_at\"");
            driver.turnArrives(one.getKey(), json.getBytes(StandardCharsets.UTF_8));
        }
        for (int size : List.of(1, 2, 100)) {
            assertThat(paged(size, 100, range -> shard().turns(Selection.ALL, range), Position::of))
                    .extracting(one -> one.id().turnId())
                    .startsWith("a:0", "s0:0")
                    .containsSubsequence("s0:0", "c:0", "b:0", "s1:0")
                    .hasSize(24)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void sessionsAndAlertsAreThoseThatCameOutInOrderOfTime() throws InvalidFilter {
        var sessions = driver.lastSessions().values().stream()
                .sorted(Comparator.comparing(SessionSummary::position))
                .toList();
        var last = new TreeMap<String, Alert>();
        driver.alerts().forEach(alert -> last.put(alert.value().alertId(), alert.value()));
        var alerts = last.values().stream()
                .sorted(Comparator.comparing(Alert::position))
                .toList();
        assertThat(alerts).isNotEmpty();
        for (var selection : ShardSelections.all()) {
            for (int size : List.of(1, 100)) {
                assertThat(paged(size, 100, range -> shard().sessions(selection, range), SessionSummary::position))
                        .as("" + selection)
                        .isEqualTo(sessions.stream()
                                .filter(one -> Records.admits(selection, one))
                                .toList());
                assertThat(paged(size, 100, range -> shard().alerts(selection, range), Alert::position))
                        .as("" + selection)
                        .isEqualTo(alerts.stream()
                                .filter(one -> Records.admits(selection, one))
                                .toList());
            }
        }
    }

    @Test
    void oneTurnAndOneSessionAreFoundByTheirId() {
        turns().forEach(turn -> assertThat(shard().turn(turn.id().turnId())).contains(turn));
        driver.lastSessions()
                .forEach((id, summary) -> assertThat(shard().session(id)).contains(summary));
        assertThat(shard().turn("s1:9")).isEmpty();
        assertThat(shard().session("s1:0")).isEmpty();
    }

    @Test
    void totalsOfAllTurnsAreReadAndThoseOfASelectionFoldedWithTheSameResult() throws InvalidFilter {
        for (var selection : ShardSelections.all()) {
            var fold = new Tallies(null);
            turns(selection).stream()
                    .filter(turn -> turn.prompt().copyOf() == null)
                    .forEach(turn -> fold.add(TalliedTurn.of(turn)));
            var tallied = shard().tallied(KINDS, selection, Integer.MAX_VALUE);
            assertThat(tallied.views())
                    .as("" + selection)
                    .containsExactlyInAnyOrderElementsOf(fold.of(KINDS).toList());
            assertThat(shard().sample(KINDS, selection, Integer.MAX_VALUE).sample())
                    .as("" + selection)
                    .usingRecursiveComparison()
                    .ignoringCollectionOrder()
                    .isEqualTo(fold.sample(KINDS));
            assertThat(tallied.reached()).isNull();
            assertThat(tallied.scanned() == 0)
                    .as("" + selection)
                    .isEqualTo(selection.isAll() || turns(selection).isEmpty());
            var tools = shard().tallied(Set.of(Subject.Kind.TOOL), selection, Integer.MAX_VALUE);
            assertThat(tools.views())
                    .as("" + selection)
                    .containsExactlyInAnyOrderElementsOf(
                            fold.of(Set.of(Subject.Kind.TOOL)).toList());
        }
    }

    @Test
    void aFoldThatReachesItsScanLimitSaysWhere() throws InvalidFilter {
        var first = turns().subList(0, 4);
        var tallied = shard().tallied(KINDS, ShardSelections.where("MIN_LENGTH", "0"), 4);
        assertThat(tallied.scanned()).isEqualTo(4);
        assertThat(tallied.reached()).isEqualTo(Position.of(first.get(3)));
        assertThat(shard().sample(KINDS, Selection.ALL, 4).reached()).isEqualTo(tallied.reached());
        var tool = shard().tool("Read", Selection.ALL, 4);
        var fold = new ToolFold("Read");
        first.forEach(fold::add);
        assertThat(tool).isEqualTo(fold.part(4, Position.of(first.get(3))));
    }

    @Test
    void aToolHasItsFailuresAndWhatIsCalledNext() throws InvalidFilter {
        var selection = ShardSelections.where("PROJECT", "p1");
        var fold = new ToolFold("Read");
        turns(selection).forEach(fold::add);
        var part = shard().tool("Read", selection, Integer.MAX_VALUE);
        assertThat(part).isEqualTo(fold.part(part.scanned(), null));
        assertThat(part.failures()).isNotEmpty();
    }

    @Test
    void usageAndToolsAreAnsweredFromDigestsWithTheSameResultAsFromTurns() throws InvalidFilter {
        var log = driver.logStore();
        for (var selection : ShardSelections.all()) {
            var digests = answers(selection);
            var marker = log.delete(LogRows.DIGESTED);
            assertThat(answers(selection)).as("" + selection).isEqualTo(digests);
            log.put(LogRows.DIGESTED, marker);
        }
        var all = answers(Selection.ALL);
        rows(LogKind.TURN.row()).forEach(turn -> log.put(turn.key, new byte[0]));
        assertThat(answers(Selection.ALL)).isEqualTo(all);
    }

    @Test
    void turnsOfAnEarlierBuildGetDigestsWhileTheLogIsTidied() throws InvalidFilter {
        var digests = rows(LogRows.DIGEST);
        var log = driver.logStore();
        assertThat(digests).hasSameSizeAs(turns());
        digests.forEach(digest -> log.delete(digest.key));
        log.delete(LogRows.DIGESTED);
        assertThat(LogRows.hasDigests(log)).isFalse();
        driver.advance(Duration.ofHours(1));
        assertThat(LogRows.hasDigests(log)).isTrue();
        assertThat(rows(LogRows.DIGEST))
                .usingRecursiveFieldByFieldElementComparator()
                .isEqualTo(digests);
    }

    private List<KeyValue<Bytes, byte[]>> rows(byte kind) {
        return driver.log().stream().filter(row -> row.key.get()[0] == kind).toList();
    }

    private List<Object> answers(Selection selection) {
        var by = List.of(UsageBy.AGENT, UsageBy.SESSION, UsageBy.HOST, UsageBy.SUBAGENT_TYPE);
        var question = new UsageQuestion(by, selection, ZoneOffset.UTC, UnaryOperator.identity(), true);
        return List.of(shard().usage(question, 1_000), shard().tool("Read", selection, 1_000));
    }

    @Test
    void theRepeatedLinesOfAShipperAreFoundByTheHashOfItsSecret() {
        var sent = Shipment.of("s8.jsonl", session("s8").prompt(900, "go").prompt(901, "on"))
                .records();
        for (long sender : List.of(7L, 9L, 7L, 9L)) {
            driver.arrive(sent.stream().map(one -> one.by(sender)).toList());
        }
        assertThat(shard().repeats().lines())
                .isEqualTo(Map.of(LineHeaders.hashOfSender(7), 2L, LineHeaders.hashOfSender(9), 4L));
        assertThat(LineHeaders.hashOfSender(7)).matches("[0-9a-f]{16}").isNotEqualTo("0000000000000007");
    }

    @Test
    void aPartitionThatIsNotHereOrMovesGivesNothingAndIsReported() {
        var share = Share.of(StoreKind.LOG, Set.of(0, 1, 2));
        var asked = shard(share);
        assertThat(asked.turns(Selection.ALL, ALL).items()).isEqualTo(turns());
        assertThat(asked.report().unread()).isEqualTo(Share.of(StoreKind.LOG, Set.of(1, 2)));
        assertThat(asked.report().stale().isEmpty()).isTrue();
        var standby = shard(Share.of(StoreKind.TALLIES, Set.of(1)));
        assertThat(standby.tallied(KINDS, Selection.ALL, 1).views())
                .extracting(TallyView::subject)
                .isNotEmpty();
        assertThat(standby.report().stale()).isEqualTo(Share.of(StoreKind.TALLIES, Set.of(1)));
    }

    @Test
    void aPageOfLargeTurnsEndsEarlyAndTheNextOneContinues() {
        var json = new String(Json.bytes(turns().get(0)), StandardCharsets.UTF_8);
        for (int i = 0; i < 10; i++) {
            var large = json.replace("\"s0:0\"", "\"s0:" + (50 + i) + '"') + " ".repeat(StoreShard.PAGE_BYTES_MAX / 4);
            driver.turnArrives("s0:" + (50 + i), large.getBytes(StandardCharsets.UTF_8));
        }
        var first = shard().turns(Selection.ALL, ALL);
        assertThat(first.items()).hasSizeLessThan(8);
        assertThat(first.next())
                .isEqualTo(Position.of(first.items().get(first.items().size() - 1)));
        assertThat(paged(100, 100, range -> shard().turns(Selection.ALL, range), Position::of))
                .hasSize(31);
    }
}
