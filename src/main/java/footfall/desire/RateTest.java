package footfall.desire;

import footfall.pattern.Sample;
import org.apache.commons.statistics.inference.BinomialTest;

/**
 * Tests whether the rate of a subject differs between two groups of turns by more than chance. Occurrences come in
 * bursts: one session without a command fails twenty times. So occurrences are divided by the design effect, which is
 * how much more they vary between sessions than independent ones would (Rao and Scott, 1992; for counts, Scott and
 * Rao, 1999). Then an exact binomial test compares how they divide between the groups with how turns do.
 */
record RateTest(Sample before, Sample after) {
    /** The probability of an error that is accepted. */
    static final double LEVEL = 0.05;

    /**
     * {@code designEffect}: at least 1. {@code isPossible}: whether so many occurrences could differ by more than
     * chance.
     */
    record Result(double designEffect, double pValue, boolean isPossible) {}

    /** Null when a group has no turns, or both have one session. {@code was} or {@code is} may be null. */
    Result of(Sample.Spread was, Sample.Spread is) {
        if (before.turns() == 0 || after.turns() == 0 || before.sessions() + after.sessions() < 2) {
            return null;
        }
        double effect = designEffect(was, is);
        int first = independent(was, effect);
        int second = independent(is, effect);
        double possible = Math.min(pValue(first + second, 0), pValue(0, first + second));
        return new Result(effect, pValue(first, second), possible <= LEVEL);
    }

    private static int independent(Sample.Spread spread, double effect) {
        return (int) Math.min(Integer.MAX_VALUE / 2, Math.round(count(spread) / effect));
    }

    static long count(Sample.Spread spread) {
        return spread == null ? 0 : spread.tally().count();
    }

    /** Two-sided. */
    private double pValue(int first, int second) {
        return first + second == 0
                ? 1
                : BinomialTest.withDefaults()
                        .test(first + second, second, after.turns() / (double) (before.turns() + after.turns()))
                        .getPValue();
    }

    /**
     * The variance of the difference between the groups as sessions show it, if both have the same rate, by the
     * variance of independent occurrences.
     */
    private double designEffect(Sample.Spread was, Sample.Spread is) {
        double turns = before.turns() + after.turns();
        double rate = (count(was) + count(is)) / turns;
        double sessions = before.sessions() + after.sessions();
        double observed = square(after.turns() / turns) * deviations(before, was, rate)
                + square(before.turns() / turns) * deviations(after, is, rate);
        double independent = rate * before.turns() * after.turns() / turns;
        return Math.max(1, observed * sessions / (sessions - 1) / independent);
    }

    /** The sum over sessions of the squared difference between their occurrences and those that a rate gives. */
    private static double deviations(Sample sample, Sample.Spread spread, double rate) {
        double expected = rate * rate * sample.squares();
        return spread == null ? expected : spread.squares() - 2 * rate * spread.products() + expected;
    }

    private static double square(double value) {
        return value * value;
    }

    /**
     * The p-values of many comparisons, corrected by Benjamini and Hochberg (1995): of those at most at a level, that
     * share is expected to be chance. In the order of {@code sorted}, which is ascending.
     */
    static double[] corrected(double[] sorted) {
        var corrected = new double[sorted.length];
        double least = 1;
        for (int i = sorted.length - 1; i >= 0; i--) {
            least = Math.min(least, sorted[i] * sorted.length / (i + 1));
            corrected[i] = least;
        }
        return corrected;
    }
}
