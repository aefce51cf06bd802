package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.ClusterState;
import footfall.broker.TopicSpec.Difference;
import footfall.run.ClusterTopics.TopicEffect;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a check of a cluster says, and what a change of a topic leads to. */
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lines    | topic                              | present        | missing        | true
            lines    | partitions                         | 24             | 48             | true
            lines    | retention.ms                       | 604800000      | 3600000        | true
            lines    | retention.ms                       | 604800000      | -1             | false
            lines    | retention.bytes                    | -1             | 1000000        | true
            patterns | retention.ms                       | -1             | 604800000      | true
            lines    | cleanup.policy                     | delete         | compact,delete | true
            patterns | cleanup.policy                     | compact        | compact,delete | true
            turns    | cleanup.policy                     | compact,delete | delete         | false
            turns    | cleanup.policy                     | compact,delete | compact        | false
            lines    | message.timestamp.type             | LogAppendTime  | CreateTime     | true
            turns    | message.timestamp.type             | CreateTime     | LogAppendTime  | false
            lines    | max.message.bytes                  | 2097152        | 1048588        | true
            lines    | max.message.bytes                  | 2097152        | 8388608        | false
            turns    | message.timestamp.after.max.ms     | 9223372036854775807 | 3600000   | true
            shippers | segment.ms                         | 3600000        | unset          | false
            """)
    void aDifferenceHurtsIfSomethingIsLostOrStops(
            String topic, String what, String expected, String actual, boolean hurts) {
        var effect = TopicEffect.of(new Difference("footfall." + topic, what, expected, actual));
        assertThat(effect.hurts()).as(effect.why()).isEqualTo(hurts);
        assertThat(effect.why()).isNotBlank();
    }
}
