package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.pattern.TallyRows;
import footfall.redact.Identity;
import footfall.row.Rows;
import footfall.testkit.Defaults;
import footfall.testkit.ListShard;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Turn;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Shards;
import footfall.view.Share;
import footfall.view.StoreKind;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.wire.Forget;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions about usage have the same answer from the tally of hours, from the turn log and from files. */
class UsageSourceTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);
    private static final Duration LONG = Duration.ofHours(1);
    private static final int HOUR = 3_600;
    private static final String OPUS = "claude-opus-4-5-20251101";
    private static final Share EVERYTHING = new Share(Map.of(StoreKind.LOG, Set.of(0), StoreKind.TALLIES, Set.of(0)));
    private static final List<UsageBy> TALLIED = List.of(
            UsageBy.HOUR,
            UsageBy.WINDOW,
            UsageBy.DAY,
            UsageBy.WEEK,
            UsageBy.MONTH,
            UsageBy.PROJECT,
            UsageBy.HOST,
            UsageBy.USER,
            UsageBy.MODEL);
    private static final List<ZoneId> ZONES =
            List.of(ZoneId.of("UTC"), ZoneId.of("Europe/Paris"), ZoneId.of("America/Los_Angeles"));
    private static final UnaryOperator<String> PSEUDONYM = user -> "u-" + user;

    @TempDir
    Path state;

    private Driver driver;

    /**
     * Turns over midnight and over months, of two models, one without a price; longer than a week; changed after they
     * closed; copied; forgotten; without usage; without any time.
     */
    @BeforeEach
    void process() {
        driver = new Driver(SETTINGS, state, Transcripts.START);
        for (int i = 0; i < 4; i++) {
            var shipper = new Identity(i % 2 == 0 ? "box" : "tower", i % 3 == 0 ? "ada" : "bob");
            arrive("s" + i, shipper, lines(session("s" + i), i, true));
        }
        arrive("s4", new Identity("box", "ada"), lines(session("s4"), 4, false));
        driver.pass(LONG);
        revised();
        arrive("s7", new Identity("box", "ada"), lines(session("s7"), 3, true));
        Shipment.of("s9.jsonl", lines(session("s9"), 0, true))
                .records()
                .forEach(one -> driver.arrive(List.of(one.copiedFrom("s0"))));
        untimed();
        driver.pass(LONG);
        var request = Forget.session("r1", "s7");
        var headers = new RecordHeaders();
        request.addTo(headers);
        driver.arrive(request.key(), request.bytes(), headers).pass(LONG);
    }

    @AfterEach
    void close() {
        driver.close();
    }

    private void arrive(String name, Identity shipper, Transcripts lines) {
        Shipment.of(name + ".jsonl", lines).records().forEach(one -> driver.arrive(List.of(one.from(shipper))));
    }

    private static Transcripts lines(Transcripts lines, int i, boolean hasProject) {
        long day = 24L * HOUR;
        lines.prompt(i * day, "go");
        if (hasProject) {
            lines.with("cwd", "/w/p" + i % 2);
        }
        lines.assistant(i * day + 1, "m1", use("Read", "t1")).usage(1_000 + i, 100);
        lines.failed(i * day + 2, "t1", "no");
        lines.assistant(i * day + 14 * HOUR, "m2").usage(10, 1 + i).inMessage("model", OPUS);
        lines.assistant(i * day + 27 * day, "m3").usage(5, 2).duration(i * day + 27 * day + 1, 500 + i);
        lines.prompt((30 + i) * day, "again");
        lines.assistant((30 + i) * day, "m4").usage(7 + i, 0).inMessage("model", "new-1");
        lines.duration((30 + i) * day + 1, 10);
        return lines.prompt((31 + i) * day, "nothing").duration((31 + i) * day + 1, 3);
    }

    /** What it used moves to another hour, with more tokens and a second model. */
    private void revised() {
        var lines = session("s5").prompt(0, "go").with("cwd", "/w/p1");
        lines.assistant(1, "m1").usage(1_000, 100).duration(2, 10);
        arrive("s5", new Identity("box", "bob"), lines);
        driver.advance(Duration.ofMillis(50));
        lines.assistant(HOUR, "m1").usage(2_000, 100);
        lines.assistant(HOUR, "m2").usage(5, 1).inMessage("model", OPUS).stop(HOUR + 1);
        arrive("s5", new Identity("box", "bob"), lines);
    }

    private void untimed() {
        var lines = session("s8").prompt(0, "go").without("timestamp");
        lines.assistant(1, "m1", use("Bash", "t1")).without("timestamp").usage(3, 4);
        arrive("s8", new Identity("box", "ada"), lines.prompt(2, "end").without("timestamp"));
    }

    /** {@code log}: whether the turn log may be read. */
    private StoreShard shard(boolean log) {
        var stores = new DriverStores(driver);
        var some = new StoreShard.LocalStores() {
            @Override
            public Optional<Boolean> isStandby(StoreKind store, int partition) {
                return stores.isStandby(store, partition);
            }

            @Override
            public ReadOnlyKeyValueStore<Bytes, byte[]> log(int partition) {
                if (!log) {
                    throw new InvalidStateStoreException("not to be read");
                }
                return stores.log(partition);
            }

            @Override
            public TallyRows tally(int partition) {
                return stores.tally(partition);
            }

            @Override
            public OpenTurns openTurns(int partition, Selection selection, int max) {
                return OpenTurns.NONE;
            }

            @Override
            public Rows trails(int partition) {
                return stores.trails(partition);
            }

            @Override
            public Stream<String> openSessions(int partition) {
                return Stream.of();
            }

            @Override
            public Optional<Turn> openTurn(int partition, String turnId) {
                return Optional.empty();
            }
        };
        return new StoreShard(some, EVERYTHING, () -> Long.MAX_VALUE);
    }

    private static Answers answers(Shard shard) {
        return new MergedAnswers(Shards.of(List.of(shard)), new AnswerRules(null, null, Integer.MAX_VALUE));
    }

    private Answers ofLog() {
        var turns = shard(true)
                .turns(Selection.ALL, new Shard.Range(null, Integer.MAX_VALUE, Integer.MAX_VALUE))
                .items();
        return answers(new ListShard(turns, List.of(), OpenTurns.NONE));
    }

    private static List<Selection> selections() throws Filter.InvalidFilter {
        var values = new EnumMap<Filter, String>(Map.of(
                Filter.SINCE, "2026-01-30T00:30:00Z",
                Filter.UNTIL, "2026-02-04T10:30:00Z",
                Filter.PROJECT, "p1",
                Filter.HOST, "tower",
                Filter.USER, "u-bob",
                Filter.MODEL, OPUS));
        var all = new ArrayList<Selection>();
        for (int i = 0; i < 1 << values.size(); i++) {
            var some = new EnumMap<Filter, String>(Filter.class);
            int bits = i;
            for (var value : values.entrySet()) {
                if ((bits & 1) == 1) {
                    some.put(value.getKey(), value.getValue());
                }
                bits >>= 1;
            }
            all.add(some.isEmpty() ? Selection.ALL : Selection.parse(some).withUsers(PSEUDONYM));
        }
        return all;
    }

    private static List<List<UsageBy>> keys() {
        var keys = new ArrayList<List<UsageBy>>();
        for (int i = 0; i < TALLIED.size(); i++) {
            var first = TALLIED.get(i);
            keys.add(List.of(first));
            TALLIED.subList(i + 1, TALLIED.size()).forEach(second -> keys.add(List.of(first, second)));
        }
        keys.add(List.of(UsageBy.DAY, UsageBy.PROJECT, UsageBy.USER, UsageBy.MODEL));
        keys.add(List.of(UsageBy.MODEL, UsageBy.USER, UsageBy.PROJECT, UsageBy.DAY));
        return keys;
    }

    @Test
    void theTallyAnswersAsTheTurnLogForEveryKeyAndFilterAndZone() throws Filter.InvalidFilter {
        var log = ofLog();
        assertThat(log.turns(Selection.ALL, new Answers.Page(null, 99)).items())
                .containsExactlyInAnyOrderElementsOf(driver.lastTurns().values().stream()
                        .filter(Objects::nonNull)
                        .toList())
                .anyMatch(turn -> turn.span().startedAt() == null)
                .anyMatch(turn -> turn.revision() > 0);
        int rows = 0;
        for (var selection : selections()) {
            boolean hasTimes = selection.has(Filter.SINCE) || selection.has(Filter.UNTIL);
            for (var by : keys()) {
                for (var zone : ZONES) {
                    var question = new UsageQuestion(by, selection, zone, PSEUDONYM, false);
                    var order = new UsageBill.Order(UsageBill.UsageSort.NAME, Integer.MAX_VALUE, true);
                    var bill = answers(shard(!hasTimes)).usage(question, order);
                    var expected = log.usage(question, order);
                    assertThat(bill)
                            .as(by + " of " + selection + " in " + zone)
                            .isEqualTo(new UsageBill(
                                    expected.rows(),
                                    expected.total(),
                                    null,
                                    UsageBill.TALLY,
                                    null,
                                    expected.coverage()));
                    rows += bill.rows().size();
                }
            }
        }
        assertThat(rows).isGreaterThan(10_000);
    }

    @Test
    void otherQuestionsAreAnsweredFromTurns() throws Filter.InvalidFilter {
        var order = new UsageBill.Order(UsageBill.UsageSort.NAME, Integer.MAX_VALUE, false);
        var session = Selection.parse(Map.of(Filter.SESSION, "s1"));
        var tool = Selection.parse(Map.of(Filter.TOOL, "Read", Filter.SINCE, "2026-01-06T00:30:00Z"));
        var kolkata = ZoneId.of("Asia/Kolkata");
        for (var question : List.of(
                new UsageQuestion(List.of(UsageBy.SESSION), Selection.ALL, ZONES.get(0)),
                new UsageQuestion(List.of(UsageBy.DAY), Selection.ALL, ZONES.get(0), PSEUDONYM, true),
                new UsageQuestion(List.of(UsageBy.DAY, UsageBy.AGENT), Selection.ALL, ZONES.get(0)),
                new UsageQuestion(List.of(UsageBy.SUBAGENT_TYPE, UsageBy.PATTERN), Selection.ALL, ZONES.get(0)),
                new UsageQuestion(List.of(UsageBy.DAY), session, ZONES.get(0)),
                new UsageQuestion(List.of(UsageBy.DAY), tool, ZONES.get(0)),
                new UsageQuestion(List.of(UsageBy.DAY), Selection.ALL, kolkata))) {
            var bill = answers(shard(true)).usage(question, order);
            assertThat(bill).isEqualTo(ofLog().usage(question, order));
            assertThat(bill.source()).isEqualTo(UsageBill.TURNS);
            assertThat(bill.rows()).isNotEmpty();
        }
    }
}
