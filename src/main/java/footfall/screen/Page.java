package footfall.screen;

import footfall.turn.Turn;
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
     * shown, else the reason why the turn is unavailable.
     */
    public static Page opened(Board board, ViewState state, Optional<Turn> stored, ScreenSize size) {
        var id = state.opened();
        boolean isOpen =
                board.open().turns().stream().anyMatch(turn -> turn.turnId().equals(id));
        var turn = stored.or(() -> board.closed().stream()
                .map(RecentEvents.Entry::what)
                .filter(one -> one.id().turnId().equals(id))
                .findFirst());
        if (turn.isEmpty()) {
            return missing(id, size);
        }
        return new Page(isOpen ? Timeline.ofOpen(turn.get(), size.columns()) : Timeline.of(turn.get(), size.columns()));
    }

    private static Page missing(String id, ScreenSize size) {
        var reasons = id == null
                ? List.of("An outage has no turn of its own: it counts the failures of one tool or MCP server in all "
                        + "sessions.")
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
        var keys = new LinePieces()
                .add(1, "esc back")
                .add(3, "↑↓ scroll")
                .add(2, below > 0 ? CountWords.of(below, "more line") + " below" : "");
        lines.add(keys.bar(TextStyle.CHOSEN, size.columns()));
        return List.copyOf(lines);
    }
}
