package footfall.screen;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.turn.Tokens;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CountWordsTest {
    @Test
    void oneIsOneAndAnythingElseIsMany() {
        assertThat(CountWords.of(0, "step")).isEqualTo("0 steps");
        assertThat(CountWords.of(1, "step")).isEqualTo("1 step");
        assertThat(CountWords.of(1_204, "step")).isEqualTo("1,204 steps");
        assertThat(CountWords.of(1, "input is", "inputs are")).isEqualTo("1 input is");
        assertThat(CountWords.of(2, "input is", "inputs are")).isEqualTo("2 inputs are");
    }

    @Test
    void tokensThatATranscriptDoesNotContainAreNotShownAs0() {
        assertThat(CountWords.tokens(new Tokens(62, 599, 0, 0, 21_600)))
                .containsExactly("62 in", "599 out", "0 written to cache", "21,600 read from cache");
        assertThat(CountWords.tokens(Tokens.ofOutput(599))).containsExactly("? in", "599 out");
    }

    @Test
    void aBriefNumberTakesFiveColumnsAndIsNeverRoundedUp() {
        assertThat(LongStream.of(0, 999, 1_000, 99_999, 100_000, 999_999, 1_234_567, 999_999_999, 2_000_000_000L)
                        .mapToObj(CountWords::brief))
                .containsExactly("0", "999", "1.0k", "99.9k", "100k", "999k", "1.2M", "999M", "2.0G");
    }
}
