package footfall.testkit;

import footfall.pattern.Waste;
import footfall.turn.Tokens;
import java.math.BigDecimal;

/** What was wasted, in records. */
public final class Saves {
    public static final Waste NOTHING_WASTED = new Waste(0, 0, Tokens.ZERO, new BigDecimal("0.0000"), null, null);

    private Saves() {}
}
