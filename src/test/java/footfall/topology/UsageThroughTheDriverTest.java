package footfall.topology;

import static footfall.topology.TalliesThroughTheDriverTest.LONG;
import static footfall.topology.TalliesThroughTheDriverTest.SETTINGS;
import static footfall.topology.TalliesThroughTheDriverTest.TICK;
import static footfall.topology.TalliesThroughTheDriverTest.sent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.line.Changes;
import footfall.line.LineParser;
import footfall.pattern.BilledHour;
import footfall.report.FileShard;
import footfall.report.FileTurns;
import footfall.report.History;
import footfall.report.LocalFiles;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Prices;
import footfall.turn.Tokens;
import footfall.view.Filter;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Shards;
import footfall.view.Share;
import footfall.view.StoreKind;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.view.UsageRow;
import footfall.wire.Forget;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The topic usage as turns come, change, are forgotten, and leave with their day, and what sessions use beside their
 * turns.
 */
class UsageThroughTheDriverTest {
    private static final Instant LIVE = Transcripts.START;

    private static final long HOUR = 3_600;

    private static final String KEY = "2026-01-05T10:00:00Z/shop/box/ada/claude-sonnet-4-5-20250929/";

    @TempDir
    Path state;

    private static final Prices PRICES = Story.PRICES.with(Map.of("gpt-5-mini", price("0.25", "2", "0.025")));

    private static final TopologySettings SETTINGS = Defaults.topology(Defaults.turns(PRICES));

    private static final Instant SESSION_USAGE_LIVE = Instant.parse("2026-11-02T10:00:00Z");

    private static final Share EVERYTHING = new Share(Map.of(StoreKind.LOG, Set.of(0), StoreKind.TALLIES, Set.of(0)));

    private static final String BASIC = "2026-11-02T10:00:00Z/tidepool/box/ada/gpt-5-mini/";

    private static Transcripts turn() {
        var lines = Transcripts.session("s1").prompt(0, "go").with("cwd", "/w/shop");
        return lines.assistant(1, "m1").usage(1_000, 100);
    }

    private static BilledHour hour(String key, int turns, int input, String cost) {
        var model = key.split("/")[4];
        return new BilledHour(
                key,
                Instant.parse(key.substring(0, key.indexOf('/'))),
                "shop",
                "box",
                "ada",
                model,
                null,
                turns,
                0,
                0,
                0,
                turns * 10L,
                new Tokens(input, 100, 0, 0, 0),
                new BigDecimal(cost),
                null,
                null,
                Changes.ZERO,
                0,
                0,
                0,
                0);
    }

    @Test
    void aRevisionMovesWhatItsTurnUsed() {
        try (var driver = new Driver(SETTINGS, state, LIVE)) {
            driver.arrive(sent(turn().duration(2, 10))).advance(TICK);
            assertThat(Driver.last(driver.usage())).isEqualTo(Map.of(KEY, hour(KEY, 1, 1_000, "0.0045")));
            var next = KEY.replace("T10", "T11");
            var more = turn().duration(2, 10);
            more.assistant(HOUR, "m1").usage(2_000, 100).stop(HOUR + 1);
            driver.arrive(sent(more)).pass(LONG);
            assertThat(Driver.last(driver.usage())).isEqualTo(Map.of(next, hour(next, 1, 2_000, "0.0075")));
        }
    }

    @Test
    void forgettingASessionWithdrawsWhatItUsed() {
        try (var driver = new Driver(SETTINGS, state, LIVE)) {
            driver.arrive(sent(turn().duration(2, 10))).pass(LONG);
            var request = Forget.session("r1", "s1");
            var headers = new RecordHeaders();
            request.addTo(headers);
            driver.arrive(request.key(), request.bytes(), headers).pass(LONG);
            assertThat(Driver.last(driver.usage())).isEmpty();
            assertThat(driver.usage()).last().satisfies(last -> {
                assertThat(last.key()).isEqualTo(KEY);
                assertThat(last.value()).isNull();
            });
        }
    }

