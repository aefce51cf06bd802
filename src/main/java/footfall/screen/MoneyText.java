package footfall.screen;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Amounts as people read them: {@code $0.31}, {@code $1,315}; {@code <$0.01} for less than a cent. */
public final class MoneyText {
    private static final BigDecimal CENT = new BigDecimal("0.01");
    private static final BigDecimal WHOLE = new BigDecimal(1_000);

    private MoneyText() {}

    /** {@code unknown} for null. */
    public static String of(BigDecimal usd) {
        if (usd == null) {
            return "unknown";
        } else if (usd.signum() > 0 && usd.compareTo(CENT) < 0) {
            return "<$0.01";
        }
        var form = usd.compareTo(WHOLE) < 0 ? "$%,.2f" : "$%,.0f";
        return String.format(Locale.ROOT, form, usd.setScale(2, RoundingMode.HALF_UP));
    }

    /** A {@code +} marks a sum that lacks tokens without a price. */
    public static String of(BigDecimal usd, boolean isMore) {
        return of(usd) + (isMore && usd != null ? "+" : "");
    }
}
