package footfall.cli;

import footfall.config.Quantities;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A start: a time (RFC 3339), a date (midnight UTC), or a duration before now ({@code 2h}). */
record Since(String text) {
    private static final int DATE_LENGTH = "2026-01-31".length();

    static final class Converter implements ITypeConverter<Since> {
        @Override
        public Since convert(String text) {
            if (Quantities.duration(text).isEmpty() && instant(text) == null) {
                throw new TypeConversionException(
                        "invalid time \"" + text + "\"; expected 2026-01-31, 2026-01-31T12:00:00Z, 2h or 7d");
            }
            return new Since(text);
        }
    }

    /** Null for no start. */
    static Instant start(Since since, Clock clock) {
        if (since == null) {
            return null;
        }
        var ago = Quantities.duration(since.text());
        return ago.isPresent() ? clock.instant().minus(ago.get()) : instant(since.text());
    }

    private static Instant instant(String text) {
        try {
            return text.length() == DATE_LENGTH
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException noTime) {
            return null;
        }
    }
}
