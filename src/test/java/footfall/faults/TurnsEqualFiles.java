package footfall.faults;

import footfall.testkit.TurnText;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The last revision of each turn, and the last summary of each session, are those of the files; no turn is open;
 * guarantees 11, 13 and 24.
 */
final class TurnsEqualFiles implements Guarantee {
    @Override
    public Stream<String> broken(Observed observed) {
        var files = observed.files();
        var topics = observed.topics();
        var turns = differences(
                "turn",
                TurnText.of(files.turns().values()),
                TurnText.of(topics.lastTurns().values()));
        var sessions = differences("session", files.sessions(), topics.sessions());
        var open = topics.open().stream().map(key -> "a turn is open on the topic open: " + key);
        return Stream.of(turns, sessions, open).flatMap(messages -> messages);
    }

    static <V> Stream<String> differences(String what, Map<String, V> expected, Map<String, V> found) {
        var keys = new TreeSet<>(expected.keySet());
        keys.addAll(found.keySet());
        return keys.stream()
                .filter(key -> !Objects.equals(expected.get(key), found.get(key)))
                .map(key -> "the " + what + " " + key + " is " + found.get(key) + " and not " + expected.get(key));
    }
}
