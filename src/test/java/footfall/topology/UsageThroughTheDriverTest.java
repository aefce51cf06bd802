package footfall.topology;

import static footfall.topology.TalliesThroughTheDriverTest.LONG;
import static footfall.topology.TalliesThroughTheDriverTest.SETTINGS;
import static footfall.topology.TalliesThroughTheDriverTest.TICK;
import static footfall.topology.TalliesThroughTheDriverTest.sent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.line.Changes;
import footfall.pattern.BilledHour;
import footfall.session.SessionSummary;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.view.Selection;
import footfall.view.UsageBy;
import footfall.view.UsageFold;
import footfall.view.UsagePart;
import footfall.view.UsageQuestion;
import footfall.wire.Forget;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The topic {@code usage} as turns come, change, are forgotten, and leave with their day. */
class UsageThroughTheDriverTest {
    private static final Instant LIVE = Transcripts.START;
    private static final long HOUR = 3_600;
    private static final String KEY = "2026-01-05T10:00:00Z/shop/box/ada/claude-sonnet-4-5-20250929/";
    private static final UsageQuestion QUESTION = new UsageQuestion(
            List.of(UsageBy.HOUR, UsageBy.PROJECT, UsageBy.HOST, UsageBy.USER, UsageBy.MODEL),
            Selection.ALL,
            ZoneOffset.UTC);

    @TempDir
    Path state;

    /** What the fold over turns, and over what sessions used beside them, gives: by values of the key, the sums. */
    private static Map<List<String>, String> folded(Collection<Turn> turns, Collection<SessionSummary> sessions) {
        var fold = new UsageFold(QUESTION);
        sessions.forEach(session -> fold.add(session.usage()));
        turns.stream().filter(turn -> turn.span().startedAt() != null).forEach(fold::add);
        var sums = new HashMap<List<String>, String>();
        for (UsagePart.Entry entry : fold.part(0, null).entries()) {
            var sum = entry.sums();
            var numbers = List.of(sum.turns(), sum.longTurns(), sum.steps(), sum.failures(), sum.activeDurationMs());
            var key = Stream.concat(entry.values().stream(), Stream.of(entry.isBeside() ? "beside" : ""))
                    .toList();
            sums.put(key, numbers + " " + sum.reported() + " " + sum.cost() + " " + sum.unpricedReported());
        }
        return sums;
    }

    private static Map<List<String>, String> tallied(Collection<BilledHour> hours) {
        var sums = new HashMap<List<String>, String>();
        for (var hour : hours) {
            var key = Stream.of(
                            hour(hour.hour()),
                            hour.project(),
                            hour.host(),
                            hour.user(),
                            hour.model(),
                            hour.besideMessages() == null ? "" : "beside")
                    .map(value -> value == null ? UsageBy.UNKNOWN : value)
                    .toList();
            var numbers =
                    List.of(hour.turns(), hour.longTurns(), hour.steps(), hour.failures(), hour.activeDurationMs());
            var unpriced = hour.unpricedTokens() == null ? Tokens.ZERO : hour.unpricedTokens();
            sums.put(key, numbers + " " + hour.tokens() + " " + hour.costUsd() + " " + unpriced);
        }
        return sums;
    }

    private static String hour(Instant at) {
        return at.toString().replace(":00:00Z", ":00Z");
    }

    @TestFactory
    Stream<DynamicTest> aStoryEndsWithTheUsageOfItsTurns() {
        return Story.all().stream()
                .map(story -> dynamicTest(story.sentence(), () -> {
                    try (var driver = new Driver(SETTINGS, state.resolve(story.name()), LIVE)) {
                        var shipment = Shipment.of(story);
                        driver.arrive(shipment.records()).pass(LONG);
                        assertThat(tallied(Driver.last(driver.usage()).values()))
                                .isEqualTo(folded(
                                        driver.lastTurns().values(),
                                        driver.lastSessions().values()));
                        int records = driver.usage().size();
                        driver.arrive(shipment.records()).pass(LONG);
                        assertThat(driver.usage()).hasSize(records);
                    }
                }));
    }

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
}
