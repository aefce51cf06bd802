package footfall.desire;

import footfall.pattern.Sample;
import footfall.pattern.Subject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.statistics.inference.BinomialTest;
import org.apache.commons.statistics.interval.BinomialConfidenceInterval;

/**
 * A desire in two groups of turns. {@code title} says it in words. {@code ratio}: the rate after by the rate before,
 * null if one is unknown or there is none before; {@code ratioLow} and {@code ratioHigh}: its 95 % confidence interval,
 * null for an end without a bound. {@code designEffect} and {@code p} as in {@link RateTest}, null when it is
 * impossible; {@code correctedP} is null when there are too few occurrences.
 */
public record Comparison(
        String id,
        String category,
        String subject,
        String toolName,
        String title,
        Trend trend,
        Side before,
        Side after,
        Double ratio,
        Double ratioLow,
        Double ratioHigh,
        Double designEffect,
        Double p,
        Double correctedP) {
    private static final double PER_TURNS = 100;
    private static final double TWICE = 2;

    private static final Comparator<Comparison> MOST_CERTAIN = Comparator.comparing(
                    Comparison::correctedP, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(one -> one.before.count + one.after.count, Comparator.reverseOrder())
            .thenComparing(Comparison::id);

    /**
     * A desire in one group: its occurrences, the sessions that have it, and the occurrences per 100 turns, null
     * without turns; and the turns and sessions of the group.
     */
    public record Side(long count, int sessions, Double rate, long groupTurns, int groupSessions) {
        private static Side of(Sample group, Sample.Spread spread) {
            long count = RateTest.count(spread);
            return new Side(
                    count,
                    spread == null ? 0 : spread.tally().sessions(),
                    group.turns() == 0 ? null : PER_TURNS * count / group.turns(),
                    group.turns(),
                    group.sessions());
        }
    }

    /** What is a desire in one of the groups, in both: the most certain differences first. */
    public static List<Comparison> of(Sample before, Sample after, DesireRules rules) {
        var was = bySubject(before);
        var is = bySubject(after);
        var desires = new TreeMap<String, Desire>();
        var subjects = new HashMap<String, Subject>();
        Stream.concat(before.spreads().stream(), after.spreads().stream())
                .forEach(spread -> Desire.of(spread.tally(), rules).ifPresent(desire -> {
                    desires.put(desire.id(), desire);
                    subjects.put(desire.id(), spread.tally().subject());
                }));
        var test = new RateTest(before, after);
        var all = new ArrayList<Comparison>();
        desires.forEach((id, desire) -> {
            var first = was.get(subjects.get(id));
            var second = is.get(subjects.get(id));
            all.add(uncorrected(
                    desire,
                    Side.of(before, first),
                    Side.of(after, second),
                    Optional.ofNullable(test.of(first, second))));
        });
        return corrected(all);
    }

    private static Map<Subject, Sample.Spread> bySubject(Sample group) {
        var spreads = new HashMap<Subject, Sample.Spread>();
        group.spreads().forEach(spread -> spreads.put(spread.tally().subject(), spread));
        return spreads;
    }

    /** {@code UNCHANGED} until it is corrected. */
    private static Comparison uncorrected(Desire desire, Side before, Side after, Optional<RateTest.Result> result) {
        boolean isPossible = result.map(RateTest.Result::isPossible).orElse(false);
        return new Comparison(
                desire.id(),
                desire.category(),
                desire.subject(),
                desire.toolName(),
                desire.title(),
                isPossible ? Trend.UNCHANGED : Trend.TOO_FEW,
                before,
                after,
                before.count == 0 || after.rate == null ? null : after.rate / before.rate,
                result.map(RateTest.Result::ratioLow).orElse(null),
                result.map(RateTest.Result::ratioHigh).orElse(null),
                result.map(RateTest.Result::designEffect).orElse(null),
                result.map(RateTest.Result::pValue).orElse(null),
                null);
    }

    /** Those with too few occurrences cannot differ by chance, so they need no correction and cause none. */
    private static List<Comparison> corrected(List<Comparison> all) {
        var possible = all.stream()
                .filter(one -> one.trend != Trend.TOO_FEW)
                .sorted(Comparator.comparing(Comparison::p))
                .toList();
        var values =
                RateTest.corrected(possible.stream().mapToDouble(Comparison::p).toArray());
        var corrected = new ArrayList<Comparison>();
        for (int i = 0; i < values.length; i++) {
            corrected.add(possible.get(i).corrected(values[i]));
        }
        all.stream().filter(one -> one.trend == Trend.TOO_FEW).forEach(corrected::add);
        corrected.sort(MOST_CERTAIN);
        return List.copyOf(corrected);
    }

    /** Judged without the correction for many desires: for one that was chosen beforehand, as by a remedy. */
    public Comparison alone() {
        return correctedP == null ? this : corrected(p);
    }

    private Comparison corrected(double value) {
        var judged = value <= RateTest.LEVEL ? change() : isAsBefore() ? Trend.UNCHANGED : Trend.TOO_FEW;
        return new Comparison(
                id,
                category,
                subject,
                toolName,
                title,
                judged,
                before,
                after,
                ratio,
                ratioLow,
                ratioHigh,
                designEffect,
                p,
                value);
    }

    /** Whether it has neither become twice as frequent nor half. */
    private boolean isAsBefore() {
        return ratioLow != null && ratioHigh != null && ratioLow >= 1 / TWICE && ratioHigh <= TWICE;
    }

    private Trend change() {
        if (before.count == 0) {
            return Trend.NEW;
        } else if (after.count == 0) {
            return Trend.GONE;
        }
        return after.rate > before.rate ? Trend.GROWN : Trend.SHRUNK;
    }

    /**
     * Tests whether the rate of a subject differs between two groups of turns by more than chance. Occurrences come in
     * bursts: one session without a command fails twenty times. So occurrences are divided by the design effect, which
     * is how much more they vary between sessions than independent ones would (Rao and Scott, 1992; for counts, Scott
     * and Rao, 1999). Then an exact binomial test compares how they divide between the groups with how turns do.
     */
    record RateTest(Sample before, Sample after) {
        /** The probability of an error that is accepted. */
        static final double LEVEL = 0.05;

        /**
         * {@code designEffect}: at least 1. {@code isPossible}: whether so many occurrences could differ by more than
         * chance. {@code ratioLow}, {@code ratioHigh}: the exact confidence interval (Clopper and Pearson, 1934) of the
         * ratio of the rates, null where it has no bound.
         */
        record Result(double designEffect, double pValue, boolean isPossible, Double ratioLow, Double ratioHigh) {}

        /** Null when a group has no turns, or both have one session. {@code was} or {@code is} may be null. */
        Result of(Sample.Spread was, Sample.Spread is) {
            if (before.turns() == 0 || after.turns() == 0 || before.sessions() + after.sessions() < 2) {
                return null;
            }
            double effect = designEffect(was, is);
            int first = independent(was, effect);
            int second = independent(is, effect);
            int all = first + second;
            if (all == 0) {
                return new Result(effect, 1, false, null, null);
            }
            double possible = Math.min(pValue(all, 0), pValue(0, all));
            var share = BinomialConfidenceInterval.CLOPPER_PEARSON.fromErrorRate(all, second, LEVEL);
            return new Result(
                    effect,
                    pValue(first, second),
                    possible <= LEVEL,
                    second == 0 ? null : ratio(share.getLowerBound()),
                    first == 0 ? null : ratio(share.getUpperBound()));
        }

        /** Of the rates, when the group after has this share of the occurrences. */
        private double ratio(double share) {
            return share / (1 - share) * before.turns() / after.turns();
        }

        private static int independent(Sample.Spread spread, double effect) {
            return (int) Math.min(Integer.MAX_VALUE / 2, Math.round(count(spread) / effect));
        }

        static long count(Sample.Spread spread) {
            return spread == null ? 0 : spread.tally().count();
        }

        /** Two-sided. */
        private double pValue(int first, int second) {
            return BinomialTest.withDefaults()
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
         * The p-values of many comparisons, corrected by Benjamini and Hochberg (1995): of those at most at a level,
         * that share is expected to be chance. In the order of {@code sorted}, which is ascending.
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
}
