package footfall.screen;

import footfall.alert.Alert;
import java.time.Duration;

/** An alert in words: its subject and the problem, in the unit of its kind. */
public final class AlertWords {
    private AlertWords() {}

    /** The abbreviated turn ID; the tool or server of an outage, or the project of a budget. */
    public static String whose(Alert alert) {
        return alert.turnId() == null
                ? subject(alert)
                : Names.turn(alert.turnId(), alert.sessionId().value());
    }

    /** The same, not abbreviated. */
    static String whoseWhole(Alert alert) {
        return alert.turnId() == null ? subject(alert) : alert.turnId();
    }

    private static String subject(Alert alert) {
        var end = ":" + alert.kind().word() + ":" + alert.level();
        var id = alert.alertId();
        return id.endsWith(end) ? id.substring(0, id.length() - end.length()) : id;
    }

    public static String what(Alert alert) {
        long value = alert.value();
        return switch (alert.kind()) {
            case LENGTH -> CountWords.of(value, "step") + ", over " + alert.threshold();
            case DURATION ->
                "open for " + DurationText.whole(Duration.ofMillis(value)) + ", limit "
                        + DurationText.whole(Duration.ofMillis(alert.threshold()));
            case ERROR_STREAK -> CountWords.of(value, "failed call") + " in a row, limit " + alert.threshold();
            case REPEAT_LOOP -> "a loop of " + CountWords.of(value, "round") + ", limit " + alert.threshold();
            case WAITING ->
                "waits for a person for " + DurationText.whole(Duration.ofMillis(value)) + ", limit "
                        + DurationText.whole(Duration.ofMillis(alert.threshold()));
            case BUDGET -> "cost " + MoneyText.ofCents(value) + ", limit " + MoneyText.ofCents(alert.threshold());
            case OUTAGE -> CountWords.of(value, "failure") + " in all sessions, limit " + alert.threshold();
        };
    }
}
