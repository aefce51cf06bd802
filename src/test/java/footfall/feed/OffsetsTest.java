package footfall.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Positions as texts, which clients send back. */
class OffsetsTest {
    @Test
    void aPositionIsReadAsItIsWritten() {
        var position = Offsets.zero(Map.of(Source.TURNS, 2, Source.ALERTS, 1, Source.DESIRES, 3, Source.OPEN, 1));
        assertThat(position.text()).isEqualTo("t0.0-a0-d0.0.0-o0");
        position.set(Source.TURNS, 1, 35);
        position.set(Source.OPEN, 0, 36L * 36 * 36 * 36 * 36 * 36 * 36);
        assertThat(position.text()).isEqualTo("t0.z-a0-d0.0.0-o10000000");
        assertThat(Offsets.parse(position.text()).text()).isEqualTo(position.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "7",
                "t0-a0-d0",
                "t0-a0-d0-o0-x0",
                "a0-t0-d0-o0",
                "t-a0-d0-o0",
                "t0.-a0-d0-o0",
                "t-1-a0-d0-o0",
                "t0-a0-d0-o0\n",
                "T0-a0-d0-o0",
                "t0123456789abc-a0-d0-o0"
            })
    void anotherTextIsNoPosition(String text) {
        assertThatThrownBy(() -> Offsets.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not the ID of an event");
    }

    @Test
    void aNewPartitionBeginsAtItsStartAndAMissingOneIsFound() {
        var now = Offsets.parse("t5.5-a1-d1-o1");
        assertThat(Offsets.parse("t3-a1-d1-o1").fitted(now).text()).isEqualTo("t3.0-a1-d1-o1");
        var larger = Offsets.parse("t3.0.0-a0-d1-o1");
        assertThat(larger.fitted(now).text()).isEqualTo("t5.5-a0-d1-o1");
        assertThat(larger.shrunk(now)).containsExactly(Source.TURNS);
        var beyond = Offsets.parse("t3.9-a2-d1-o1");
        assertThat(now.behind(beyond)).containsExactly(Source.TURNS, Source.ALERTS);
        beyond.moveBack(Offsets.parse("t5.8-a2-d1-o1"), now);
        assertThat(beyond.text()).isEqualTo("t3.5-a2-d1-o1");
        assertThat(now.isAtLeast(Offsets.parse("t5.4-a1-d0-o1"))).isTrue();
        assertThat(now.isAtLeast(Offsets.parse("t6.4-a1-d0-o1"))).isFalse();
        assertThat(now.latest(Offsets.parse("t6.4-a1-d0-o2")).text()).isEqualTo("t6.5-a1-d1-o2");
    }
}
