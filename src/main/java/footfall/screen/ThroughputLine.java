package footfall.screen;

import footfall.view.Readiness;
import java.util.Locale;
import org.jline.utils.AttributedString;

/** The status line: files, backlog, rates. */
final class ThroughputLine {
    private ThroughputLine() {}

    static AttributedString line(Board board, ScreenLine line) {
        var pieces = new LinePieces();
        if (board.hasShipper()) {
            var shipped = board.shipped();
            pieces.add(5, CountWords.of(shipped.files(), "file"));
            pieces.add(
                    3, TextStyle.WARNING, shipped.bytesBehind() > 0 ? bytes(shipped.bytesBehind()) + " to read" : "");
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
                board.counts().unseen() == 0 ? "" : CountWords.of(board.counts().unseen(), "update") + " skipped");
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

    static String bytes(long value) {
        return value < 1_000
                ? value + " B"
                : value < 1_000_000
                        ? String.format(Locale.ROOT, "%.1f KB", value / 1e3)
                        : String.format(Locale.ROOT, "%,.1f MB", value / 1e6);
    }
}
