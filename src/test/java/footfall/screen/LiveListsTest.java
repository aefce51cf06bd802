package footfall.screen;

import static footfall.screen.Boards.NOW;
import static footfall.screen.Boards.alert;
import static footfall.screen.Boards.board;
import static footfall.screen.Boards.open;
import static footfall.screen.Boards.step;
import static footfall.screen.Boards.text;
import static footfall.screen.Boards.turn;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.line.Outcome;
import footfall.line.SessionId;
import footfall.screen.Page.ScreenSize;
import footfall.testkit.Turns;
import footfall.turn.Turn;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The lists of the board: how they share the screen, and how they scroll. */
class LiveListsTest {
    private static final Board FULL = board(
            IntStream.range(0, 50)
                    .mapToObj(i -> open("open" + i, 50 - i, "Read"))
                    .toList(),
            IntStream.range(0, 40)
                    .mapToObj(i -> turn("shut" + i, List.of(step(0, "Read", 0, 1, Outcome.OK)), 5))
                    .toList(),
            IntStream.range(0, 20).mapToObj(i -> alert("open" + i)).toList());

    private static ViewState pressed(ViewState look, KeyPress.Key... keys) {
        for (var key : keys) {
            look = look.pressed(KeyPress.of(key), FULL);
        }
        return look;
    }

    private static List<String> chosen(ViewState look, ScreenSize size) {
        return text(LiveScreen.of(FULL, look, size, NOW))
                .lines()
                .filter(line -> line.startsWith("▸"))
                .toList();
    }

    @Test
    void theChosenRowIsOnTheScreenWhereverItIsInItsList() {
        for (int rows : List.of(5, 6, 8, 12, 24, 50)) {
            var look = ViewState.FIRST;
            for (int i = 0; i < 50 + 20 + 40; i++) {
                assertThat(chosen(look, new ScreenSize(80, rows)))
                        .as("row %s of a screen of %s", i, rows)
                        .hasSize(1);
                look = pressed(look, KeyPress.Key.DOWN);
            }
            assertThat(look).isEqualTo(pressed(look, KeyPress.Key.END));
        }
    }

    @Test
    void keysMoveToTheFirstAndTheLastRow() {
        var last = pressed(ViewState.FIRST, KeyPress.Key.END);
        assertThat(last.chosen()).isEqualTo("shut39:1");
        assertThat(ViewState.FIRST.pressed(KeyPress.of('G'), FULL)).isEqualTo(last);
        assertThat(pressed(last, KeyPress.Key.HOME).chosen()).isEqualTo("open0:0");
        assertThat(last.pressed(KeyPress.of('g'), FULL).chosen()).isEqualTo("open0:0");
        assertThat(pressed(last, KeyPress.Key.PAGE_UP).chosen()).isEqualTo("shut29:1");
    }

    @Test
    void aListThatIsScrolledSaysHowManyRowsAreAboveAndBelow() {
        var screen = text(
                LiveScreen.of(FULL, pressed(ViewState.FIRST, KeyPress.Key.PAGE_DOWN), new ScreenSize(80, 16), NOW));
        assertThat(screen.lines().skip(3).limit(7))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("OPEN TURN"),
                        line -> assertThat(line).startsWith("  open9:0"),
                        line -> assertThat(line).startsWith("▸ open10:0"),
                        line -> assertThat(line).startsWith("  open11:0"),
                        line -> assertThat(line).isEqualTo("  9 above, 38 below"),
                        line -> assertThat(line).isEqualTo("ALERTS"),
                        line -> assertThat(line).startsWith("  10:02:00 raised"));
    }

    @Test
    void anAlertCanBeChosenAndOpensItsTurn() {
        var look = new ViewState(ViewState.Mode.BOARD, "", false, "alert open7:0:length:1", null, 0);
        assertThat(chosen(look, new ScreenSize(80, 24)))
                .containsExactly("▸ 10:02:00 raised   !   open7:0 6 steps, over 5  shop  Read{2+}");
        assertThat(pressed(look, KeyPress.Key.ENTER))
                .isEqualTo(new ViewState(ViewState.Mode.TURN, "", false, "alert open7:0:length:1", "open7:0", 0));
        var outage = board(List.of(), List.of(), List.of(alert(null, Alert.Kind.OUTAGE, 10, 10)));
        assertThat(ViewState.FIRST.pressed(KeyPress.of(KeyPress.Key.ENTER), outage))
                .isEqualTo(new ViewState(ViewState.Mode.TURN, "", false, "alert mcp:web:outage:1", null, 0));
    }

    @Test
    void alertsUseRowsThatNothingElseNeeds() {
        var few = board(
                List.of(open("s1", 1, "Read")),
                List.of(),
                FULL.alerts().stream().map(RecentEvents.Entry::what).toList());
        var screen = text(LiveScreen.of(few, ViewState.FIRST, new ScreenSize(80, 27), NOW));
        assertThat(screen.lines().filter(line -> line.contains("raised"))).hasSize(20);
    }

    @Test
    void aTurnThatClosesStaysChosen() {
        var look = pressed(ViewState.FIRST, KeyPress.Key.DOWN);
        var closed = board(
                List.of(open("open0", 9, "Read")),
                List.of(turn("other", List.of(), 5), new Closing("open1").turn()),
                List.of());
        assertThat(text(LiveScreen.of(closed, look, new ScreenSize(80, 14), NOW))
                        .lines()
                        .filter(line -> line.startsWith("▸")))
                .singleElement()
                .asString()
                .startsWith("▸ open1:0");
    }

    /** The first turn of a session, closed. */
    private record Closing(String session) {
        Turn turn() {
            var one = Boards.turn(session, List.of(), 5);
            return Turns.with(
                    one,
                    Map.of(
                            "id", new Turn.Id(session + ":0", new SessionId(session), null, 0),
                            "span", new Turn.Span(NOW, NOW, 0, 5L, one.span().closedBy(), false)));
        }
    }
}
