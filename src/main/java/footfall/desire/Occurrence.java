package footfall.desire;

import footfall.loop.Recovery;
import footfall.turn.Step;
import footfall.turn.Turn;
import java.util.ArrayList;
import java.util.List;

/** Where a desire occurs in a turn: {@code steps} steps of the sequence {@code from} and after it. */
public record Occurrence(int from, int steps) {
    /**
     * In the order of the steps: loops of the desire's level and name; its failures with their recoveries; of a turn
     * pattern the steps after the threshold. A failure during the recovery of another one is an occurrence alone. The
     * record of a turn with many loops and recoveries does not have all of them.
     */
    public static List<Occurrence> of(Desire desire, Turn turn, int threshold) {
        return switch (desire.category()) {
            case Desire.LOOP -> loops(desire, turn);
            case Desire.TURN_PATTERN ->
                turn.size().length() > threshold
                        ? List.of(new Occurrence(threshold, turn.size().length() - threshold))
                        : List.of();
            default -> failures(desire, turn);
        };
    }

    private static List<Occurrence> loops(Desire desire, Turn turn) {
        return turn.detours().loops().stream()
                .filter(loop -> desire.subject().equals(loop.level().word() + ":" + loop.name()))
                .map(loop -> new Occurrence(loop.from(), loop.steps()))
                .toList();
    }

    private static List<Occurrence> failures(Desire desire, Turn turn) {
        var found = new ArrayList<Occurrence>();
        for (var step : turn.steps()) {
            int at = step.sequence();
            if (isFailure(step, desire) && found.stream().noneMatch(one -> one.contains(at))) {
                found.add(new Occurrence(at, recoverySteps(turn, at)));
            }
        }
        return found;
    }

    private static int recoverySteps(Turn turn, int from) {
        return turn.detours().recoveries().stream()
                .filter(recovery -> recovery.from() == from)
                .mapToInt(Recovery::steps)
                .findFirst()
                .orElse(1);
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
