package footfall.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A client of the event stream got each record of the topic {@code turns} once, those of a turn in their order,
 * although its connections broke and it read from several processors; guarantee 23.
 */
final class EveryEventOnce implements Guarantee {
    @Override
    public Stream<String> broken(Observed observed) {
        return observed.received().events().stream().flatMap(events -> {
            var came = byTurn(events);
            var emitted = byTurn(observed.topics().turns().stream()
                    .filter(logged -> logged.value() != null)
                    .map(logged ->
                            new Observed.Revision(logged.key(), logged.value().revision()))
                    .toList());
            var ids = new TreeSet<>(came.keySet());
            ids.addAll(emitted.keySet());
            return ids.stream()
                    .filter(id -> !came.getOrDefault(id, List.of()).equals(emitted.getOrDefault(id, List.of())))
                    .map(id -> "of the turn " + id + " the revisions " + came.getOrDefault(id, List.of())
                            + " came as events, and " + emitted.getOrDefault(id, List.of()) + " are on turns");
        });
    }

    private static Map<String, List<Integer>> byTurn(List<Observed.Revision> revisions) {
        var byTurn = new TreeMap<String, List<Integer>>();
        revisions.forEach(one ->
                byTurn.computeIfAbsent(one.turnId(), none -> new ArrayList<>()).add(one.number()));
        return byTurn;
    }
}
