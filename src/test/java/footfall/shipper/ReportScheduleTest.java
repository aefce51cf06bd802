package footfall.shipper;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When a shipper reports, second by second. */
class ReportScheduleTest {
    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    private final ShipperState.ReportSchedule schedule = new ShipperState.ReportSchedule();

    private static ShipperState state(long second, int lines) {
        return Reports.of("a", START.plusSeconds(second), ShipperState.State.RUNNING, lines);
    }

    /** The seconds of an hour in which a shipper reports that has sent so many lines by then. */
    private List<Integer> reports(int seconds, IntUnaryOperator lines) {
        var reports = new ArrayList<Integer>();
        IntStream.rangeClosed(0, seconds).forEach(second -> {
            var now = state(second, lines.applyAsInt(second));
            if (schedule.isDue(now)) {
                schedule.reported(now);
                reports.add(second);
            }
        });
        return reports;
    }

    @Test
    void withoutAChangeItReportsEveryMinute() {
        assertThat(reports(200, second -> 7)).containsExactly(0, 60, 120, 180);
    }

    @Test
    void aChangeIsReportedAtOnceIfTheLastReportIsOldEnough() {
        assertThat(reports(100, second -> second < 40 ? 0 : 1)).containsExactly(0, 40, 100);
    }

    @Test
    void whileLinesAreSentAllTheTimeItReportsEveryThirtySeconds() {
        assertThat(reports(100, second -> second)).containsExactly(0, 30, 60, 90);
    }

    @Test
    void aReportThatDidNotArriveIsRepeatedAfterAMinute() {
        assertThat(reports(10, second -> 0)).containsExactly(0);
        schedule.failed();
        assertThat(schedule.isDue(state(59, 1))).isFalse();
        assertThat(schedule.isDue(state(60, 1))).isTrue();
    }

    @Test
    void afterTheClockWasSetBackItReportsAtOnce() {
        assertThat(reports(10, second -> 0)).containsExactly(0);
        assertThat(schedule.isDue(state(-3_600, 0))).isTrue();
    }
}
