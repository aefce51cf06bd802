package footfall.screen;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Amounts as people read them, as on the page: {@code $1,234}, {@code $12.34}, {@code $0.0123}. */
public final class MoneyText {
    private static final BigDecimal WHOLE = new BigDecimal(1_000);
    private static final BigDecimal SMALL = new BigDecimal("0.1");
    private static final int SMALL_DIGITS = 4;

    private MoneyText() {}

    /** {@code unknown} for null. */
    public static String of(BigDecimal usd) {
        if (usd == null) {
            return "unknown";
        } else if (usd.signum() == 0) {
            return "$0";
        }
        int digits = usd.compareTo(WHOLE) >= 0 ? 0 : usd.compareTo(SMALL) >= 0 ? 2 : SMALL_DIGITS;
        var rounded = usd.setScale(digits, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "<$0.0001" : "$" + String.format(Locale.ROOT, "%,." + digits + "f", rounded);
    }

    public static String ofCents(long cents) {
        return of(BigDecimal.valueOf(cents, 2));
    }

    /** A {@code +} marks a sum that lacks tokens without a price. */
    public static String of(BigDecimal usd, boolean isMore) {
        return of(usd) + (isMore && usd != null ? "+" : "");
    }
}
