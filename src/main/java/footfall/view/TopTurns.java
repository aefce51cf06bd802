package footfall.view;

import footfall.line.Outcome;
import footfall.turn.Position;
import footfall.turn.Totals;
import footfall.turn.Turn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Keeps the first turns of an order: at most {@code max}, and as many as have {@link #STEPS_MAX} steps together. What
 * is kept is always the beginning of the order, without a gap.
 */
public final class TopTurns {
    /** More than 50 of the largest turns have: a record has at most 1,000 steps. */
    static final int STEPS_MAX = 50_000;

    private final TurnSort sort;
    private final int max;
    /** The last one first. */
    private final PriorityQueue<Turn> kept;

    private int steps;
    /** The first turn in the order that was not kept. */
    private Turn first;

    public TopTurns(TurnSort sort, int max) {
        this.sort = sort;
        this.max = max;
        this.kept = new PriorityQueue<>(sort.order().reversed());
    }

    /** {@code isCut}: there are fewer than wanted, because they have too many steps. */
    public record Part(List<Turn> turns, boolean isCut, long scanned, Position reached) {
        public static final Part NONE = new Part(List.of(), false, 0, null);

        public Part {
            turns = List.copyOf(turns);
        }
    }

    /** The original of a copy is there, too. */
    public void add(Turn turn) {
        if (turn.prompt().copyOf() != null || first != null && sort.order().compare(turn, first) > 0) {
            return;
        }
        kept.add(turn);
        steps += turn.steps().size();
        while (kept.size() > max || steps > STEPS_MAX && kept.size() > 1) {
            first = kept.remove();
            steps -= first.steps().size();
        }
    }

    public Part part(long scanned, Position reached) {
        var turns = new ArrayList<>(kept);
        turns.sort(sort.order());
        return new Part(turns, first != null && turns.size() < max, scanned, reached);
    }

    /** The first turns of all parts. Behind the last turn of a part that is cut, others may be missing. */
    static Part merged(List<Part> parts, TurnSort sort, int max) {
        var order = sort.order();
        var cut = parts.stream().filter(Part::isCut).toList();
        var end = cut.stream()
                .map(part -> part.turns.get(part.turns.size() - 1))
                .min(order)
                .orElse(null);
        var all = new TopTurns(sort, max);
        parts.stream()
                .flatMap(part -> part.turns.stream())
                .filter(turn -> end == null || order.compare(turn, end) <= 0)
                .forEach(all::add);
        var reached = parts.stream().map(Part::reached).reduce(null, Direction.ASC::first);
        var merged = all.part(parts.stream().mapToLong(Part::scanned).sum(), reached);
        boolean isCut = merged.isCut || end != null && merged.turns.size() < max;
        return new Part(merged.turns, isCut, merged.scanned, reached);
    }

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

        private final Function<Turn, ?> value;
        private final Comparator<Turn> order;

        <T extends Comparable<T>> TurnSort(Function<Turn, T> value) {
            this.value = value;
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

        /** What turns are ordered by; null if it is not known. */
        public Object value(Turn turn) {
            return value.apply(turn);
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
}