    @Test
    void hoursLeaveWithTheirDay() {
        try (var driver = new Driver(SETTINGS, state, LIVE)) {
            driver.arrive(sent(turn().duration(2, 10))).pass(LONG);
            assertThat(Driver.last(driver.usage())).hasSize(1);
            driver.pass(Duration.ofDays(92));
            assertThat(Driver.last(driver.usage())).isEmpty();
        }
    }

    private static Prices.Price price(String input, String output, String cacheRead) {
        return new Prices.Price(
                new BigDecimal(input),
                new BigDecimal(output),
                BigDecimal.ZERO,
                BigDecimal.ZERO,
                new BigDecimal(cacheRead));
    }

    private static Story story(String name) {
        return Story.of(Path.of("src", "test", "stories", name));
    }

    private static List<List<UsageBy>> keys() {
        var keys = new ArrayList<List<UsageBy>>();
        Stream.of(UsageBy.DAY, UsageBy.PROJECT, UsageBy.MODEL, UsageBy.SESSION, UsageBy.AGENT)
                .forEach(key -> keys.add(List.of(key)));
        keys.add(List.of(UsageBy.HOUR, UsageBy.MODEL));
        keys.add(List.of(UsageBy.SUBAGENT_TYPE, UsageBy.PATTERN));
        return keys;
    }

    private static UsageBill usage(Shard shard, List<UsageBy> by, Selection selection) {
        return new MergedAnswers(Shards.of(List.of(shard)), new AnswerRules(null, null, Integer.MAX_VALUE))
                .usage(
                        new UsageQuestion(by, selection, ZoneOffset.UTC),
                        new UsageBill.Order(UsageBill.UsageSort.NAME, Integer.MAX_VALUE, true));
    }

    private static List<Selection> selections(Story story) throws Exception {
        var session = story.files().get(0).file().id().name().replace("copilot/", "");
        return List.of(
                Selection.ALL,
                Selection.ALL.with(Filter.AGENT, "copilot"),
                Selection.ALL.with(Filter.AGENT, "claude"),
                Selection.ALL.with(Filter.SESSION, session),
                Selection.ALL.with(Filter.MODEL, "gpt-5-mini"),
                Selection.ALL.with(Filter.SINCE, "2026-11-02T18:00:00Z"),
                Selection.ALL.with(Filter.UNTIL, "2026-11-02T18:00:00Z"),
                Selection.ALL.with(Filter.MIN_LENGTH, "2"),
                Selection.ALL.with(Filter.TOOL, "bash"));
    }

    private static FileTurns.Folded read(Story story) throws Exception {
        var history = new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        return new FileTurns(Defaults.turns(PRICES), history).read(story.paths(), LocalFiles.NO_PROGRESS);
    }

    private static Shard stores(Driver driver) {
        return new StoreShard(new DriverStores(driver), EVERYTHING, () -> Long.MAX_VALUE);
    }

