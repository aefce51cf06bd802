package footfall.view;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A time as people write it. RFC 3339; a duration before now ({@code 2h}); or the midnight at which a day, month or
 * week begins: {@code 2026-01-31}, {@code 2026-01}, {@code today}, {@code yesterday}, the latest {@code monday},
 * {@code this week}, {@code last week}, {@code this month}, {@code last month}. Weeks begin on Monday.
 */
public final class TimeText {
    /** How the forms are named in help and errors. */
    public static final String FORMS =
            "today, yesterday, monday, last week, 2026-01, 2026-01-31, 2026-01-31T12:00:00Z, 2h or 7d";

    private static final int MONTH_LENGTH = "2026-01".length();
    private static final int DATE_LENGTH = "2026-01-31".length();

    private TimeText() {}

    /** Empty when the text is no time. {@code zone}: of days. */
    public static Optional<Instant> at(String typed, Instant now, ZoneId zone) {
        var text = typed.strip().replaceAll("\\s+", " ");
        var ago = Quantities.duration(text);
        try {
            return ago.isPresent()
                    ? Optional.of(now.minus(ago.get()))
                    : Optional.of(day(text, LocalDate.ofInstant(now, zone))
                            .map(day -> day.atStartOfDay(zone).toInstant())
                            .orElseGet(() -> OffsetDateTime.parse(text).toInstant()));
        } catch (DateTimeException noTime) {
            return Optional.empty();
        }
    }

    private static Optional<LocalDate> day(String text, LocalDate today) {
        var monday = today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        var month = today.withDayOfMonth(1);
        var day = switch (text.toLowerCase(Locale.ROOT)) {
            case "today" -> today;
            case "yesterday" -> today.minusDays(1);
            case "this week" -> monday;
            case "last week" -> monday.minusWeeks(1);
            case "this month" -> month;
            case "last month" -> month.minusMonths(1);
            default -> weekday(text, today);
        };
        if (day == null && text.length() == MONTH_LENGTH) {
            day = YearMonth.parse(text).atDay(1);
        } else if (day == null && text.length() == DATE_LENGTH) {
            day = LocalDate.parse(text);
        }
        return Optional.ofNullable(day);
    }

    private static LocalDate weekday(String text, LocalDate today) {
        return Arrays.stream(DayOfWeek.values())
                .filter(day -> day.name().equalsIgnoreCase(text))
                .map(day -> today.with(TemporalAdjusters.previousOrSame(day)))
                .findFirst()
                .orElse(null);
    }
}
