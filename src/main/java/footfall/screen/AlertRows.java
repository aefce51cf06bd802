package footfall.screen;

import footfall.alert.Alert;
import java.time.ZoneId;
import org.jline.utils.AttributedString;

/** The rows of alerts. */
final class AlertRows {
    private static final int TRAIL_MIN = 24;

    private AlertRows() {}

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
