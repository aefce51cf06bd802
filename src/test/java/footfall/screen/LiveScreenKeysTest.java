package footfall.screen;

import static footfall.screen.Boards.NOW;
import static footfall.screen.Boards.alert;
import static footfall.screen.Boards.board;
import static footfall.screen.Boards.open;
import static footfall.screen.Boards.text;
import static footfall.screen.Boards.turn;
import static footfall.screen.LiveScreenTest.BUSY;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keys choose, filter, pause, open and quit, and what a filter leaves out is not on the screen. */
class LiveScreenKeysTest {
    @Test
    void keysChooseFilterPauseOpenAndQuit() {
        var look = ViewState.FIRST.pressed(KeyPress.of(KeyPress.Key.DOWN), BUSY);
        assertThat(look.chosen()).isEqualTo("9c01:0");
        assertThat(look.pressed(KeyPress.of(KeyPress.Key.PAGE_DOWN), BUSY).chosen())
                .isEqualTo("77aa:1");
        assertThat(look.pressed(KeyPress.of(KeyPress.Key.ENTER), BUSY))
                .isEqualTo(new ViewState(ViewState.Mode.TURN, "", false, "9c01:0", "9c01:0", 0));
        assertThat(look.pressed(KeyPress.of('p'), BUSY).isPaused()).isTrue();
        assertThat(look.pressed(KeyPress.of('q'), BUSY).mode()).isEqualTo(ViewState.Mode.QUIT);
        var typing = ViewState.FIRST
                .pressed(KeyPress.of('/'), BUSY)
                .pressed(KeyPress.of('G'), BUSY)
                .pressed(KeyPress.of('r'), BUSY);
        assertThat(BoardRows.of(BUSY, typing.filter()).open())
                .extracting(one -> one.turnId())
                .containsExactly("4f2a91e0-aaaa:0");
        assertThat(text(LiveScreen.of(BUSY, typing, new Page.ScreenSize(80, 12), NOW)))
                .contains(" filter: Gr_")
                .doesNotContain("9c01");
        assertThat(typing.pressed(KeyPress.of('q'), BUSY).filter()).isEqualTo("Grq");
        assertThat(typing.pressed(KeyPress.of(KeyPress.Key.ESCAPE), BUSY)).isEqualTo(ViewState.FIRST);
        assertThat(typing.pressed(KeyPress.of(KeyPress.Key.ENTER), BUSY).mode()).isEqualTo(ViewState.Mode.BOARD);
    }

    @Test
    void aFilterIsOnTheAgentToo() {
        var both = board(
                List.of(open("4f2a", 2, "Read"), open("9c01", "codex", 2, "Read")),
                List.of(turn("77aa", List.of(), 1_000)),
                List.of(alert("4f2a")));
        assertThat(BoardRows.of(both, "CODEX").keys()).containsExactly("9c01:0");
        assertThat(BoardRows.of(both, "claude").keys()).hasSize(3).doesNotContain("9c01:0");
    }

    @Test
    void aFilterIsOnAlertsToo() {
        var alerts = List.of(alert("4f2a"), alert(null, Alert.Kind.OUTAGE, 10, 10));
        var both = board(List.of(), List.of(), alerts);
        var look = ViewState.FIRST.pressed(KeyPress.of('/'), both);
        for (var letter : "web".toCharArray()) {
            look = look.pressed(KeyPress.of(letter), both);
        }
        assertThat(text(LiveScreen.of(both, look, new Page.ScreenSize(80, 12), NOW)))
                .contains("mcp:web")
                .doesNotContain("4f2a");
    }
}
