package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.TopicSpec.Difference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicEffectTest {
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
