package footfall.view;

import footfall.line.Outcome;
import footfall.turn.Position;
import footfall.turn.Totals;
import footfall.turn.Turn;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The orders of turns beside that of time: the largest first, then unknown values, ties in the order of time. */
public enum TurnSort {
    LENGTH(turn -> turn.size().length()),
    COST(turn -> turn.spend().costUsd()),
    /** From the first to the last time in its lines. */
    DURATION(turn -> turn.span().elapsedMs()),
    /** Failed calls. */
    FAILURES(TurnSort::failures),
    /** The newest first. */
    STARTED_AT(turn -> turn.span().startedAt());

    private final Comparator<Turn> order;

    <T extends Comparable<T>> TurnSort(Function<Turn, T> value) {
        order = Comparator.comparing(value, Comparator.nullsLast(Comparator.<T>reverseOrder()))
                .thenComparing(Position::of);
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static List<String> words() {
        return Stream.of(values()).map(TurnSort::word).toList();
    }

    public static Optional<TurnSort> ofWord(String word) {
        return Stream.of(values()).filter(sort -> sort.word().equals(word)).findFirst();
    }

    Comparator<Turn> order() {
        return order;
    }

    private static Integer failures(Turn turn) {
        return turn.totals() == null
                ? (int) turn.steps().stream()
                        .filter(step -> step.result().outcome() == Outcome.ERROR)
                        .count()
                : turn.totals().failures().stream()
                        .mapToInt(Totals.Failures::count)
                        .sum();
    }
}
