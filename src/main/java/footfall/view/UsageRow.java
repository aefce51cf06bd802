package footfall.view;

import footfall.line.Group;
import footfall.pattern.Spent;
import footfall.turn.Tokens;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

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
        static final Key NONE = of(Map.of(), false);

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
}
