package footfall.turn;

import footfall.line.Tier;
import footfall.line.Usage;
import footfall.turn.ModelUsage.RateClass;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The prices of one model. Rows are ordered by period and, within a period, by context;
 * the first row is the base price. {@code context} is what its size counts. {@code factors}: what terms of a request
 * multiply its price by; terms without a factor have no price.
 */
public record ModelPrices(List<Row> rows, Context context, Map<Tier, Factor> factors) {
    /** A price from a day on, null for always, for requests with a context of more than {@code above} tokens. */
    public record Row(LocalDate from, long above, Prices.Price price, String source) {
        private boolean covers(LocalDate day, long above) {
            return (from == null || day != null && !from.isAfter(day)) && this.above <= above;
        }

        private Row searching(BigDecimal usd) {
            return new Row(from, above, price.searching(usd), source);
        }

        private Row times(BigDecimal factor) {
            return new Row(from, above, price.times(factor), source);
        }
    }

    /** {@code source} is a name of the price list's. */
    public record Factor(BigDecimal times, String source) {}

    /** Which tokens of a request are its context. */
    public enum Context {
        /** All of its input. */
        INPUT,
        /** Its input without what is written to the cache. */
        UNWRITTEN;

        private long of(Usage usage) {
            return this == INPUT ? usage.request() : usage.input() + usage.cacheRead();
        }
    }

    public ModelPrices {
        rows = List.copyOf(rows);
        factors = Map.copyOf(factors);
        if (rows.isEmpty() || rows.get(0).from != null || rows.get(0).above != 0) {
            throw new IllegalArgumentException("the first row must be the base price");
        }
    }

    /** One price for all dates and sizes. */
    public static ModelPrices always(Prices.Price price) {
        return new ModelPrices(List.of(new Row(null, 0, price, null)), Context.INPUT, Map.of());
    }

    /** The prices of requests on these terms, as those of a model of its own; empty when it has none. */
    public Optional<ModelPrices> on(Tier tier) {
        var factor = factors.get(tier);
        return factor == null
                ? Optional.empty()
                : Optional.of(new ModelPrices(
                        rows.stream().map(row -> row.times(factor.times)).toList(), context, factors));
    }

    /** This price, on the terms of a listed model, which is null for none. */
    ModelPrices onTermsOf(ModelPrices listed) {
        var all = new EnumMap<Tier, Factor>(Tier.class);
        for (var tier : Tier.values()) {
            all.put(tier, new Factor(BigDecimal.ONE, null));
        }
        if (listed == null) {
            return new ModelPrices(rows, context, all);
        }
        all.putAll(listed.factors);
        var searches = listed.rows.get(0).price.webSearches();
        return new ModelPrices(rows.stream().map(row -> row.searching(searches)).toList(), context, all);
    }

    /** The class of a request; one without a time is in the first period. */
    RateClass rate(Usage usage, Set<Tier> tiers, Instant at) {
        if (rows.size() == 1) {
            return tiers.isEmpty() ? RateClass.BASE : new RateClass(null, 0, tiers);
        }
        LocalDate day = at == null ? null : LocalDate.ofInstant(at, ZoneOffset.UTC);
        // A size applies strictly above its bound.
        var row = row(day, Math.max(0, context.of(usage) - 1));
        return new RateClass(row.from, row.above, tiers);
    }

    /** USD, not rounded; empty for terms without a price. Searches cost the same on any terms. */
    Optional<BigDecimal> cost(RateClass rate, Usage usage) {
        var price = row(rate.from(), rate.above()).price;
        var cost = price.of(usage);
        for (var tier : rate.tiers()) {
            var factor = factors.get(tier);
            if (factor == null) {
                return Optional.empty();
            }
            cost = cost.multiply(factor.times);
        }
        return Optional.of(usage.webSearches() == 0 ? cost : cost.add(price.searches(usage.webSearches())));
    }

    /** The last period that has started, and in it the largest size. */
    private Row row(LocalDate day, long above) {
        var found = rows.get(0);
        for (var row : rows) {
            found = row.covers(day, above) ? row : found;
        }
        return found;
    }
}
