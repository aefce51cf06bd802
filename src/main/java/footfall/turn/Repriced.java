package footfall.turn;

import footfall.row.LazyHash;
import footfall.turn.DetourTotals.Wasted;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An emitted turn with other prices, and what it contributes to tallies before and after; null for a copy. Its steps
 * are not kept any more, so what its failures and repeats cost is exact in a turn of one model and class of prices, and
 * changes in proportion to the turn's cost in another one.
 */
public record Repriced(Turn turn, Contribution before, Contribution after) {
    private static final MathContext PRECISION = MathContext.DECIMAL64;

    /** Empty when nothing changes. {@code turn} is the emission that {@code last} describes. */
    static Optional<Repriced> of(Turn turn, Emitted last, TurnRules rules) {
        var spent = turn.spend();
        var all = TurnBuilder.spend(rules, last.usage(), turn.span().startedAt());
        var now = new Turn.Spend(
                spent.tokens(),
                spent.models(),
                all.costUsd(),
                all.unpricedModels(),
                all.priceList(),
                spent.usage().isEmpty() ? List.of() : all.usage());
        if (now.equals(spent)) {
            return Optional.empty();
        }
        var wasted = new Waste(last, rules.prices());
        var after = last.contribution() == null ? null : contribution(last.contribution(), all, wasted);
        var repriced = turn.repriced(now, wasted.of(turn.detours()));
        return Optional.of(new Repriced(repriced, last.contribution(), after));
    }

    /** What is stored of this emission. */
    Emitted emitted(Emitted last) {
        return new Emitted(
                turn.revision(),
                LazyHash.of(Emission.Fingerprint.of(turn)),
                last.stepsFingerprint(),
                after,
                last.invocations(),
                last.usage());
    }

    private static Contribution contribution(Contribution before, Turn.Spend spend, Waste wasted) {
        var bill = before.bill();
        return new Contribution(
                before.pattern(),
                before.length(),
                before.isLong(),
                before.startedAt(),
                before.calls(),
                before.failures(),
                bill == null
                        ? null
                        : new Contribution.Bill(
                                bill.origin(),
                                bill.durationMs(),
                                spend.usage(),
                                spend.priceList(),
                                bill.changes(),
                                bill.waitedMs(),
                                bill.replyMs()),
                before.detours() == null ? null : wasted.of(before.detours()));
    }

    /** The costs of detours. */
    private static final class Waste {
        private final Prices prices;
        private final ModelUsage only;
        private final BigDecimal factor;

        Waste(Emitted last, Prices prices) {
            this.prices = prices;
            var parts = HourUsage.models(last.usage());
            this.only = !parts.isEmpty() && parts.stream().allMatch(parts.get(0)::isOfClass) ? parts.get(0) : null;
            var bill = last.contribution() == null ? null : last.contribution().bill();
            var before = bill == null ? BigDecimal.ZERO : sum(bill.usage());
            var now = Cost.known(parts, prices);
            this.factor = before.signum() == 0 || now == null ? BigDecimal.ONE : now.divide(before, PRECISION);
        }

        private static BigDecimal sum(List<HourTokens> usage) {
            return usage.stream()
                    .map(HourTokens::costUsd)
                    .filter(Objects::nonNull)
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
        }

        Detours of(Detours detours) {
            return detours.detourTotals() == null ? detours : detours.counted(of(detours.detourTotals()));
        }

        DetourTotals of(DetourTotals totals) {
            return new DetourTotals(
                    totals.loops(),
                    totals.repeats().stream().map(one -> one.with(this::of)).toList(),
                    totals.recoveries().stream()
                            .map(one -> one.with(of(one.wasted()), of(one.taken())))
                            .toList(),
                    totals.questions());
        }

        private Wasted of(Wasted wasted) {
            if (only == null) {
                var usd = wasted.costUsd().multiply(factor, PRECISION);
                return new Wasted(wasted.steps(), wasted.timeMs(), wasted.tokens(), usd, wasted.unpriced());
            }
            var used = wasted.tokens().usage(only.usage().outputOnly());
            var cost = Cost.exact(List.of(new ModelUsage(only.model(), only.rate(), used)), prices);
            return new Wasted(
                    wasted.steps(),
                    wasted.timeMs(),
                    wasted.tokens(),
                    cost == null ? BigDecimal.ZERO : cost,
                    cost == null ? wasted.tokens() : null);
        }
    }
}
