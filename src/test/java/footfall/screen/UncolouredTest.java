package footfall.screen;

import static footfall.screen.Boards.NOW;
import static footfall.screen.Boards.alert;
import static footfall.screen.Boards.board;
import static footfall.screen.Boards.open;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

class UncolouredTest {
    @Test
    void coloursGoAndTheTextAndItsWeightStay() {
        var screen = LiveScreen.of(
                board(List.of(open("s1", 7, "Read")), List.of(), List.of(alert("s1"))),
                ViewState.FIRST,
                new Page.ScreenSize(80, 12),
                NOW);
        var plain = Uncoloured.of(screen);
        assertThat(ansi(screen)).containsPattern("\u001b\\[[0-9;]*3[1-7]");
        assertThat(ansi(plain))
                .doesNotContainPattern("\u001b\\[[0-9;]*[349][0-7]")
                .contains("\u001b[1m", "\u001b[7m");
        assertThat(plain)
                .extracting(AttributedString::toString)
                .isEqualTo(screen.stream().map(AttributedString::toString).toList());
    }

    private static String ansi(List<AttributedString> lines) {
        return String.join("\n", lines.stream().map(AttributedString::toAnsi).toList());
    }
}
