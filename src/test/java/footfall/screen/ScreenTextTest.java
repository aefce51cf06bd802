package footfall.screen;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.turn.Tokens;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names, counts, durations and shares as the screen shows them. */
class ScreenTextTest {
    @Test
    void aTrailIsCutBetweenStepsAtEitherEnd() {
        var pattern = "Read{2+} → mcp__web__search → Edit";
        assertThat(Stream.of(34, 33, 31, 30, 12, 10).map(width -> Names.beginning(pattern, width)))
                .containsExactly(
                        pattern,
                        "Read{2+} → mcp__web__search → …",
                        "Read{2+} → mcp__web__search → …",
                        "Read{2+} → …",
                        "Read{2+} → …",
                        "Read{2+} …");
        assertThat(Stream.of(33, 25, 24, 8).map(width -> Names.trail(pattern, width)))
                .containsExactly("… → mcp__web__search → Edit", "… → Edit", "… → Edit", "… → Edit");
    }

    @Test
    void onlyAStepThatFitsNoLineIsCutItself() {
        assertThat(Names.beginning("mcp__web__search → Edit", 9)).isEqualTo("mcp__web…");
        assertThat(Names.trail("Edit → mcp__web__search", 9)).isEqualTo("…__search");
    }

    @Test
    void whateverTheRoomNoTextIsWider() {
        IntStream.rangeClosed(0, 60)
                .forEach(width -> assertThat(Stream.of(
                                Names.beginning("翻訳 → Read{2+} → x", width), Names.trail("翻訳 → Read{2+} → x", width)))
                        .allMatch(text -> Cells.width(text) <= width));
    }

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

    @Test
    void aDurationIsShownInItsTwoLargestUnits() {
        assertThat(Stream.of("PT0.42S", "PT41S", "PT3M7S", "PT2H5M", "PT49H", "P120D", "PT-1S")
                        .map(Duration::parse)
                        .map(DurationText::of))
                .containsExactly("0.4 s", "41 s", "3m 07s", "2h 05m", "2d 01h", "120 d", "0.0 s");
    }

    @Test
    void stepsAreCutBetweenTwoOfThem() {
        assertThat(Cells.cutSteps("Grep → Read → Edit", 18)).isEqualTo("Grep → Read → Edit");
        assertThat(Cells.cutSteps("Grep → Read → Edit", 17)).isEqualTo("Grep → Read → …");
        assertThat(Cells.cutSteps("Grep → Read → Edit", 14)).isEqualTo("Grep → …");
        assertThat(Cells.cutSteps("Grep → Read → Edit", 8)).isEqualTo("Grep → …");
    }

    @Test
    void aNameThatDoesNotFitAloneIsCutWithin() {
        assertThat(Cells.cutSteps("Grep → Read", 5)).isEqualTo("Grep…");
        assertThat(Cells.cutSteps("no steps at all", 5)).isEqualTo("no s…");
        assertThat(Cells.cutSteps("Grep → Read", 0)).isEmpty();
    }
}
