package footfall.screen;

import footfall.line.Outcome;
import footfall.screen.ScreenLine.TextStyle;
import footfall.turn.Turn;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/** What the marks of a timeline mean. */
final class Legend {
    private static final List<String> PARALLEL = List.of("┌ │ └", "parallel calls");
    private static final List<String> SUBAGENT = List.of("⤷", "the subagent that the step ran");

    /** All marks. */
    static final List<List<String>> ALL = List.of(
            of(Outcome.ERROR),
            of(Outcome.REJECTED),
            of(Outcome.DENIED),
            of(Outcome.INTERRUPTED),
            of(Outcome.CANCELLED),
            of(Outcome.PENDING),
            PARALLEL,
            SUBAGENT);

    private static final List<Outcome> SHOWN = List.of(
            Outcome.ERROR, Outcome.REJECTED, Outcome.DENIED, Outcome.INTERRUPTED, Outcome.CANCELLED, Outcome.PENDING);

    private Legend() {}

    private static List<String> of(Outcome outcome) {
        return List.of(
                mark(outcome),
                switch (outcome) {
                    case OK -> "succeeded";
                    case ERROR -> "failed";
                    case REJECTED -> "rejected by the user";
                    case DENIED -> "denied without asking the user";
                    case INTERRUPTED -> "interrupted while it ran";
                    case CANCELLED -> "cancelled";
                    case PENDING -> "no result yet";
                });
    }

    /** The marks that occur in a turn, on as few lines as possible. */
    static void of(Turn turn, int width, List<AttributedString> lines) {
        var pieces = new ArrayList<String>();
        for (var outcome : SHOWN) {
            if (turn.steps().stream().anyMatch(step -> step.result().outcome() == outcome)) {
                pieces.add(String.join(" ", of(outcome)));
            }
        }
        if (turn.steps().stream().anyMatch(step -> step.parallel())) {
            pieces.add(String.join(" ", PARALLEL));
        }
        if (pieces.isEmpty()) {
            return;
        }
        lines.add(AttributedString.EMPTY);
        var line = new ScreenLine(width).gap(2);
        for (var piece : pieces) {
            if (Cells.width(piece) + 3 > line.room() && line.room() < width - 2) {
                lines.add(line.done());
                line = new ScreenLine(width).gap(2);
            }
            line.add(TextStyle.FAINT, piece).gap(3);
        }
        lines.add(line.done());
    }

    static String mark(Outcome outcome) {
        return switch (outcome) {
            case OK -> " ";
            case PENDING -> "…";
            case ERROR -> "✗";
            case REJECTED -> "⊘";
            case DENIED -> "⊖";
            case INTERRUPTED -> "!";
            case CANCELLED -> "-";
        };
    }

    static TextStyle ink(Outcome outcome) {
        return switch (outcome) {
            case OK -> TextStyle.PLAIN;
            case PENDING, CANCELLED -> TextStyle.FAINT;
            case ERROR -> TextStyle.BAD;
            case REJECTED, DENIED, INTERRUPTED -> TextStyle.WARNING;
        };
    }
}