    private static void checkAnswers(Driver driver, Story story) throws Exception {
        try (var folded = read(story)) {
            for (var selection : selections(story)) {
                for (var by : keys()) {
                    var found = usage(stores(driver), by, selection);
                    var expected = usage(new FileShard(folded), by, selection);
                    assertThat(List.of(found.rows(), found.total()))
                            .as(by + " of " + selection)
                            .isEqualTo(List.of(expected.rows(), expected.total()));
                }
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> answersOfAStreamAreThoseOfItsFiles() {
        return Story.all().stream()
                .filter(story -> story.name().startsWith("copilot-"))
                .map(story -> dynamicTest(story.sentence(), () -> {
                    try (var driver = new Driver(SETTINGS, state.resolve(story.name()), SESSION_USAGE_LIVE)) {
                        Shipment.of(story)
                                .records()
                                .forEach(sent -> driver.arrive(sent).pass(LONG));
                        checkAnswers(driver, story);
                        int records = driver.usage().size();
                        driver.arrive(Shipment.of(story).records()).pass(LONG);
                        assertThat(driver.usage()).as("records after a replay").hasSize(records);
                        checkAnswers(driver, story);
                    }
                }));
    }

    private static BilledHour hourOfSessionUsage(boolean isBeside, Tokens tokens, String cost, Tokens unpriced) {
        return new BilledHour(
                isBeside ? BASIC + "beside" : BASIC,
                Instant.parse("2026-11-02T10:00:00Z"),
                "tidepool",
                "box",
                "ada",
                "gpt-5-mini",
                isBeside ? true : null,
                isBeside ? 0 : 2,
                0,
                isBeside ? 0 : 1,
                0,
                0,
                tokens,
                cost == null ? null : new BigDecimal(cost),
                unpriced,
                null,
                Changes.ZERO,
                isBeside ? 0 : 1,
                0,
                0,
                0);
    }

    @Test
    void theEndOfASessionAddsTheTokensThatItsTurnsLackWithTheirCost() {
        try (var driver = new Driver(SETTINGS, state, SESSION_USAGE_LIVE)) {
            var records = Shipment.of(story("copilot-basic")).records();
            int end = records.size() - 1;
            driver.arrive(records.subList(0, end)).pass(LONG);
            assertThat(Driver.last(driver.usage()))
                    .isEqualTo(
                            Map.of(BASIC, hourOfSessionUsage(false, Tokens.ofOutput(43), null, Tokens.ofOutput(43))));
            driver.arrive(records.subList(end, records.size())).pass(LONG);
            assertThat(Driver.last(driver.usage()))
                    .isEqualTo(Map.of(
                            BASIC,
                            hourOfSessionUsage(false, Tokens.ofOutput(43), "0.000086", null),
                            BASIC + "beside",
                            hourOfSessionUsage(true, new Tokens(2_000, 0, 0, 0, 1_000), "0.000525", null)));
        }
    }

    @Test
    void forgettingASessionWithdrawsThem() {
        try (var driver = new Driver(SETTINGS, state, SESSION_USAGE_LIVE)) {
            driver.arrive(Shipment.of(story("copilot-resume")).records()).pass(LONG);
            assertThat(Driver.last(driver.usage())).hasSize(2);
            var request = Forget.session("r1", "5e550000-0000-4000-8000-000000000010");
            var headers = new RecordHeaders();
            request.addTo(headers);
            driver.arrive(request.key(), request.bytes(), headers).pass(LONG);
            assertThat(Driver.last(driver.usage())).isEmpty();
            assertThat(usage(stores(driver), List.of(UsageBy.SESSION), Selection.ALL)
                            .rows())
                    .isEmpty();
        }
    }

    @Test
    void theRowsOfASessionAddUpWithItsTurnsOnce() throws Exception {
        try (var folded = read(story("copilot-resume"))) {
            var rows = usage(new FileShard(folded), List.of(UsageBy.SESSION), Selection.ALL)
                    .rows();
            assertThat(rows)
                    .extracting(row -> row.key().besideMessages(), UsageRow::turns, UsageRow::tokens)
                    .containsExactlyInAnyOrder(
                            tuple(null, (long) folded.turns().size(), Tokens.ofOutput(23)),
                            tuple(true, 0L, new Tokens(2_800, 0, 0, 0, 500)));
            assertThat(rows).allSatisfy(row -> assertThat(row.unpricedModels()).isEmpty());
        }
    }

    @Test
    void theyAreOfTheAgentOfTheirSession() throws Exception {
        var story = story("copilot-basic");
        try (var driver = new Driver(SETTINGS, state, SESSION_USAGE_LIVE);
                var folded = read(story)) {
            driver.arrive(Shipment.of(story).records()).pass(LONG);
            for (var shard : List.of(stores(driver), new FileShard(folded))) {
                assertThat(usage(shard, List.of(UsageBy.AGENT), Selection.ALL.with(Filter.AGENT, "copilot"))
                                .rows())
                        .extracting(
                                row -> row.key().agent(), row -> row.tokens().input())
                        .containsExactlyInAnyOrder(tuple("copilot", null), tuple("copilot", 2_000L));
                assertThat(usage(shard, List.of(UsageBy.AGENT), Selection.ALL.with(Filter.AGENT, "claude"))
                                .rows())
                        .isEmpty();
            }
        }
    }
}
