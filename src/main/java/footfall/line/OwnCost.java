package footfall.line;

import java.math.BigDecimal;

/** The agent's own reckoning in USD. {@code isGuess}: it took another model's price for some tokens. */
public record OwnCost(BigDecimal usd, boolean isGuess) {}
