package footfall.pattern;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Tallies of some turns, and how their occurrences spread over sessions. {@code turns}: all that were added, also those
 * in which no subject occurred. {@code squares}: the sum over sessions of the square of their number of turns.
 */
public record Sample(List<Spread> spreads, long turns, int sessions, long squares) {
    public static final Sample NONE = new Sample(List.of(), 0, 0, 0);

    public Sample {
        spreads = List.copyOf(spreads);
    }

    /**
     * The occurrences of a subject. {@code squares}: the sum over sessions of the square of their occurrences;
     * {@code products}: that of occurrences times turns.
     */
    public record Spread(TallyView tally, long squares, long products) {
        Spread plus(Spread other) {
            return new Spread(tally.plus(other.tally), squares + other.squares, products + other.products);
        }
    }

    /** The sample of these subjects; its turns and sessions stay. */
    public Sample only(Predicate<Spread> which) {
        return new Sample(spreads.stream().filter(which).toList(), turns, sessions, squares);
    }

    /** Both samples; they must have no session in common. */
    public Sample plus(Sample other) {
        var bySubject = new LinkedHashMap<Subject, Spread>();
        Stream.concat(spreads.stream(), other.spreads.stream())
                .forEach(one -> bySubject.merge(one.tally().subject(), one, Spread::plus));
        return new Sample(
                List.copyOf(bySubject.values()),
                turns + other.turns,
                sessions + other.sessions,
                squares + other.squares);
    }
}
