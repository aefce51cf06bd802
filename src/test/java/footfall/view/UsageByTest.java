package footfall.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How periods are named. */
class UsageByTest {
    /** The zero time of some programs, west of UTC. */
    @Test
    void aPeriodBeforeTheFirstYearIsNamedAfterItsYear() {
        var zero = Instant.parse("0001-01-01T00:00:00Z");
        var west = ZoneOffset.ofHours(-5);
        assertThat(Stream.of(UsageBy.HOUR, UsageBy.DAY, UsageBy.WEEK, UsageBy.MONTH)
                        .map(by -> by.period(zero, west)))
                .containsExactly("0000-12-31T19:00-05:00", "0000-12-31", "0000-12-25", "0000-12");
    }
}
