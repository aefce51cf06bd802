package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.ClusterState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterChecksTest {
    private static final String REMEDY =
            "synchronize the clocks of this machine and the brokers, for example with chrony";

    private static Finding clock(Duration ahead) {
        return ClusterChecks.clock(new ClusterState("id", 1, Map.of(), Optional.ofNullable(ahead)));
    }

    @Test
    void clocksThatDifferAreAWarningAndFromAnHourOnAnError() {
        assertThat(clock(Duration.ofMillis(-4_999)))
                .isEqualTo(Finding.ok("clock", "the broker's clock and this machine's agree"));
        assertThat(clock(Duration.ofSeconds(5)))
                .isEqualTo(Finding.warning("clock", "the broker's clock is 5 s ahead of this machine's", REMEDY));
        assertThat(clock(Duration.ofHours(-1)))
                .isEqualTo(Finding.error("clock", "the broker's clock is 3600 s behind this machine's", REMEDY));
    }

    @Test
    void aClockThatIsNotReportedIsAWarning() {
        assertThat(clock(null).level()).isEqualTo(Finding.Level.WARNING);
    }
}
