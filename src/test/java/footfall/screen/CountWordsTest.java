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
    void aBriefNumberTakesFiveColumnsAndHalfIsRoundedUp() {
        assertThat(LongStream.of(
                                0,
                                999,
                                1_000,
                                12_349,
                                12_350,
                                39_467,
                                99_949,
                                99_950,
                                784_500,
                                999_499,
                                999_500,
                                142_872_654,
                                999_500_000,
                                2_000_000_000L,
                                1_500_000_000_000L)
                        .mapToObj(CountWords::brief))
                .containsExactly(
                        "0", "999", "1.0k", "12.3k", "12.4k", "39.5k", "99.9k", "100k", "785k", "999k", "1.0M", "143M",
                        "1.0G", "2.0G", "1.5T");
        assertThat(CountWords.brief(-1_500)).isEqualTo("-1.5k");
    }
}
