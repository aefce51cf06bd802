package footfall.turn;

import footfall.line.Usage;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The cost of tokens: USD with four decimals, null when a model without a price was used; such models are
 * listed.
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
        var sum = BigDecimal.ZERO;
        var unpriced = new LinkedHashSet<String>();
        for (var part : parts) {
            if (SYNTHETIC.equals(part.model()) || part.usage().equals(Usage.ZERO)) {
                continue;
            }
            var ofModel = prices.of(part.model()).orElse(null);
            if (ofModel == null) {
                unpriced.add(part.model() == null ? UNKNOWN : part.model());
            } else {
                sum = sum.add(ofModel.of(part.band()).of(part.usage()));
            }
        }
        return new Cost(unpriced.isEmpty() ? Prices.rounded(sum) : null, List.copyOf(unpriced));
    }
}
