package footfall.turn;

import footfall.line.Usage;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The cost of tokens: USD with four decimals, null when a model has no price, or none on the terms of a request, or
 * not all of its tokens are reported; such models are listed.
 */
public record Cost(BigDecimal usd, List<String> unpriced) {
    /** The model name of lines that no model wrote. */
    public static final String SYNTHETIC = "<synthetic>";

    /** The model name for lines that do not name one. */
    public static final String UNKNOWN = "unknown";

    public Cost {
        unpriced = List.copyOf(unpriced);
    }

    public static Cost of(List<ModelUsage> parts, Prices prices) {
        var unpriced = new LinkedHashSet<String>();
        var sum = sum(parts, prices, unpriced);
        return new Cost(unpriced.isEmpty() ? Prices.rounded(sum) : null, List.copyOf(unpriced));
    }

    /** USD, not rounded; null when a model without a price was used. */
    static BigDecimal exact(List<ModelUsage> parts, Prices prices) {
        var unpriced = new LinkedHashSet<String>();
        var sum = sum(parts, prices, unpriced);
        return unpriced.isEmpty() ? plain(sum) : null;
    }

    /**
     * USD of the models with a price for all of their complete messages, not rounded; null when there are tokens and no
     * such model.
     */
    public static BigDecimal known(List<ModelUsage> parts, Prices prices) {
        var groups = parts.stream()
                .collect(Collectors.groupingBy(
                        part -> part.model() + " " + part.usage().outputOnly(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        var costs = groups.values().stream()
                .map(all -> exact(all, prices))
                .filter(Objects::nonNull)
                .toList();
        var sum = costs.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        return costs.size() == groups.size() || sum.signum() > 0 ? plain(sum) : null;
    }

    /** Without trailing zeros, and never with an exponent. */
    public static BigDecimal plain(BigDecimal usd) {
        var stripped = usd.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    private static BigDecimal sum(List<ModelUsage> parts, Prices prices, Set<String> unpriced) {
        var sum = BigDecimal.ZERO;
        for (var part : parts) {
            if (SYNTHETIC.equals(part.model()) || part.usage().equals(Usage.ZERO)) {
                continue;
            }
            var cost = part.usage().outputOnly() ? Optional.<BigDecimal>empty() : prices.cost(part);
            if (cost.isEmpty()) {
                unpriced.add(part.model() == null ? UNKNOWN : part.model());
            } else {
                sum = sum.add(cost.get());
            }
        }
        return sum;
    }
}
