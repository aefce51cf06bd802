package footfall.view;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The cost of a row as a share of a plan's price. {@code usd} is the price: of one month for a row of a period, else of
 * the calendar months from the first to the last day with usage of all rows. {@code share} is rounded to four decimals,
 * null without a cost. The days, such as 2026-01-31, are the first and the last with usage: of the period, else of all
 * rows. A month of which they exclude days is partial; its price is that of the whole month.
 */
public record PlanShare(BigDecimal usd, BigDecimal share, String firstDay, String lastDay) {
    private static final int DECIMALS = 4;
    private static final BigDecimal USD_MAX = new BigDecimal(1_000_000);

    /** A price: more than 0, at most a million, with at most two decimals. */
    public static Optional<BigDecimal> usdOf(String text) {
        return text.matches("\\d{1,7}(\\.\\d{1,2})?")
                ? Optional.of(new BigDecimal(text)).filter(usd -> usd.signum() > 0 && usd.compareTo(USD_MAX) <= 0)
                : Optional.empty();
    }

    /** {@code days}: those with usage; null without any, because then it is in no month. */
    static PlanShare of(BigDecimal monthUsd, boolean isOfPeriod, Collection<String> days, BigDecimal costUsd) {
        if (days.isEmpty()) {
            return null;
        }
        var sorted = new TreeSet<>(days);
        int months = isOfPeriod ? 1 : months(sorted.first(), sorted.last());
        var usd = monthUsd.multiply(BigDecimal.valueOf(months));
        var share = costUsd == null ? null : costUsd.divide(usd, DECIMALS, RoundingMode.HALF_EVEN);
        return new PlanShare(usd, share, sorted.first(), sorted.last());
    }

    private static int months(String first, String last) {
        var from = YearMonth.from(LocalDate.parse(first));
        var to = YearMonth.from(LocalDate.parse(last));
        return (to.getYear() - from.getYear()) * 12 + to.getMonthValue() - from.getMonthValue() + 1;
    }
}
