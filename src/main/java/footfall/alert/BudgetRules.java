package footfall.alert;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What projects may cost, by project. Level 1 is 80 % of a budget, level 2 the budget, level 3 twice the budget; values
 * of alerts are US cents.
 */
public record BudgetRules(Map<String, Budget> byProject) {
    public static final BudgetRules NONE = new BudgetRules(Map.of());

    private static final List<BigDecimal> FACTORS = List.of(new BigDecimal("0.8"), BigDecimal.ONE, new BigDecimal(2));
    private static final int CENTS = 2;

    public BudgetRules {
        byProject = Map.copyOf(byProject);
    }

    /** Days, weeks from Monday, and months, in UTC, as hours of usage are. */
    public enum Period {
        DAY,
        WEEK,
        MONTH;

        /** The start of the one that contains a time. */
        public Instant start(Instant at) {
            var day = LocalDate.ofInstant(at, ZoneOffset.UTC);
            var first = switch (this) {
                case DAY -> day;
                case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
                case MONTH -> day.withDayOfMonth(1);
            };
            return first.atStartOfDay().toInstant(ZoneOffset.UTC);
        }
    }

    /** So much in each period, in USD. */
    public record Budget(BigDecimal usd, Period period) {
        public static final String FORM = "an amount in USD and a period: 20/day, 99.50/week, 300/month";

        private static final Pattern TEXT = Pattern.compile("(\\d{1,7}(?:\\.\\d{1,2})?)/(day|week|month)");

        /** Of a text such as {@code 20/day}; empty for any other, and for nothing. */
        public static Optional<Budget> of(String text) {
            var found = TEXT.matcher(text);
            return found.matches()
                    ? Optional.of(new Budget(
                                    new BigDecimal(found.group(1)),
                                    Period.valueOf(found.group(2).toUpperCase(Locale.ROOT))))
                            .filter(budget -> budget.usd.signum() > 0)
                    : Optional.empty();
        }

        public String text() {
            return usd.toPlainString() + "/" + period.name().toLowerCase(Locale.ROOT);
        }

        BigDecimal limit(int level) {
            return usd.multiply(FACTORS.get(level - 1));
        }

        /** The highest level that a cost reaches, 0 for none. */
        int level(BigDecimal cost) {
            int level = 0;
            while (level < FACTORS.size() && cost.compareTo(limit(level + 1)) >= 0) {
                level++;
            }
            return level;
        }
    }

    static long cents(BigDecimal usd) {
        return usd.movePointRight(CENTS).setScale(0, RoundingMode.HALF_UP).longValue();
    }
}
