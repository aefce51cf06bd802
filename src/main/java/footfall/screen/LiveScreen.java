package footfall.screen;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/**
 * Renders the live view: exactly as many lines as the screen has rows. A pure function of board, view state,
 * size and instant.
 */
public final class LiveScreen {
    private static final int HEAD_ROWS = 3;
    private static final String FILTER = "filter: ";

    private final Board board;
    private final ViewState state;
    private final ScreenSize size;
    private final Instant now;
    private final List<AttributedString> lines = new ArrayList<>();

    private LiveScreen(Board board, ViewState state, ScreenSize size, Instant now) {
        this.board = board;
        this.state = state;
        this.size = size;
        this.now = now;
    }

    /** The board. */
    public static List<AttributedString> of(Board board, ViewState state, ScreenSize size, Instant now) {
        var screen = new LiveScreen(board, state, size, now);
        screen.head();
        screen.body();
        return screen.framed(screen.keys());
    }

    /** The same lines with a note in place of the keys, if there is one. */
    public static List<AttributedString> noted(List<AttributedString> lines, String note, ScreenSize size) {
        if (note.isEmpty() || lines.isEmpty()) {
            return lines;
        }
        var noted = new ArrayList<>(lines);
        var words = Cells.cut(" " + SafeText.of(note), size.columns());
        noted.set(lines.size() - 1, ScreenLine.bar(TextStyle.CHOSEN, words, size.columns()));
        return List.copyOf(noted);
    }

    private List<AttributedString> framed(LinePieces keys) {
        while (lines.size() > size.rows() - 1) {
            lines.remove(lines.size() - 1);
        }
        while (lines.size() < size.rows() - 1) {
            lines.add(AttributedString.EMPTY);
        }
        lines.add(keys.bar(TextStyle.CHOSEN, size.columns()));
        return List.copyOf(lines);
    }

    private LinePieces keys() {
        return state.mode() == ViewState.Mode.FILTER
                ? new LinePieces()
                        .add(
                                1,
                                FILTER
                                        + Cells.cutStart(
                                                SafeText.of(state.filter()), size.columns() - FILTER.length() - 2)
                                        + "_")
                        .add(3, "enter keeps it")
                        .add(2, "esc clears it")
                : new LinePieces()
                        .add(6, "↑↓ choose")
                        .add(2, "enter timeline")
                        .add(4, "/ filter")
                        .add(5, "p pause")
                        .add(7, "o browser")
                        .add(3, "? help")
                        .add(1, "q quit");
    }

    private void head() {
        lines.add(first());
        lines.add(ThroughputLine.line(board, strip()));
        var rule = strip();
        if (!state.filter().isEmpty()) {
            rule.add(TextStyle.WARNING, "filter: ")
                    .untrusted(TextStyle.WARNING, state.filter())
                    .plain(" ");
        }
        var notice = new LinePieces();
        for (var words : board.notice()) {
            notice.add(1, TextStyle.WARNING, SafeText.of(words));
        }
        notice.cutOn(rule);
        lines.add((board.notice().isEmpty() ? rule : rule.gap(1))
                .add(TextStyle.FAINT, "─".repeat(Math.max(0, rule.room())))
                .done());
    }

    /** The title, and at the right edge the counts; a narrow screen shows only the counts. */
    private AttributedString first() {
        var ink = state.isPaused() ? TextStyle.WARNING : TextStyle.PLAIN;
        var counts = new LinePieces()
                .add(1, ink, state.isPaused() ? "PAUSED" : "")
                .add(2, ink, CountWords.number(board.open().count()) + " open")
                .add(4, ink, CountWords.number(board.counts().closed()) + " closed")
                .add(3, ink, CountWords.of(board.counts().raised(), "alert"));
        var title = strip().add(TextStyle.STRONG, "footfall").plain(" ").untrusted(TextStyle.FAINT, board.title());
        int room = title.room() - counts.width();
        return room < 1 ? counts.on(strip()).done() : counts.on(title.gap(room)).done();
    }

    private void body() {
        var rows = BoardRows.of(board, state.filter());
        if (rows.isEmpty()) {
            EmptyBoard.of(board, state, size, lines);
            return;
        }
        var key = state.chosenIn(rows);
        int open = rows.openKeys().indexOf(key);
        int alert = rows.alertKeys().indexOf(key);
        int closed = rows.closedKeys().indexOf(key);
        var shares = Shares.of(size.rows() - HEAD_ROWS - 1, rows, open >= 0 ? 0 : alert >= 0 ? 1 : 2);
        var row = new TurnRows(key, size.columns(), now, board.zone());
        var title = rows.open().isEmpty() ? row.noneTitle(EmptyBoard.forOpenTurns(board)) : row.openTitle();
        section(
                shares.open(),
                new Section(
                        title,
                        rows.open().size(),
                        open,
                        i -> row.open(rows.open().get(i))));
        section(
                shares.alerts(),
                new Section(
                        AlertRows.title(size.columns()),
                        rows.alerts().size(),
                        alert,
                        i -> AlertRows.of(rows.alerts().get(i), i == alert, size.columns(), board.zone())));
        section(
                shares.closed(),
                new Section(
                        row.closedTitle(),
                        rows.closed().size(),
                        open < 0 ? closed : -1,
                        i -> row.closed(rows.closed().get(i))));
    }

    private void section(int rows, Section section) {
        lines.addAll(section.lines(rows, size.columns()));
    }

    private ScreenLine strip() {
        return new ScreenLine(size.columns());
    }
}
