package footfall.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.pattern.UsageSubject.Day;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DayTest {
    private static final Duration RETENTION = Duration.ofHours(36);

    @Test
    void aDayLeavesOnceAllOfItLiesBehindTheRetention() {
        var now = Instant.parse("2026-04-06T15:30:00Z");
        assertThat(Day.firstKept(now, RETENTION)).isEqualTo("2026-04-05T00:00:00Z");
        var leaves = Day.leaves(now, RETENTION);
        assertThat(leaves).isEqualTo("2026-04-07T12:00:00Z");
        assertThat(Day.firstKept(leaves.minusNanos(1), RETENTION)).isEqualTo("2026-04-05T00:00:00Z");
        assertThat(Day.firstKept(leaves, RETENTION)).isEqualTo("2026-04-06T00:00:00Z");
        assertThat(Day.leaves(leaves, RETENTION)).isEqualTo(leaves.plus(Duration.ofDays(1)));
    }
}
