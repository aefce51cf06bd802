package footfall.screen;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/** The help of the live view: keys and marks. */
final class Help {
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

    private Help() {}

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
