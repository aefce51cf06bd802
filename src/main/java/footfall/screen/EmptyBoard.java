package footfall.screen;

import java.util.List;
import org.jline.utils.AttributedString;

/** The text of a board without turns: why it is empty, and what to do. */
final class EmptyBoard {
    private static final int INDENT = 2;

    private EmptyBoard() {}

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
            say("To follow another folder: footfall up --home DIR. To see a demo: footfall up --demo.", size, lines);
        } else {
            say("No turn is open. Waiting for the next prompt.", size, lines);
        }
        board.shipped().problems().forEach(problem -> say(problem, size, lines));
    }

    /** The text in place of the list of open turns. */
    static String forOpenTurns(Board board) {
        var work = topology(board);
        return work == null ? "none; waiting for the next prompt" : "unknown yet; " + work;
    }

    /** What is not finished yet, so that open turns are unknown; null when they are known. */
    private static String work(Board board) {
        var shipped = board.shipped();
        var ofTopology = topology(board);
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

    private static String topology(Board board) {
        long left = board.readiness().left();
        return switch (board.readiness().state()) {
            case STARTING -> "starting";
            case STOPPED -> "stopped";
            case RESTORING -> "restoring state, " + CountWords.of(left, "record") + " left";
            case CATCHING_UP -> "catching up" + (left > 0 ? ", " + CountWords.of(left, "line") + " left" : "");
            case CURRENT -> null;
        };
    }

    /** Wraps to the width of the screen. */
    private static void say(String words, ScreenSize size, List<AttributedString> lines) {
        lines.addAll(ScreenLine.wrapped(TextStyle.PLAIN, SafeText.of(words), INDENT, size.columns()));
    }
}
