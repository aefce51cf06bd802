package footfall.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {
    /** Saturday, a quarter past midnight in Berlin; still Friday in UTC. */
    private static final Instant NOW = Instant.parse("2026-11-27T23:15:00Z");

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource({
        "today, 2026-11-27T23:00:00Z",
        "yesterday, 2026-11-26T23:00:00Z",
        "Saturday, 2026-11-27T23:00:00Z",
        "monday, 2026-11-22T23:00:00Z",
        "sunday, 2026-11-21T23:00:00Z",
        "this week, 2026-11-22T23:00:00Z",
        "last week, 2026-11-15T23:00:00Z",
        "' last  week ', 2026-11-15T23:00:00Z",
        "this month, 2026-10-31T23:00:00Z",
        "last month, 2026-09-30T22:00:00Z",
        "last tuesday, 2026-11-23T23:00:00Z",
        "last Saturday, 2026-11-20T23:00:00Z",
        "2026-07, 2026-06-30T22:00:00Z",
        "2026-07-04, 2026-07-03T22:00:00Z",
        "2026-07-04T12:00:00+02:00, 2026-07-04T10:00:00Z",
        "2h, 2026-11-27T21:15:00Z",
        "7d, 2026-11-20T23:15:00Z",
    })
    void aDayBeginsAtMidnightOfTheZoneAndADurationEndsNow(String text, Instant expected) {
        assertThat(TimeText.at(text, NOW, BERLIN)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "today, 2026-11-28T23:00:00Z",
        "yesterday, 2026-11-27T23:00:00Z",
        "monday, 2026-11-23T23:00:00Z",
        "last tuesday, 2026-11-24T23:00:00Z",
        "this week, 2026-11-29T23:00:00Z",
        "last week, 2026-11-22T23:00:00Z",
        "last month, 2026-10-31T23:00:00Z",
        "2026-07, 2026-07-31T22:00:00Z",
        "2026-07-04, 2026-07-03T22:00:00Z",
        "2026-07-04T12:00:00+02:00, 2026-07-04T10:00:00Z",
        "2h, 2026-11-27T21:15:00Z",
    })
    void asAnEndWhatHasANameIsWholeAndADateIsExcluded(String text, Instant expected) {
        assertThat(TimeText.end(text, NOW, BERLIN)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tomorrow", "next week", "2026-13", "2026-02-30", "2026", "mon", "last", "7", "12:00"})
    void anythingElseIsNoTime(String text) {
        assertThat(TimeText.at(text, NOW, BERLIN)).isEmpty();
    }

    @Test
    void onAMondayTheLatestMondayIsToday() {
        assertThat(TimeText.at("monday", Instant.parse("2026-11-30T12:00:00Z"), BERLIN))
                .contains(Instant.parse("2026-11-29T23:00:00Z"));
    }
}
