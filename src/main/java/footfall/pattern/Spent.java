package footfall.pattern;

import footfall.line.Changes;
import footfall.line.Outcome;
import footfall.turn.Contribution;
import footfall.turn.Cost;
import footfall.turn.HourTokens;
import footfall.turn.PriceLists;
import footfall.turn.SessionUsage.SessionTokens;
import footfall.turn.Tokens;
import footfall.turn.Totals;
import footfall.turn.Turn;
import java.math.BigDecimal;
import java.util.List;

/**
 * What turns used of one model, as sums that can be subtracted again. {@code turns} to {@code activeDurationMs} are
 * those of turns whose first hour and model this is. {@code unpriced} are the tokens without a price, which
 * {@code costUsd} does not cover. {@code outputOnly} is the number of parts of which the transcript contains only the
 * output; the sums have 0 for the other counts. {@code lists}: the price lists that the cost is from. {@code changes}:
 * of the same turns as {@code steps}, with 0 for what is not known; {@code unchangedSteps}: the steps of those that
 * changed nothing; {@code waitedMs}: how long their calls waited for a person; {@code replyMs}: how long people
 * took for the {@code replies} that began turns.
 */
public record Spent(
        long turns,
        long longTurns,
        long steps,
        long failures,
        long activeDurationMs,
        Tokens tokens,
        BigDecimal costUsd,
        Tokens unpriced,
        long outputOnly,
        PriceLists lists,
        Changes changes,
        long unchangedSteps,
        long waitedMs,
        long replies,
        long replyMs) {
    public static final Spent ZERO =
            new Spent(0, 0, 0, 0, 0, Tokens.ZERO, BigDecimal.ZERO, Tokens.ZERO, 0, PriceLists.NONE);

    public Spent {
        lists = lists == null ? PriceLists.NONE : lists;
        changes = Changes.sum(Changes.ZERO, changes);
    }

    /** Of which nothing came. */
    public Spent(
            long turns,
            long longTurns,
            long steps,
            long failures,
            long activeDurationMs,
            Tokens tokens,
            BigDecimal costUsd,
            Tokens unpriced,
            long outputOnly,
            PriceLists lists) {
        this(
                turns,
                longTurns,
                steps,
                failures,
                activeDurationMs,
                tokens,
                costUsd,
                unpriced,
                outputOnly,
                lists,
                Changes.ZERO,
                0,
                0,
                0,
                0);
    }

    /** {@code priceList}: the version of the list that the cost is from. */
    public static Spent of(HourTokens row, String priceList) {
        boolean isPriced = row.costUsd() != null;
        var tokens = row.tokens().withZeros();
        return new Spent(
                0,
                0,
                0,
                0,
                0,
                tokens,
                isPriced ? row.costUsd() : BigDecimal.ZERO,
                isPriced ? Tokens.ZERO : tokens,
                row.tokens().isComplete() ? 0 : 1,
                PriceLists.of(isPriced && row.costUsd().signum() != 0 ? priceList : null));
    }

    /** Tokens of no message. */
    public static Spent beside(SessionTokens row, String priceList) {
        return of(new HourTokens(row.hour(), row.model(), row.tokens(), row.costUsd()), priceList);
    }

    /** The cost of output of messages, which is not without a price any more. */
    public static Spent pricedOutput(SessionTokens row, String priceList) {
        var priced = new Tokens(0, -row.pricedOutput(), 0, 0, 0);
        var cost = row.pricedOutput() == 0 ? BigDecimal.ZERO : row.pricedOutputCostUsd();
        return new Spent(0, 0, 0, 0, 0, Tokens.ZERO, cost, priced, 0, PriceLists.of(priceList));
    }

    /** Everything of a turn but its tokens. */
    static Spent of(Contribution turn) {
        return turn(
                turn.length(),
                turn.isLong(),
                count(turn.failures()),
                turn.bill().durationMs(),
                turn.bill().changes(),
                turn.bill().waitedMs(),
                turn.bill().replyMs());
    }

    /** Everything of a turn but its tokens. */
    public static Spent of(Turn turn) {
        long failures = turn.totals() != null
                ? count(turn.totals().failures())
                : turn.steps().stream()
                        .filter(step -> step.result().outcome() == Outcome.ERROR)
                        .count();
        return turn(
                turn.size().length(),
                turn.size().isLong(),
                failures,
                turn.span().durationMs(),
                turn.changes(),
                turn.span().waitedMs(),
                turn.span().replyMs());
    }

    private static long count(List<Totals.Failures> failures) {
        return failures.stream().mapToLong(Totals.Failures::count).sum();
    }

    private static Spent turn(
            int length, boolean isLong, long failures, long durationMs, Changes changes, Long waitedMs, Long replyMs) {
        return new Spent(
                1,
                isLong ? 1 : 0,
                length,
                failures,
                durationMs,
                Tokens.ZERO,
                BigDecimal.ZERO,
                Tokens.ZERO,
                0,
                PriceLists.NONE,
                changes,
                changes == null ? length : 0,
                waitedMs == null ? 0 : waitedMs,
                replyMs == null ? 0 : 1,
                replyMs == null ? 0 : replyMs);
    }

    /** The tokens as they are shown: where any input is reported, the sum of what is reported. */
    public Tokens reported() {
        return shown(tokens);
    }

    /** The tokens without a price, as they are shown. */
    public Tokens unpricedReported() {
        return shown(unpriced);
    }

    private Tokens shown(Tokens sum) {
        return outputOnly > 0 && sum.request() == 0 ? Tokens.ofOutput(sum.output()) : sum;
    }

    /** USD, not rounded; null when there are tokens and none has a price. */
    public BigDecimal cost() {
        return isPriced() || !unpriced.equals(tokens) ? Cost.plain(costUsd) : null;
    }

    /** Whether all tokens have a price. */
    public boolean isPriced() {
        return unpriced.equals(Tokens.ZERO);
    }

    /** Whether no turn is left: a turn has a row in its first hour, if only one without tokens. */
    boolean isZero() {
        return turns == 0 && outputOnly == 0 && tokens.total() == 0;
    }

    public Spent plus(Spent other) {
        return new Spent(
                turns + other.turns,
                longTurns + other.longTurns,
                steps + other.steps,
                failures + other.failures,
                activeDurationMs + other.activeDurationMs,
                tokens.plus(other.tokens),
                costUsd.add(other.costUsd),
                unpriced.plus(other.unpriced),
                outputOnly + other.outputOnly,
                lists.plus(other.lists),
                Changes.sum(changes, other.changes),
                unchangedSteps + other.unchangedSteps,
                waitedMs + other.waitedMs,
                replies + other.replies,
                replyMs + other.replyMs);
    }

    Spent minus(Spent other) {
        return plus(other.negated());
    }

    private Spent negated() {
        return new Spent(
                -turns,
                -longTurns,
                -steps,
                -failures,
                -activeDurationMs,
                tokens.negated(),
                costUsd.negate(),
                unpriced.negated(),
                -outputOnly,
                PriceLists.NONE.minus(lists),
                changes.negated(),
                -unchangedSteps,
                -waitedMs,
                -replies,
                -replyMs);
    }
}
