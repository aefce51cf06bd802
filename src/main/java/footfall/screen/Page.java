package footfall.screen;

import footfall.alert.Alert;
import footfall.screen.ScreenLine.TextStyle;
import footfall.turn.Turn;
import footfall.view.TurnTexts.TurnText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;

/** A scrollable page that replaces the board: a turn or the help. */
public final class Page {
    private static final int INDENT = 2;

    private final List<AttributedString> all;

    private Page(List<AttributedString> all) {
        this.all = List.copyOf(all);
    }

    /** The help page. */
    public static Page help(ScreenSize size) {
        return new Page(Help.lines(size.columns()));
    }

    /**
     * The page of the opened turn. {@code stored} is the turn as the stores have it; else the board's copy is
     * shown, else the reason why the turn is unavailable. {@code text}: what its transcript says, if it is here.
     */
    public static Page opened(
            Board board, ViewState state, Optional<Turn> stored, Optional<TurnText> text, ScreenSize size) {
        var id = state.opened();
        boolean isOpen =
                board.open().turns().stream().anyMatch(turn -> turn.turnId().equals(id));
        var turn = stored.or(() -> board.closed().stream()
                .map(RecentEvents.Entry::what)
                .filter(one -> one.id().turnId().equals(id))
                .findFirst());
        if (turn.isEmpty()) {
            return missing(id, isBudget(board, state), size);
        }
        return new Page(
                isOpen
                        ? Timeline.ofOpen(turn.get(), text, size.columns())
                        : Timeline.of(turn.get(), text, size.columns()));
    }

    private static boolean isBudget(Board board, ViewState state) {
        return board.alerts().stream()
                .map(RecentEvents.Entry::what)
                .filter(alert -> BoardRows.key(alert).equals(state.chosen()))
                .anyMatch(alert -> alert.kind() == Alert.Kind.BUDGET);
    }

    private static Page missing(String id, boolean isBudget, ScreenSize size) {
        var reasons = id == null
                ? List.of(
                        isBudget
                                ? "A budget has no turn of its own: it adds up what all sessions of a project cost in "
                                        + "a day, week or month."
                                : "An outage has no turn of its own: it counts the failures of one tool or MCP server "
                                        + "in all sessions.")
                : List.of(
                        "Turn " + id + " is not available.",
                        "A turn is deleted when it is older than tally_retention. It is unavailable while its "
                                + "partition moves to another process.");
        var lines = new ArrayList<AttributedString>();
        for (var words : reasons) {
            lines.add(AttributedString.EMPTY);
            lines.addAll(ScreenLine.wrapped(TextStyle.PLAIN, SafeText.of(words), INDENT, size.columns()));
        }
        return new Page(lines);
    }

    /** The maximum scroll offset. */
    public int scrollMax(ScreenSize size) {
        return Math.max(0, all.size() - (size.rows() - 1));
    }

    /** The visible part, with the keys in the last row. */
    public List<AttributedString> on(ScreenSize size, int scroll) {
        int rows = size.rows() - 1;
        int first = Math.min(scroll, scrollMax(size));
        var lines = new ArrayList<AttributedString>();
        all.stream().skip(first).limit(rows).forEach(line -> lines.add(line.columnSubSequence(0, size.columns())));
        while (lines.size() < rows) {
            lines.add(AttributedString.EMPTY);
        }
        int below = Math.max(0, all.size() - first - rows);
        var keys = new ScreenLine.LinePieces()
                .add(1, "esc back")
                .add(3, "↑↓ scroll")
                .add(2, below > 0 ? CountWords.of(below, "more line") + " below" : "");
        lines.add(keys.bar(TextStyle.CHOSEN, size.columns()));
        return List.copyOf(lines);
    }

    /** The help of the live view: keys and marks. */
    private static final class Help {
        private static final int NAME = 12;
        /** On a narrower screen, the meaning is below the name. */
        private static final int BESIDE_MIN = 50;

        private static final List<List<String>> KEYS = List.of(
                List.of("↑ ↓  k j", "choose a turn or an alert"),
                List.of("PgUp PgDn", "move ten rows"),
                List.of("Home End g G", "move to the first or last row"),
                List.of("enter", "open the timeline of the chosen turn, or of the alert's turn"),
                List.of("esc", "go back; on the board, clear the filter"),
                List.of("/", "filter by ID, project, host, user, tool or agent"),
                List.of("p  space", "pause the display; processing continues"),
                List.of("o", "open the dashboard, or the opened turn in it, in the browser"),
                List.of("?", "this help"),
                List.of("q", "quit"));

        private static final List<List<String>> MARKS = List.of(
                List.of("▸", "the chosen row"),
                List.of("! !! !!!", "alert level: for length, over 1, 4 or 10 times the threshold"),
                List.of("c", "copy: a resumed or forked session repeats this turn"),
                List.of("✗", "failed steps"),
                List.of("Read{2+}", "the same step two or more times in a row"),
                List.of("…", "text or steps that do not fit"));

        static List<AttributedString> lines(int width) {
            var lines = new ArrayList<AttributedString>();
            section("KEYS", KEYS, width, lines);
            lines.add(AttributedString.EMPTY);
            section("MARKS ON THE BOARD", MARKS, width, lines);
            lines.add(AttributedString.EMPTY);
            section("MARKS ON A TIMELINE", Legend.ALL, width, lines);
            return lines;
        }

        private static void section(String title, List<List<String>> rows, int width, List<AttributedString> lines) {
            lines.add(new ScreenLine(width).add(TextStyle.STRONG, title).done());
            for (var row : rows) {
                if (width < BESIDE_MIN) {
                    lines.add(new ScreenLine(width).gap(2).plain(row.get(0)).done());
                    lines.addAll(ScreenLine.wrapped(TextStyle.PLAIN, row.get(1), 4, width));
                    continue;
                }
                var name = Cells.left(row.get(0), NAME);
                for (var words : Wrapped.of(row.get(1), width - NAME - 4)) {
                    lines.add(new ScreenLine(width)
                            .gap(2)
                            .plain(name)
                            .gap(2)
                            .plain(words)
                            .done());
                    name = " ".repeat(NAME);
                }
            }
        }
    }

    /** The size of the screen in characters. A smaller screen is drawn at the minimum size and cut. */
    public record ScreenSize(int columns, int rows) {
        private static final int COLUMNS_MIN = 20;
        private static final int ROWS_MIN = 4;

        public ScreenSize {
            columns = Math.max(COLUMNS_MIN, columns);
            rows = Math.max(ROWS_MIN, rows);
        }
    }
}
