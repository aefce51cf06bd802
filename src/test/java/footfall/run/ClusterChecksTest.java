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
        return ClusterChecks.clock(new ClusterState("id", 1, Optional.empty(), Map.of(), Optional.ofNullable(ahead)));
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

    private static Finding version(Integer metadataMax) {
        var features = Map.of("metadata.version", 11, "group.version", 1);
        return ClusterChecks.version(
                new ClusterState("id", 1, Optional.ofNullable(metadataMax), features, Optional.empty()));
    }

    private static String found(String release) {
        return "Kafka client " + ClusterState.clientVersion() + "; brokers of Kafka " + release
                + "; cluster features: group.version 1, metadata.version 11";
    }

    @Test
    void brokersBeforeKafka36AreAnError() {
        assertThat(version(33)).isEqualTo(Finding.ok("versions", found("4.4")));
        assertThat(version(35)).isEqualTo(Finding.ok("versions", found("later than 4.4")));
        assertThat(version(12)).isEqualTo(Finding.ok("versions", found("3.6")));
        assertThat(version(11))
                .isEqualTo(Finding.error(
                        "versions",
                        found("3.5"),
                        "update the brokers to Kafka 3.6 or later: earlier ones refuse message.timestamp.after.max.ms"
                                + " of footfall's topics"));
    }

    @Test
    void aClusterWithoutKRaftIsAWarning() {
        assertThat(version(null))
                .isEqualTo(Finding.warning(
                        "versions",
                        "Kafka client " + ClusterState.clientVersion() + "; the cluster reports no metadata.version",
                        "footfall needs a KRaft cluster of Kafka 3.6 or later; check the version of the brokers"));
    }
}
