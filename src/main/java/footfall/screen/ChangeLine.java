package footfall.screen;

import footfall.alert.Alert;
import footfall.turn.Turn;
import footfall.view.OpenTurn;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/** A change as one line of text: time, event, turn, project and details. */
public final class ChangeLine {
    /** The same width for every instant. */
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private ChangeLine() {}

    public static String of(OpenTurn turn, Instant at) {
        var last = turn.lastTools().isEmpty()
                ? ""
                : "  " + turn.lastTools().get(turn.lastTools().size() - 1);
        return start(at, turn.length() == 0 ? "opened" : "grown", turn.turnId(), turn.project())
                + escaped(CountWords.of(turn.length(), "step") + last);
    }

    public static String of(Turn turn, Instant at) {
        long failed = TurnHeading.failed(turn);
        var took = turn.span().elapsedMs() == null
                ? ""
                : " in " + DurationText.of(Duration.ofMillis(turn.span().elapsedMs()));
        return start(at, "closed", turn.id().turnId(), turn.origin().project())
                + escaped(CountWords.of(turn.size().length(), "step")
                        + took
                        + (turn.size().isLong() ? " (long)" : "") + (failed == 0 ? "" : ", " + failed + " failed")
                        + (turn.revision() == 0 ? "" : ", revision " + turn.revision()) + "  "
                        + turn.size().pattern());
    }

    public static String of(Alert alert, Instant at) {
        var trail = alert.patternSoFar() == null ? "" : "  " + alert.patternSoFar();
        return start(
                        at,
                        alert.state().word(),
                        AlertWords.whoseWhole(alert),
                        alert.origin().project())
                + escaped(alert.kind().word() + " level " + alert.level() + ", " + AlertWords.what(alert) + trail);
    }

    private static String start(Instant at, String what, String turnId, String project) {
        return TIME.format(at) + "  " + Cells.left(what, 7) + "  " + SafeText.of(turnId) + "  "
                + SafeText.of(project == null ? "-" : project) + "  ";
    }

    private static String escaped(String rest) {
        return SafeText.of(rest).stripTrailing();
    }
}
