package footfall.line;

import java.math.BigDecimal;
import java.util.Objects;

/** The agent's own reckoning in USD. {@code isGuess}: it took another model's price for some tokens. */
public record OwnCost(BigDecimal usd, boolean isGuess) {
    public static final BigDecimal USD_MAX = new BigDecimal(1L << 53);

    public OwnCost {
        Objects.requireNonNull(usd, "usd is null");
    }

    /** @throws IllegalArgumentException for an amount that no agent has; {@code cost} may be null */
    static OwnCost checked(OwnCost cost) {
        if (cost != null && !Amounts.isWithin(cost.usd, USD_MAX)) {
            throw new IllegalArgumentException("no cost");
        }
        return cost;
    }
}
