package footfall.view;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * A time as people write it. RFC 3339; a duration before now ({@code 2h}); or the midnight at which a day, month or
 * week begins: {@code 2026-01-31}, {@code 2026-01}, {@code today}, {@code yesterday}, the latest {@code monday},
 * {@code last tuesday}, {@code this week}, {@code last week}, {@code this month}, {@code last month}. Weeks begin on
 * Monday.
 */
public final class TimeText {
    /** How the forms are named in help and errors. */
    public static final String FORMS =
            "today, yesterday, monday, last week, 2026-01, 2026-01-31, 2026-01-31T12:00:00Z, 2h or 7d";

    private static final Period DAY = Period.ofDays(1);
    private static final Period WEEK = Period.ofWeeks(1);
    private static final Period MONTH = Period.ofMonths(1);
    private static final String LAST = "last ";
    private static final int MONTH_LENGTH = "2026-01".length();
    private static final int DATE_LENGTH = "2026-01-31".length();

    private TimeText() {}

    /** Days of which a text names the first; {@code end} is the first day after them, of a date the day itself. */
    private record Days(LocalDate first, LocalDate end) {
        static Days from(LocalDate first, Period length) {
            return new Days(first, first.plus(length));
        }
    }

    /** Empty when the text is no time. {@code zone}: of days. */
    public static Optional<Instant> at(String typed, Instant now, ZoneId zone) {
        return at(typed, now, zone, Days::first);
    }

    /** As the end of a time: with the whole of a month, a week or a day that has a name, and without a date. */
    public static Optional<Instant> end(String typed, Instant now, ZoneId zone) {
        return at(typed, now, zone, Days::end);
    }

    private static Optional<Instant> at(String typed, Instant now, ZoneId zone, Function<Days, LocalDate> day) {
        var text = typed.strip().replaceAll("\\s+", " ");
        var ago = Quantities.duration(text);
        try {
            return ago.isPresent()
                    ? Optional.of(now.minus(ago.get()))
                    : Optional.of(days(text, LocalDate.ofInstant(now, zone))
                            .map(days -> day.apply(days).atStartOfDay(zone).toInstant())
                            .orElseGet(() -> OffsetDateTime.parse(text).toInstant()));
        } catch (DateTimeException noTime) {
            return Optional.empty();
        }
    }

    private static Optional<Days> days(String text, LocalDate today) {
        var monday = today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        var month = today.withDayOfMonth(1);
        var days = switch (text.toLowerCase(Locale.ROOT)) {
            case "today" -> Days.from(today, DAY);
            case "yesterday" -> Days.from(today.minusDays(1), DAY);
            case "this week" -> Days.from(monday, WEEK);
            case "last week" -> Days.from(monday.minusWeeks(1), WEEK);
            case "this month" -> Days.from(month, MONTH);
            case "last month" -> Days.from(month.minusMonths(1), MONTH);
            default -> weekday(text, today);
        };
        if (days == null && text.length() == MONTH_LENGTH) {
            days = Days.from(YearMonth.parse(text).atDay(1), MONTH);
        } else if (days == null && text.length() == DATE_LENGTH) {
            var date = LocalDate.parse(text);
            days = new Days(date, date);
        }
        return Optional.ofNullable(days);
    }

    /** {@code monday} may be today, {@code last monday} is before. */
    private static Days weekday(String text, LocalDate today) {
        boolean isLast = text.regionMatches(true, 0, LAST, 0, LAST.length());
        var name = isLast ? text.substring(LAST.length()) : text;
        return Arrays.stream(DayOfWeek.values())
                .filter(day -> day.name().equalsIgnoreCase(name))
                .map(day -> isLast ? TemporalAdjusters.previous(day) : TemporalAdjusters.previousOrSame(day))
                .map(adjuster -> Days.from(today.with(adjuster), DAY))
                .findFirst()
                .orElse(null);
    }
}
