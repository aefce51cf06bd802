package footfall.screen;

import footfall.alert.Alert;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** An alert in words: its subject and the problem, in the unit of its kind. */
public final class AlertWords {
    private static final List<Alert.Kind> MOST_TELLING_FIRST = List.of(
            Alert.Kind.WAITING,
            Alert.Kind.ERROR_STREAK,
            Alert.Kind.REPEAT_LOOP,
            Alert.Kind.DURATION,
            Alert.Kind.LENGTH,
            Alert.Kind.OUTAGE,
            Alert.Kind.BUDGET);

    /** By what the kind says of what went wrong, then the highest level, then the newest. */
    private static final Comparator<Alert> TELLING = Comparator.comparing(
                    (Alert alert) -> MOST_TELLING_FIRST.indexOf(alert.kind()))
            .thenComparing(Comparator.comparing(Alert::level).reversed())
            .thenComparing(Comparator.comparing(Alert::raisedAt).reversed());

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
        var limit = alert.kind() == Alert.Kind.LENGTH ? ", over " : ", limit ";
        return problem(alert) + limit + amount(alert, alert.threshold());
    }

    /**
     * Alerts as people count them: those of one turn are one, in the order of {@link #TELLING}, of each kind the
     * highest level. The turns whose first alert tells most come first.
     */
    public static List<List<Alert>> bySubject(Collection<Alert> alerts) {
        return alerts.stream()
                .sorted(TELLING)
                .collect(Collectors.groupingBy(
                        one -> one.turnId() == null ? one.alertId() : one.turnId(),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values()
                .stream()
                .map(ofOne -> ofOne.stream()
                        .collect(Collectors.toMap(
                                Alert::kind, one -> one, (highest, lower) -> highest, LinkedHashMap::new)))
                .map(byKind -> List.copyOf(byKind.values()))
                .toList();
    }

    /**
     * What is wrong with one subject, also after the alerts were raised: {@code 20 or more failed calls in a row, a
     * loop of 16 or more rounds, more than 20 steps}.
     */
    public static String problems(List<Alert> ofOne) {
        return ofOne.stream()
                .map(alert -> switch (alert.kind()) {
                    case LENGTH -> "more than " + CountWords.of(alert.threshold(), "step");
                    case ERROR_STREAK -> alert.value() + " or more failed calls in a row";
                    case REPEAT_LOOP -> "a loop of " + alert.value() + " or more rounds";
                    default -> problem(alert);
                })
                .collect(Collectors.joining(", "));
    }

    private static String problem(Alert alert) {
        var value = amount(alert, alert.value());
        return switch (alert.kind()) {
            case LENGTH -> CountWords.of(alert.value(), "step");
            case DURATION -> "open for " + value;
            case ERROR_STREAK -> CountWords.of(alert.value(), "failed call") + " in a row";
            case REPEAT_LOOP -> "a loop of " + CountWords.of(alert.value(), "round");
            case WAITING -> "waits for a person for " + value;
            case BUDGET -> "cost " + value;
            case OUTAGE -> CountWords.of(alert.value(), "failure") + " in all sessions";
        };
    }

    private static String amount(Alert alert, long value) {
        if (alert.kind() == Alert.Kind.BUDGET) {
            return MoneyText.ofCents(value);
        }
        return alert.kind().isTime() ? DurationText.whole(Duration.ofMillis(value)) : "" + value;
    }
}
