package footfall.line;

import java.math.BigDecimal;

/** Amounts of untrusted JSON: a sum with {@code 1e-999999999} takes all memory. */
final class Amounts {
    private static final int DIGITS_MAX = 40;

    private Amounts() {}

    /** Whether the amount has few digits, and is from 0 to {@code max}. */
    static boolean isWithin(BigDecimal amount, BigDecimal max) {
        return Math.abs((long) amount.scale()) <= DIGITS_MAX
                && amount.precision() <= DIGITS_MAX
                && amount.signum() >= 0
                && amount.compareTo(max) <= 0;
    }
}
