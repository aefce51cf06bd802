package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** How long after a scan all homes are scanned again. */
class RescanScheduleTest {
    private static final Duration INTERVAL = Duration.ofSeconds(30);

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-05T10:00:00Z"));
    private final RescanSchedule schedule = new RescanSchedule(INTERVAL, new SteppedClock(now));

    private void pass(Duration time) {
        now.set(now.get().plus(time));
    }

    private Duration left() {
        return Duration.ofMillis(schedule.leftMs());
    }

    @Test
    void theIntervalBeginsWithEachScan() {
        pass(Duration.ofSeconds(20));
        assertThat(left()).isEqualTo(Duration.ofSeconds(10));
        schedule.scanned();
        pass(Duration.ofSeconds(29));
        assertThat(left()).isEqualTo(Duration.ofSeconds(1));
        pass(Duration.ofSeconds(2));
        assertThat(left()).isZero();
    }

    @Test
    void aClockThatIsSetBackMakesItDue() {
        pass(Duration.ofDays(-1));
        assertThat(left()).isZero();
    }

    @Test
    void itDoublesUpToFourTimesWhileRescansFindNothing() {
        schedule.rescanned(false, true);
        assertThat(left()).isEqualTo(INTERVAL.multipliedBy(2));
        schedule.rescanned(false, true);
        assertThat(left()).isEqualTo(INTERVAL.multipliedBy(4));
        schedule.rescanned(false, true);
        schedule.scanned();
        assertThat(left()).isEqualTo(INTERVAL.multipliedBy(4));
    }

    @Test
    void whileSomethingCannotBeReadOrWatchedItHasItsLength() {
        schedule.rescanned(false, true);
        schedule.rescanned(false, false);
        assertThat(left()).isEqualTo(INTERVAL);
        schedule.rescanned(false, true);
        assertThat(left()).isEqualTo(INTERVAL.multipliedBy(2));
    }

    @Test
    void afterAChangeThatWasNotAnnouncedItKeepsItsLength() {
        schedule.rescanned(false, true);
        schedule.rescanned(true, true);
        schedule.rescanned(false, true);
        schedule.rescanned(false, true);
        assertThat(left()).isEqualTo(INTERVAL);
    }
}
