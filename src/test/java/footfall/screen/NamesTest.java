package footfall.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NamesTest {
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
}
