package footfall.testkit;

import footfall.pattern.Savings;
import footfall.turn.Tokens;
import java.math.BigDecimal;

/** What a better tool would save, in records. */
public final class Saves {
    public static final Savings NOTHING_SAVED = new Savings(0, 0, Tokens.ZERO, new BigDecimal("0.0000"), null, null);

    private Saves() {}
}
