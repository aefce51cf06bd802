package footfall.shipper;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a shipper reports, second by second. */
class ReportScheduleTest {
    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    private static List<Integer> reports(int from, int to) {
        var reports = new ArrayList<Integer>();
        Instant last = null;
        for (int second = from; second != to; second += Integer.signum(to - from)) {
            var now = START.plusSeconds(second);
            if (ShipperState.isDue(last, now)) {
                last = now;
                reports.add(second);
            }
        }
        return reports;
    }

    @Test
    void itReportsThreeTimesAMinute() {
        assertThat(reports(0, 70)).containsExactly(0, 20, 40, 60);
    }

    @Test
    void afterTheClockWasSetBackItReportsAtOnce() {
        assertThat(reports(3, 0)).containsExactly(3, 2, 1);
    }
}
