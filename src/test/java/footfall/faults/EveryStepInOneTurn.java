package footfall.faults;

import footfall.turn.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Each call of the transcripts is a step of exactly one last revision of one turn, and exactly one last record on
 * {@code invocations}; guarantees 4 and 11.
 */
final class EveryStepInOneTurn implements Guarantee {
    @Override
    public Stream<String> broken(Observed observed) {
        var calls = new TreeMap<>(observed.files().calls());
        calls.values().removeAll(observed.forgotten());
        var turns = new HashMap<String, List<String>>();
        observed.topics()
                .lastTurns()
                .forEach((id, turn) -> turn.steps().stream()
                        .map(Step::use)
                        .forEach(use -> turns.merge(use.toolUseId(), List.of(id), EveryStepInOneTurn::both)));
        var invocations = new HashMap<String, List<String>>();
        observed.topics()
                .lastInvocations()
                .forEach(
                        (key, row) -> invocations.merge(row.use().toolUseId(), List.of(key), EveryStepInOneTurn::both));
        return Stream.concat(wrong(calls.keySet(), turns, "turns"), wrong(calls.keySet(), invocations, "invocations"));
    }

    private static Stream<String> wrong(Set<String> calls, Map<String, List<String>> found, String topic) {
        var all = new TreeSet<>(calls);
        all.addAll(found.keySet());
        return all.stream()
                .filter(call -> !calls.contains(call)
                        || found.getOrDefault(call, List.of()).size() != 1)
                .map(call -> "the call " + call
                        + (calls.contains(call) ? "" : ", which no transcript may contain,")
                        + " is on " + topic + " in " + found.getOrDefault(call, List.of()));
    }

    private static List<String> both(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
