package footfall.topology;

import static footfall.topology.TalliesThroughTheDriverTest.LONG;
import static footfall.topology.TalliesThroughTheDriverTest.SETTINGS;
import static footfall.topology.TalliesThroughTheDriverTest.TICK;
import static footfall.topology.TalliesThroughTheDriverTest.sent;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Changes;
import footfall.pattern.BilledHour;
import footfall.testkit.Transcripts;
import footfall.turn.Tokens;
import footfall.wire.Forget;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The topic {@code usage} as turns come, change, are forgotten, and leave with their day. */
class UsageThroughTheDriverTest {
    private static final Instant LIVE = Transcripts.START;
    private static final long HOUR = 3_600;
    private static final String KEY = "2026-01-05T10:00:00Z/shop/box/ada/claude-sonnet-4-5-20250929/";

    @TempDir
    Path state;

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
