package footfall.screen;

import footfall.alert.Alert;
import footfall.turn.Turn;
import footfall.view.OpenTurn;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The rows of a board that match a filter, in screen order. */
record BoardRows(List<OpenTurn> open, List<RecentEvents.Entry<Alert>> alerts, List<RecentEvents.Entry<Turn>> closed) {
    private static final String ALERT = "alert ";

    static BoardRows of(Board board, String filter) {
        var open = board.open().turns().stream()
                .filter(turn -> admits(
                        filter,
                        turn.turnId(),
                        turn.project(),
                        turn.host(),
                        turn.user(),
                        turn.pattern(),
                        agent(turn.product())))
                .toList();
        var alerts = board.alerts().stream()
                .filter(seen -> admits(
                        filter,
                        seen.what().alertId(),
                        seen.what().origin().project(),
                        seen.what().origin().host(),
                        seen.what().origin().user(),
                        seen.what().patternSoFar(),
                        agent(seen.what().product())))
                .toList();
        var closed = board.closed().stream()
                .filter(seen -> admits(
                        filter,
                        seen.what().id().turnId(),
                        seen.what().origin().project(),
                        seen.what().origin().host(),
                        seen.what().origin().user(),
                        seen.what().size().pattern(),
                        agent(seen.what().product())))
                .toList();
        return new BoardRows(open, alerts, closed);
    }

    /** Null where it is not known. */
    private static String agent(Turn.Product product) {
        return product == null ? null : product.agent();
    }

    private static boolean admits(String filter, String... words) {
        var wanted = filter.toLowerCase(Locale.ROOT);
        return Stream.of(words)
                .anyMatch(word -> word != null && word.toLowerCase(Locale.ROOT).contains(wanted));
    }

    boolean isEmpty() {
        return open.isEmpty() && alerts.isEmpty() && closed.isEmpty();
    }

    /**
     * The key of an alert's row. The key of a turn's row is its ID, so that a turn stays selected when it
     * closes.
     */
    static String key(Alert alert) {
        return ALERT + alert.alertId();
    }

    /** The keys of all rows. */
    List<String> keys() {
        return Stream.of(openKeys(), alertKeys(), closedKeys())
                .flatMap(List::stream)
                .distinct()
                .toList();
    }

    List<String> openKeys() {
        return open.stream().map(OpenTurn::turnId).toList();
    }

    List<String> alertKeys() {
        return alerts.stream().map(seen -> key(seen.what())).toList();
    }

    List<String> closedKeys() {
        return closed.stream().map(seen -> seen.what().id().turnId()).toList();
    }

    /** The turn of a row; null for an outage or a budget. */
    String turnOf(String key) {
        return alerts.stream()
                .map(RecentEvents.Entry::what)
                .filter(alert -> key(alert).equals(key))
                .findFirst()
                .map(alert -> Optional.ofNullable(alert.turnId()))
                .orElse(Optional.of(key))
                .orElse(null);
    }
}
