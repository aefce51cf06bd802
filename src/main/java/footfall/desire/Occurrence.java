package footfall.desire;

import footfall.loop.Recovery;
import footfall.turn.Step;
import footfall.turn.Turn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Where a desire occurs in a turn: {@code steps} steps of the sequence {@code from} and after it. */
public record Occurrence(int from, int steps) {
    /**
     * In the order of the steps: the steps that repeat or asked a person; its failures with their recoveries; of a turn
     * pattern all of its steps. A failure during the recovery of another one is an occurrence alone. The
     * record of a turn with many repeats and recoveries does not have all of them.
     */
    public static List<Occurrence> of(Desire desire, Turn turn) {
        return desire.isTurnPattern()
                ? List.of(new Occurrence(0, turn.size().length()))
                : byDesire(turn).getOrDefault(desire.id(), List.of());
    }

    /** Those of all desires but turn patterns, by the ID of the desire. */
    static Map<String, List<Occurrence>> byDesire(Turn turn) {
        var found = failures(turn);
        for (var one : turn.detours().repeats()) {
            add(found, Desire.idOf(one.kind().word(), one.name()), new Occurrence(one.step(), 1));
        }
        for (var one : turn.detours().asked()) {
            add(found, Desire.idOf(Desire.ASKED, one.name()), new Occurrence(one.step(), 1));
        }
        return found;
    }

    private static Map<String, List<Occurrence>> failures(Turn turn) {
        var steps = turn.steps();
        var ends = Step.recoveries(steps).stream()
                .collect(Collectors.toMap(Recovery::from, one -> one.from() + one.steps() - 1));
        var found = new LinkedHashMap<String, List<Occurrence>>();
        for (int i = 0; i < steps.size(); i++) {
            var category = steps.get(i).result().category();
            int at = steps.get(i).sequence();
            if (category != null) {
                var id = Desire.idOf(category.word(), steps.get(i).failedSubject());
                if (found.getOrDefault(id, List.of()).stream().noneMatch(one -> one.contains(at))) {
                    int end = steps.get(ends.getOrDefault(i, i)).sequence();
                    add(found, id, new Occurrence(at, end + 1 - at));
                }
            }
        }
        return found;
    }

    private static void add(Map<String, List<Occurrence>> found, String id, Occurrence one) {
        found.computeIfAbsent(id, none -> new ArrayList<>()).add(one);
    }

    /** Whether a step is in it. */
    public boolean contains(int sequence) {
        return sequence >= from && sequence < from + steps;
    }
}
