package footfall.view;

import footfall.line.Changes;
import footfall.line.Group;
import footfall.pattern.Spent;
import footfall.turn.DetourTotals;
import footfall.turn.DetourTotals.Wasted;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A row of usage. {@code key} has the values that it was summed by. {@code costUsd} is not rounded, covers the tokens
 * with a price, and is null when none has one; {@code unpricedModels} are the others;
 * {@code priceLists} are the versions of the lists that the prices are from, null for none; counts that
 * transcripts do not contain are null where no such count is reported, and 0 in the sum elsewhere.
 * {@code failuresCostUsd} and
 * {@code repeatsCostUsd} are of {@link WastedCosts}, as {@code costUsd}, and null unless asked for. {@code models} is
 * null unless a breakdown was asked for, and {@code plan} unless a plan was named.
 */
public record UsageRow(
        Key key,
        long turns,
        long longTurns,
        long steps,
        long failures,
        long activeDurationMs,
        Changes changes,
        long unchangedSteps,
        long waitedMs,
        long replies,
        long replyMs,
        Tokens tokens,
        BigDecimal costUsd,
        BigDecimal failuresCostUsd,
        BigDecimal repeatsCostUsd,
        PlanShare plan,
        List<ModelTokens> unpricedModels,
        List<String> priceLists,
        List<ModelTokens> models) {
    public UsageRow {
        unpricedModels = List.copyOf(unpricedModels);
        models = models == null ? null : List.copyOf(models);
    }

    /** The tokens of one model; {@code costUsd} is null when it has no price. */
    public record ModelTokens(String model, Tokens tokens, BigDecimal costUsd) {}

    /**
     * By word; null for what the row is not summed by. {@code besideMessages} is true for a row of tokens that are in
     * no message, else null.
     */
    public record Key(
            String hour,
            String window,
            String day,
            String week,
            String month,
            String project,
            String host,
            String user,
            String model,
            String session,
            String agent,
            String subagentType,
            String pattern,
            Boolean besideMessages)
            implements Group {

        static Key of(Map<UsageBy, String> values, boolean isBeside) {
            return new Key(
                    values.get(UsageBy.HOUR),
                    values.get(UsageBy.WINDOW),
                    values.get(UsageBy.DAY),
                    values.get(UsageBy.WEEK),
                    values.get(UsageBy.MONTH),
                    values.get(UsageBy.PROJECT),
                    values.get(UsageBy.HOST),
                    values.get(UsageBy.USER),
                    values.get(UsageBy.MODEL),
                    values.get(UsageBy.SESSION),
                    values.get(UsageBy.AGENT),
                    values.get(UsageBy.SUBAGENT_TYPE),
                    values.get(UsageBy.PATTERN),
                    isBeside ? true : null);
        }

        /** The value of a word; null for what the row is not summed by. */
        public String value(UsageBy by) {
            return switch (by) {
                case HOUR -> hour;
                case WINDOW -> window;
                case DAY -> day;
                case WEEK -> week;
                case MONTH -> month;
                case PROJECT -> project;
                case HOST -> host;
                case USER -> user;
                case MODEL -> model;
                case SESSION -> session;
                case AGENT -> agent;
                case SUBAGENT_TYPE -> subagentType;
                case PATTERN -> pattern;
            };
        }
    }

    static UsageRow of(Key key, Map<String, Spent> byModel, WastedCosts wasted, boolean hasBreakdown) {
        var sums = byModel.values().stream().reduce(Spent.ZERO, Spent::plus);
        return new UsageRow(
                key,
                sums.turns(),
                sums.longTurns(),
                sums.steps(),
                sums.failures(),
                sums.activeDurationMs(),
                sums.changes(),
                sums.unchangedSteps(),
                sums.waitedMs(),
                sums.replies(),
                sums.replyMs(),
                sums.reported(),
                sums.cost(),
                wasted == null ? null : wasted.failures().knownCostUsd(),
                wasted == null ? null : wasted.repeats().knownCostUsd(),
                null,
                byModel.entrySet().stream()
                        .filter(one -> !one.getValue().isPriced())
                        .sorted(Map.Entry.comparingByKey())
                        .map(one -> new ModelTokens(one.getKey(), one.getValue().unpricedReported(), null))
                        .toList(),
                sums.lists().versions(),
                hasBreakdown ? models(byModel) : null);
    }

    UsageRow with(PlanShare share) {
        return new UsageRow(
                key,
                turns,
                longTurns,
                steps,
                failures,
                activeDurationMs,
                changes,
                unchangedSteps,
                waitedMs,
                replies,
                replyMs,
                tokens,
                costUsd,
                failuresCostUsd,
                repeatsCostUsd,
                share,
                unpricedModels,
                priceLists,
                models);
    }

    private static List<ModelTokens> models(Map<String, Spent> byModel) {
        return byModel.entrySet().stream()
                .map(one -> new ModelTokens(
                        one.getKey(), one.getValue().reported(), one.getValue().cost()))
                .sorted(Comparator.<ModelTokens>comparingLong(
                                one -> one.tokens().total())
                        .reversed()
                        .thenComparing(ModelTokens::model))
                .toList();
    }

    /** What was wasted: by failed calls, and by repeats of the same thing but polling. */
    record WastedCosts(Wasted failures, Wasted repeats) {
        static final WastedCosts NOTHING = new WastedCosts(Wasted.NOTHING, Wasted.NOTHING);

        /** A turn whose record had no room for its totals wasted nothing. */
        static WastedCosts of(Turn turn) {
            var totals = turn.detours().detourTotals();
            return totals == null
                    ? NOTHING
                    : new WastedCosts(
                            sum(totals.recoveries().stream().map(DetourTotals.Recoveries::wasted)),
                            sum(totals.repeats().stream()
                                    .filter(one -> one.kind().isWaste())
                                    .map(DetourTotals.Repeats::wasted)));
        }

        private static Wasted sum(Stream<Wasted> parts) {
            return parts.reduce(Wasted.NOTHING, Wasted::plus);
        }

        WastedCosts plus(WastedCosts other) {
            return new WastedCosts(failures.plus(other.failures), repeats.plus(other.repeats));
        }
    }

    /**
     * The cost of a row as a share of a plan's price. {@code usd} is the price: of one month for a row of a period,
     * else of the calendar months from the first to the last day with usage of all rows. {@code share} is rounded to
     * four decimals, null without a cost. The days, such as 2026-01-31, are the first and the last with usage: of the
     * period, else of all rows. A month of which they exclude days is partial; its price is that of the whole month.
     */
    public record PlanShare(BigDecimal usd, BigDecimal share, String firstDay, String lastDay) {
        private static final int DECIMALS = 4;
        private static final BigDecimal USD_MAX = new BigDecimal(1_000_000);

        /** A price: more than 0, at most a million, with at most two decimals. */
        public static Optional<BigDecimal> usdOf(String text) {
            return text.matches("\\d{1,7}(\\.\\d{1,2})?")
                    ? Optional.of(new BigDecimal(text)).filter(usd -> usd.signum() > 0 && usd.compareTo(USD_MAX) <= 0)
                    : Optional.empty();
        }

        /** {@code days}: those with usage; null without any, because then it is in no month. */
        static PlanShare of(BigDecimal monthUsd, boolean isOfPeriod, Collection<String> days, BigDecimal costUsd) {
            if (days.isEmpty()) {
                return null;
            }
            var sorted = new TreeSet<>(days);
            int months = isOfPeriod ? 1 : months(sorted.first(), sorted.last());
            var usd = monthUsd.multiply(BigDecimal.valueOf(months));
            var share = costUsd == null ? null : costUsd.divide(usd, DECIMALS, RoundingMode.HALF_EVEN);
            return new PlanShare(usd, share, sorted.first(), sorted.last());
        }

        private static int months(String first, String last) {
            var from = YearMonth.from(LocalDate.parse(first));
            var to = YearMonth.from(LocalDate.parse(last));
            return (to.getYear() - from.getYear()) * 12 + to.getMonthValue() - from.getMonthValue() + 1;
        }
    }
}
