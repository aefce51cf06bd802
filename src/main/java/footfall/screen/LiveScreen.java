package footfall.screen;

import footfall.alert.Alert;
import footfall.screen.Page.ScreenSize;
import footfall.screen.ScreenLine.LinePieces;
import footfall.screen.ScreenLine.TextStyle;
import footfall.view.Readiness;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
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

    /** What answers wait for: {@code the processor is ...}; null when it is nothing. */
    public static String waitsFor(Readiness readiness) {
        long left = readiness.left();
        return switch (readiness.state()) {
            case STARTING -> "starting";
            case STOPPED -> "stopped";
            case RESTORING -> "restoring state, " + CountWords.of(left, "record") + " left";
            case CATCHING_UP -> "catching up" + (left > 0 ? ", " + CountWords.of(left, "line") + " left" : "");
            case CURRENT -> null;
        };
    }

    /** The same lines with a note in place of the keys, if there is one: all of it, in as many lines as it needs. */
    public static List<AttributedString> noted(List<AttributedString> lines, String note, ScreenSize size) {
        if (note.isEmpty() || lines.isEmpty()) {
            return lines;
        }
        var noted = new ArrayList<>(lines);
        var rows = Wrapped.of(SafeText.of(note), size.columns() - 1).stream()
                .flatMap(row -> Cells.pieces(row, size.columns() - 1).stream())
                .limit(lines.size())
                .toList();
        for (int i = 0; i < rows.size(); i++) {
            var bar = ScreenLine.bar(TextStyle.CHOSEN, " " + rows.get(i), size.columns());
            noted.set(lines.size() - rows.size() + i, bar);
        }
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
                .add(4, ink, CountWords.number(board.counts().closed()) + " closed" + copies())
                .add(3, ink, CountWords.of(board.counts().raised(), "alert"));
        var title = strip().add(TextStyle.STRONG, "footfall").plain(" ").untrusted(TextStyle.FAINT, board.title());
        int room = title.room() - counts.width();
        return room < 1 ? counts.on(strip()).done() : counts.on(title.gap(room)).done();
    }

    private String copies() {
        long copies = board.counts().copies();
        return copies == 0 ? "" : ", +" + CountWords.of(copies, "copy", "copies");
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
        var row = new TurnRows(key, size.columns(), now, board);
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

    /**
     * A list of {@code size} rows under a title. {@code chosen}: the index of the selected row, negative when it
     * is in another list.
     */
    record Section(AttributedString title, int size, int chosen, IntFunction<AttributedString> row) {

        /** Renders the list in the given number of rows, scrolled to the selected row. */
        List<AttributedString> lines(int rows, int columns) {
            if (rows < 1 || rows < 2 && size > 0) {
                return rows == 1 && chosen >= 0 ? List.of(row.apply(chosen)) : List.of();
            }
            var lines = new ArrayList<AttributedString>();
            lines.add(title);
            boolean isWhole = size <= rows - 1;
            int room = isWhole ? size : Math.max(1, rows - 2);
            int first = isWhole ? 0 : Math.max(0, Math.min(size - room, chosen - room / 2));
            for (int i = first; i < first + room; i++) {
                lines.add(row.apply(i));
            }
            if (!isWhole && rows > 2) {
                lines.add(new ScreenLine(columns)
                        .add(TextStyle.FAINT, "  " + hiddenRows(first, size - first - room))
                        .done());
            }
            return lines;
        }

        private static String hiddenRows(int above, int below) {
            return above == 0
                    ? "and " + CountWords.number(below) + " more"
                    : CountWords.number(above) + " above, " + CountWords.number(below) + " below";
        }
    }

    /** Distributes the rows of the screen among the three lists of the board, each with a title. */
    record Shares(int open, int alerts, int closed) {
        private static final int ALERTS_MAX = 6;
        /** A title, a row, and the line with the number of hidden rows. */
        private static final int LEAST = 3;

        /**
         * Open turns have priority, then closed turns; alerts get a minimum and the remaining rows. {@code chosen}
         * is the list with the selected row (0 to 2), which always gets a row.
         */
        static Shares of(int rows, BoardRows all, int chosen) {
            int[] wanted = {
                all.open().size() + 1,
                titled(all.alerts().size()),
                titled(all.closed().size())
            };
            int kept = Math.min(rows, Math.min(wanted[chosen], LEAST));
            int free = rows - kept;
            int[] given = new int[wanted.length];
            given[chosen] = kept;
            free -= addRows(given, 1, Math.min(Math.min(wanted[1], ALERTS_MAX), rows / 3), free);
            int most = wanted[2] == 0 ? rows : (rows - given[1]) * 2 / 3;
            free -= addRows(given, 0, Math.min(wanted[0], Math.max(2, most)), free);
            free -= addRows(given, 2, wanted[2], free);
            free -= addRows(given, 1, wanted[1], free);
            addRows(given, 0, wanted[0], free);
            return new Shares(given[0], given[1], given[2]);
        }

        private static int titled(int size) {
            return size == 0 ? 0 : size + 1;
        }

        /** Adds rows up to the wanted number from those that are free; returns how many were added. */
        private static int addRows(int[] given, int list, int upTo, int free) {
            int more = Math.max(0, Math.min(free, upTo - given[list]));
            given[list] += more;
            return more;
        }
    }

    /** The rows of alerts. */
    private static final class AlertRows {
        private static final int TRAIL_MIN = 24;

        static AttributedString title(int width) {
            return new ScreenLine(width).add(TextStyle.STRONG, "ALERTS").done();
        }

        static AttributedString of(RecentEvents.Entry<Alert> seen, boolean isChosen, int width, ZoneId zone) {
            var alert = seen.what();
            boolean isRaised = alert.state() == Alert.State.RAISED;
            var line = new ScreenLine(width)
                    .add(
                            isChosen ? TextStyle.CHOSEN : TextStyle.FAINT,
                            (isChosen ? "▸ " : "  ") + TurnRows.time(seen.at(), zone))
                    .gap(1);
            line.add(
                            isRaised ? TextStyle.BAD : TextStyle.FAINT,
                            Cells.left(alert.state().word(), 8))
                    .gap(1);
            line.add(
                    isRaised ? TextStyle.WARNING : TextStyle.FAINT,
                    "!".repeat(alert.level()) + " ".repeat(Math.max(0, 4 - alert.level())));
            line.untrusted(TextStyle.PLAIN, AlertWords.whose(alert));
            line.plain(" " + AlertWords.what(alert));
            if (alert.origin().project() != null) {
                line.plain("  ").untrusted(TextStyle.PLAIN, alert.origin().project());
            }
            return line.room() < TRAIL_MIN || alert.patternSoFar() == null
                    ? line.done()
                    : line.plain("  ")
                            .add(TextStyle.FAINT, Names.trail(alert.patternSoFar(), line.room() - 2))
                            .done();
        }
    }

    /** The status line: files, backlog, rates. */
    private static final class ThroughputLine {
        static AttributedString line(Board board, ScreenLine line) {
            var pieces = new LinePieces();
            if (board.hasShipper()) {
                var shipped = board.shipped();
                pieces.add(5, CountWords.of(shipped.files(), "file"));
                pieces.add(
                        3,
                        TextStyle.WARNING,
                        shipped.bytesBehind() > 0 ? CountWords.bytes(shipped.bytesBehind()) + " to read" : "");
                pieces.add(
                        2,
                        TextStyle.BAD,
                        shipped.unreadable() > 0 ? CountWords.number(shipped.unreadable()) + " unreadable" : "");
                pieces.add(
                        6,
                        TextStyle.WARNING,
                        shipped.rejected() > 0 ? CountWords.number(shipped.rejected()) + " rejected" : "");
            }
            // A processor elsewhere does not tell its progress.
            if (board.hasShipper() && !isCurrent(board) || !board.progress().isEmpty()) {
                pieces.add(7, CountWords.of(board.processed(), "line"));
                pieces.add(1, isCurrent(board) ? TextStyle.PLAIN : TextStyle.WARNING, lag(board));
                pieces.add(10, board.slowest().isEmpty() ? "" : "(partition " + board.slowest() + ")");
                pieces.add(9, CountWords.of(Math.round(board.counts().linesASecond()), "line") + "/s");
            }
            pieces.add(8, CountWords.of(board.counts().closedInAMinute(), "turn") + "/min");
            pieces.add(
                    4,
                    TextStyle.WARNING,
                    board.counts().unseen() == 0
                            ? ""
                            : CountWords.of(board.counts().unseen(), "update") + " skipped");
            return pieces.on(line).done();
        }

        private static boolean isCurrent(Board board) {
            return board.readiness().state() == Readiness.State.CURRENT;
        }

        /** Zero lag is shown only once it is known. */
        private static String lag(Board board) {
            long left = board.readiness().left();
            return switch (board.readiness().state()) {
                case STARTING -> "starting";
                case STOPPED -> "stopped";
                case RESTORING -> "restoring " + CountWords.number(left);
                case CATCHING_UP, CURRENT -> "lag " + (left == Readiness.UNKNOWN ? "-" : CountWords.number(left));
            };
        }
    }

    /** The text of a board without turns: why it is empty, and what to do. */
    private static final class EmptyBoard {
        private static final int INDENT = 2;

        /** The text of an empty board. */
        static void of(Board board, ViewState look, ScreenSize size, List<AttributedString> lines) {
            lines.add(AttributedString.EMPTY);
            var work = work(board);
            if (!look.filter().isEmpty()) {
                say(
                        "No turn matches \"" + look.filter()
                                + "\" in its ID, project, host, user or tools. Press esc to clear the filter.",
                        size,
                        lines);
            } else if (work != null) {
                say(Character.toUpperCase(work.charAt(0)) + work.substring(1) + " ...", size, lines);
            } else if (!board.hasShipper()) {
                say("No turns yet. Waiting for lines from shippers.", size, lines);
            } else if (board.shipped().files() == 0) {
                say("No transcripts found in:", size, lines);
                board.shipped()
                        .places()
                        .forEach(place -> lines.add(new ScreenLine(size.columns())
                                .gap(2 * INDENT)
                                .untrusted(TextStyle.PLAIN, place)
                                .done()));
                say("Turns appear here as soon as an agent writes a transcript.", size, lines);
                say(
                        "To follow another folder: footfall up --home DIR. To see a demo: footfall up --demo.",
                        size,
                        lines);
            } else {
                say("No turn is open. Waiting for the next prompt.", size, lines);
            }
            board.shipped().problems().forEach(problem -> say(problem, size, lines));
        }

        /** The text in place of the list of open turns. */
        static String forOpenTurns(Board board) {
            var work = waitsFor(board.readiness());
            return work == null ? "none; waiting for the next prompt" : "unknown yet; " + work;
        }

        /** What is not finished yet, so that open turns are unknown; null when they are known. */
        private static String work(Board board) {
            var shipped = board.shipped();
            var ofTopology = waitsFor(board.readiness());
            if (ofTopology == null && board.hasShipper() && !shipped.isSearched()) {
                return "looking for transcripts";
            }
            return board.hasShipper() && shipped.bytesBehind() > 0 && !isBeforeLines(board)
                    ? "reading the history"
                    : ofTopology;
        }

        private static boolean isBeforeLines(Board board) {
            return switch (board.readiness().state()) {
                case STARTING, RESTORING, STOPPED -> true;
                case CATCHING_UP, CURRENT -> false;
            };
        }

        /** Wraps to the width of the screen. */
        private static void say(String words, ScreenSize size, List<AttributedString> lines) {
            lines.addAll(ScreenLine.wrapped(TextStyle.PLAIN, SafeText.of(words), INDENT, size.columns()));
        }
    }
}
