package footfall.cli;

import footfall.config.Quantities;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code --since}: a time (RFC 3339), a date (midnight in the clock's zone), or a duration before now ({@code 2h}). */
final class SinceOption {
    private static final int DATE_LENGTH = "2026-01-31".length();

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = Checked.class,
            description = "Only what started at or after TIME: 2026-01-31, 2026-01-31T12:00:00Z, 2h, 7d.")
    private String since;

    static final class Checked implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (Quantities.duration(text).isEmpty() && instant(text, ZoneOffset.UTC) == null) {
                throw new TypeConversionException(
                        "invalid time \"" + text + "\"; expected 2026-01-31, 2026-01-31T12:00:00Z, 2h or 7d");
            }
            return text;
        }
    }

    /** Null when the option is absent. */
    Instant start(Clock clock) {
        return since == null ? null : at(since, clock);
    }

    /** The time that a checked text means. */
    static Instant at(String text, Clock clock) {
        var ago = Quantities.duration(text);
        return ago.isPresent() ? clock.instant().minus(ago.get()) : instant(text, clock.getZone());
    }

    private static Instant instant(String text, ZoneId zone) {
        try {
            return text.length() == DATE_LENGTH
                    ? LocalDate.parse(text).atStartOfDay(zone).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException noTime) {
            return null;
        }
    }
}
