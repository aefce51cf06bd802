package footfall.desire;

import footfall.loop.Recovery;
import footfall.turn.Step;
import footfall.turn.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Where a desire occurs in a turn: {@code steps} steps of the sequence {@code from} and after it. */
public record Occurrence(int from, int steps) {
    /**
     * In the order of the steps: the steps that repeat or asked a person; its failures with their recoveries; of a turn
     * pattern all of its steps. A failure during the recovery of another one is an occurrence alone. The
     * record of a turn with many repeats and recoveries does not have all of them.
     */
    public static List<Occurrence> of(Desire desire, Turn turn) {
        return switch (desire.category()) {
            case Desire.TURN_PATTERN -> List.of(new Occurrence(0, turn.size().length()));
            case Desire.ASKED ->
                turn.detours().asked().stream()
                        .filter(one -> one.name().equals(desire.subject()))
                        .map(one -> new Occurrence(one.step(), 1))
                        .toList();
            default -> desire.isFailure() ? failures(desire, turn) : repeats(desire, turn);
        };
    }

    private static List<Occurrence> repeats(Desire desire, Turn turn) {
        return turn.detours().repeats().stream()
                .filter(one -> one.kind().word().equals(desire.category())
                        && one.name().equals(desire.subject()))
                .map(one -> new Occurrence(one.step(), 1))
                .toList();
    }

    private static List<Occurrence> failures(Desire desire, Turn turn) {
        var ends = Step.recoveries(turn.steps()).stream()
                .collect(Collectors.toMap(Recovery::from, one -> one.from() + one.steps() - 1));
        var found = new ArrayList<Occurrence>();
        for (int i = 0; i < turn.steps().size(); i++) {
            int at = turn.steps().get(i).sequence();
            if (isFailure(turn.steps().get(i), desire) && found.stream().noneMatch(one -> one.contains(at))) {
                int end = turn.steps().get(ends.getOrDefault(i, i)).sequence();
                found.add(new Occurrence(at, end + 1 - at));
            }
        }
        return found;
    }

    private static boolean isFailure(Step step, Desire desire) {
        var category = step.result().category();
        return category != null
                && category.word().equals(desire.category())
                && step.failedSubject().equals(desire.subject());
    }

    /** Whether a step is in it. */
    public boolean contains(int sequence) {
        return sequence >= from && sequence < from + steps;
    }
}
