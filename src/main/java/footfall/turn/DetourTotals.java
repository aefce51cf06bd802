package footfall.turn;

import footfall.line.ErrorCategory;
import footfall.loop.Level;
import footfall.loop.Repeat;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a turn contributes to the tallies of loops, repeats and failures, from all of them: loops by level and name,
 * only of a long turn; repeats by kind and name; recoveries by category and subject; questions to a person by name.
 */
public record DetourTotals(
        List<Loops> loops, List<Repeats> repeats, List<Recoveries> recoveries, List<Questions> questions) {
    public static final DetourTotals NONE = new DetourTotals(List.of(), List.of(), List.of(), List.of());

    public DetourTotals {
        loops = List.copyOf(loops);
        repeats = List.copyOf(repeats);
        recoveries = List.copyOf(recoveries);
        questions = questions == null ? List.of() : List.copyOf(questions);
    }

    /**
     * The questions to a person about calls of one name; {@code allowed}: how many were answered by yes. {@code ways}
     * are the answers and the reasons in their words.
     */
    public record Questions(String name, int count, int allowed, long waitedMs, List<Way> ways) {
        public Questions {
            ways = List.copyOf(ways);
        }
    }

    /** The loops of one name; {@code oneTarget}: how many of them are on one file. */
    public record Loops(
            Level level,
            String name,
            int occurrences,
            int rounds,
            int steps,
            long timeMs,
            int failures,
            int parallel,
            int oneTarget,
            int excess) {
        Loops plus(Loops other) {
            return new Loops(
                    level,
                    name,
                    occurrences + other.occurrences,
                    rounds + other.rounds,
                    steps + other.steps,
                    timeMs + other.timeMs,
                    failures + other.failures,
                    parallel + other.parallel,
                    oneTarget + other.oneTarget,
                    excess + other.excess);
        }

        Loops named(String other) {
            return new Loops(level, other, occurrences, rounds, steps, timeMs, failures, parallel, oneTarget, excess);
        }
    }

    /**
     * The steps of a kind and a name that came back to the same thing: the call itself is what was wasted. {@code
     * followed}: null from an earlier build.
     */
    public record Repeats(Repeat.Kind kind, String name, int count, Wasted wasted, Followed followed) {
        /** What they took: of a search that found nothing, with what followed. */
        public Wasted taken() {
            return followed == null || followed.taken == null ? wasted : followed.taken;
        }

        Repeats with(UnaryOperator<Wasted> prices) {
            var other = followed == null || followed.taken == null ? followed : followed.with(prices);
            return new Repeats(kind, name, count, prices.apply(wasted), other);
        }
    }

    /**
     * What followed repeats, until a call succeeded that is none and does not wait, or after a search that found
     * nothing, until one found something: like the recoveries from failures. {@code taken}: the searches and what
     * followed; null for other repeats, whose next calls are work.
     */
    public record Followed(int recoveries, int recovered, int steps, long timeMs, List<Way> ways, Wasted taken) {
        public Followed {
            ways = List.copyOf(ways);
        }

        private Followed with(UnaryOperator<Wasted> prices) {
            return new Followed(recoveries, recovered, steps, timeMs, ways, prices.apply(taken));
        }
    }

    /**
     * The recoveries from failures of one kind; {@code recovered}: how many reached a success. {@code timeMs}: from the
     * start of each failed call to the completion of its last step. {@code wasted}: the failed calls of this kind, but
     * of commands that ended with an error without a known reason none. {@code taken}: all failed calls of this kind,
     * and the steps of their recoveries; an earlier build has what was wasted in its place.
     */
    public record Recoveries(
            ErrorCategory category,
            String subject,
            int recoveries,
            int recovered,
            int steps,
            long timeMs,
            Wasted wasted,
            List<Way> ways,
            Wasted taken) {
        public Recoveries {
            ways = List.copyOf(ways);
            taken = taken == null ? wasted : taken;
        }

        Recoveries with(Wasted otherWasted, Wasted otherTaken) {
            return new Recoveries(
                    category, subject, recoveries, recovered, steps, timeMs, otherWasted, ways, otherTaken);
        }
    }

    /** The pattern of the steps of recoveries, and how often they went this way. */
    public record Way(String way, long count) {}

    /**
     * Steps that came to nothing: their number, time, tokens and cost. The tokens of a message are split evenly
     * over its calls; counts that are not reported are 0. {@code unpriced} are the tokens without a price, which
     * {@code costUsd} does not cover; null for none.
     * A group under addition.
     */
    public record Wasted(long steps, long timeMs, Tokens tokens, BigDecimal costUsd, Tokens unpriced) {
        public static final Wasted NOTHING = new Wasted(0, 0, Tokens.ZERO, BigDecimal.ZERO, null);

        public Wasted {
            costUsd = Cost.plain(costUsd);
            unpriced = Tokens.ZERO.equals(unpriced) ? null : unpriced;
        }

        public Wasted plus(Wasted other) {
            return new Wasted(
                    steps + other.steps,
                    timeMs + other.timeMs,
                    tokens.plus(other.tokens),
                    costUsd.add(other.costUsd),
                    sum(unpriced, other.unpriced));
        }

        public Wasted minus(Wasted other) {
            return plus(new Wasted(
                    -other.steps,
                    -other.timeMs,
                    other.tokens.negated(),
                    other.costUsd.negate(),
                    other.unpriced == null ? null : other.unpriced.negated()));
        }

        /** USD, not rounded; null when there are tokens and none has a price. */
        public BigDecimal knownCostUsd() {
            return tokens.equals(unpriced) ? null : costUsd;
        }

        private static Tokens sum(Tokens one, Tokens other) {
            if (one == null || other == null) {
                return one == null ? other : one;
            }
            return one.plus(other);
        }
    }
}
