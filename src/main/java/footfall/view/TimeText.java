package footfall.view;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Optional;

/** A time as people write it: RFC 3339, a date (its midnight), or a duration before now ({@code 2h}). */
public final class TimeText {
    private static final int DATE_LENGTH = "2026-01-31".length();

    private TimeText() {}

    /** Empty when the text is no time. {@code zone}: of dates. */
    public static Optional<Instant> at(String text, Instant now, ZoneId zone) {
        var ago = Quantities.duration(text);
        try {
            return Optional.of(
                    ago.isPresent()
                            ? now.minus(ago.get())
                            : text.length() == DATE_LENGTH
                                    ? LocalDate.parse(text).atStartOfDay(zone).toInstant()
                                    : OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException noTime) {
            return Optional.empty();
        }
    }
}
