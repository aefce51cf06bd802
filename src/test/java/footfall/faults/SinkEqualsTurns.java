package footfall.faults;

import footfall.testkit.TurnText;
import footfall.turn.Turn;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The table of the sink has the last revision of each turn once, and no turn that was withdrawn; guarantee 25. */
final class SinkEqualsTurns implements Guarantee {
    @Override
    public Stream<String> broken(Observed observed) {
        return observed.received().stored().stream().flatMap(rows -> {
            var last = texts(observed.topics().lastTurns().values());
            var stored = texts(rows);
            var several = Stream.of(rows.size() - stored.size())
                    .filter(more -> more > 0)
                    .map(more -> "more rows than turns: " + more);
            return Stream.concat(different(last, stored), several);
        });
    }

    /** A whole turn is long, and says nothing where the other one is missing. */
    private static Stream<String> different(Map<String, String> last, Map<String, String> stored) {
        var ids = new TreeSet<>(last.keySet());
        ids.addAll(stored.keySet());
        return ids.stream()
                .filter(id -> !Objects.equals(last.get(id), stored.get(id)))
                .map(id -> {
                    if (!stored.containsKey(id)) {
                        return "the turn " + id + " has no row";
                    }
                    return last.containsKey(id)
                            ? "the row of the turn " + id + " is " + stored.get(id) + " and not " + last.get(id)
                            : "the row of the turn " + id + " is left, and the turn is not on turns";
                });
    }

    private static Map<String, String> texts(Collection<Turn> turns) {
        var texts = new TreeMap<>(TurnText.of(turns));
        turns.forEach(turn -> texts.merge(turn.id().turnId(), " at revision " + turn.revision(), String::concat));
        return texts;
    }
}
