package footfall.screen;

import static footfall.screen.Boards.alert;
import static footfall.screen.Boards.board;
import static footfall.screen.Boards.step;
import static footfall.screen.Boards.text;
import static footfall.screen.Boards.turn;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.line.Outcome;
import footfall.screen.Page.ScreenSize;
import footfall.turn.Turn;
import footfall.view.TurnTexts;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PageTest {
    private static final ScreenSize SIZE = new ScreenSize(80, 10);
    private static final Board EMPTY = board(List.of(), List.of(), List.of());

    private static Turn ofSteps(int count) {
        return turn(
                "s1",
                IntStream.range(0, count)
                        .mapToObj(i -> step(i, "Read", i * 100, 90, Outcome.OK))
                        .toList(),
                4_000);
    }

    private static ViewState opened(String id) {
        return new ViewState(ViewState.Mode.TURN, "", false, id, id, 0);
    }

    private static String shown(Board board, String id) {
        return text(Page.opened(board, opened(id), Optional.empty(), Optional.empty(), SIZE)
                .on(SIZE, 0));
    }

    @Test
    void aTurnWhoseTranscriptIsHereShowsItsPromptAndTheTargetsOfItsSteps() {
        var steps = List.of(new TurnTexts.StepText(0, "Main.java", "{}", "text"));
        var text = new TurnTexts.TurnText("s1:1", "mend the till\n\nplease", steps);
        var page = Page.opened(EMPTY, opened("s1:1"), Optional.of(ofSteps(1)), Optional.of(text), SIZE);
        assertThat(text(page.on(SIZE, 0))).contains("\n  mend the till\n  please\n");
        assertThat(text(page.on(SIZE, 9))).contains("Main.java");
    }

    @Test
    void aTurnThatTheStoresDeletedIsShownAsTheBoardHasIt() {
        assertThat(shown(board(List.of(), List.of(ofSteps(1)), List.of()), "s1:1"))
                .startsWith("turn s1:1\n")
                .endsWith("\n esc back  ↑↓ scroll");
    }

    @Test
    void aTurnThatNobodyHasAnyMoreIsSaidToBeGone() {
        assertThat(shown(EMPTY, "s1:1"))
                .isEqualTo(String.join(
                        "\n",
                        "",
                        "  Turn s1:1 is not available.",
                        "",
                        "  A turn is deleted when it is older than tally_retention. It is unavailable",
                        "  while its partition moves to another process.",
                        "",
                        "",
                        "",
                        "",
                        " esc back  ↑↓ scroll"));
    }

    @Test
    void anOutageSaysThatItHasNoTurn() {
        assertThat(shown(EMPTY, null)).contains("An outage has no turn of its own");
    }

    @Test
    void aBudgetSaysThatItHasNoTurnAndWhatItIs() {
        var budget = alert(null, Alert.Kind.BUDGET, 2_400, 2_000);
        var board = board(List.of(), List.of(), List.of(budget, alert(null, Alert.Kind.OUTAGE, 10, 10)));
        var first = ViewState.FIRST.pressed(KeyPress.of(KeyPress.Key.ENTER), board);
        assertThat(text(Page.opened(board, first, Optional.empty(), Optional.empty(), SIZE)
                        .on(SIZE, 0)))
                .contains("A budget has no turn of its own: it adds up what all sessions of a project")
                .doesNotContain("outage");
        var second = ViewState.FIRST
                .pressed(KeyPress.of(KeyPress.Key.DOWN), board)
                .pressed(KeyPress.of(KeyPress.Key.ENTER), board);
        assertThat(text(Page.opened(board, second, Optional.empty(), Optional.empty(), SIZE)
                        .on(SIZE, 0)))
                .contains("An outage has no turn of its own");
    }

    @Test
    void aPageScrollsNoFurtherThanItsEnd() {
        var page = Page.opened(EMPTY, opened("s1:1"), Optional.of(ofSteps(40)), Optional.empty(), SIZE);
        var end = opened("s1:1").pressed(KeyPress.of('G'), EMPTY).scrolledAtMost(page.scrollMax(SIZE));
        assertThat(text(page.on(SIZE, end.scroll())).lines().toList())
                .hasSize(10)
                .element(8)
                .asString()
                .contains("  39    3.9 s  ");
        var up = end.pressed(KeyPress.of(KeyPress.Key.UP), EMPTY);
        assertThat(text(page.on(SIZE, up.scroll()))).endsWith(" 1 more line below");
        assertThat(text(page.on(
                        SIZE, up.pressed(KeyPress.of(KeyPress.Key.HOME), EMPTY).scroll())))
                .startsWith("turn ");
    }

    @Test
    void aTimelineIsCutToAScreenThatIsNarrowerThanItsLeast() {
        var narrow = new ScreenSize(30, 12);
        assertThat(Page.opened(EMPTY, opened("s1:1"), Optional.of(ofSteps(1)), Optional.empty(), narrow)
                        .on(narrow, 0))
                .allMatch(line -> line.columnLength() <= 30);
    }

    @Test
    void theHelpNamesKeysAndMarksAtAnyWidth() {
        var help = Page.help(SIZE);
        assertThat(text(help.on(new ScreenSize(80, 30), 0)).lines().skip(2).limit(11))
                .containsExactly(
                        "  PgUp PgDn     move ten rows",
                        "  Home End g G  move to the first or last row",
                        "  enter         open the timeline of the chosen turn, or of the alert's turn",
                        "  esc           go back; on the board, clear the filter",
                        "  /             filter by ID, project, host, user, tool or agent",
                        "  p  space      pause the display; processing continues",
                        "  o             open the dashboard, or the opened turn in it, in the browser",
                        "  ?             this help",
                        "  q             quit",
                        "",
                        "MARKS ON THE BOARD");
        IntStream.rangeClosed(20, 200)
                .mapToObj(columns -> new ScreenSize(columns, 80))
                .forEach(size -> assertThat(Page.help(size).on(size, 0))
                        .allMatch(line -> line.columnLength() <= size.columns())
                        .noneMatch(line -> line.toString().stripTrailing().matches(".*\\w…")));
    }
}
