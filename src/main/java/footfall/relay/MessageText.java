package footfall.relay;

import footfall.alert.Alert;
import footfall.screen.AlertWords;
import footfall.screen.SafeText;
import footfall.turn.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A message in words for people: without control characters, and no longer than a chat shows. Not escaped. */
final class MessageText {
    private static final int NAME_CHARACTERS = 100;
    private static final int PATTERN_CHARACTERS = 200;

    private MessageText() {}

    static String title(AlertMessage message) {
        var alerts = message.alerts();
        var subject = (alerts.get(0).turnId() == null ? "tool " : "session ") + name(message.subject());
        if (message.state() == Alert.State.CLEARED) {
            return "Over: " + subject;
        }
        return "footfall alert: " + subject + ", "
                + (alerts.size() == 1 ? AlertWords.what(alerts.get(0)) : alerts.size() + " alerts");
    }

    /** One alert. A cleared one names the time at which it was raised. */
    static String line(Alert alert) {
        var words = new ArrayList<String>();
        words.add("Level " + alert.level() + " " + alert.kind().word() + ": " + AlertWords.what(alert));
        if (alert.turnId() != null) {
            words.add("turn " + name(alert.turnId()));
        }
        words.add((alert.state() == Alert.State.CLEARED ? "cleared; it was raised at " : "raised at ")
                + alert.raisedAt());
        return String.join("; ", words);
    }

    /** The tools of the turn so far; empty if the alert has none. */
    static String pattern(Alert alert) {
        return alert.patternSoFar() == null ? "" : cut(alert.patternSoFar(), PATTERN_CHARACTERS);
    }

    /** Where the alerts come from. */
    static String origin(AlertMessage message) {
        var alert = message.alerts().get(0);
        var origin = alert.origin();
        return Stream.of(
                        labelled("agent", agent(alert.product())),
                        labelled("project", origin.project()),
                        labelled("host", origin.host()),
                        labelled("user", origin.user()),
                        List.of("message " + message.id()))
                .flatMap(List::stream)
                .collect(Collectors.joining(", "));
    }

    /** With its version; null if the alert is of none, or of an earlier build. */
    private static String agent(Turn.Product product) {
        if (product == null || product.agent() == null) {
            return null;
        }
        return product.agentVersion() == null ? product.agent() : product.agent() + " " + product.agentVersion();
    }

    private static List<String> labelled(String label, String name) {
        return name == null ? List.of() : List.of(label + " " + name(name));
    }

    private static String name(String text) {
        return cut(text, NAME_CHARACTERS);
    }

    private static String cut(String text, int max) {
        var safe = SafeText.of(text);
        return safe.codePointCount(0, safe.length()) <= max
                ? safe
                : safe.substring(0, safe.offsetByCodePoints(0, max - 1)) + "…";
    }
}
