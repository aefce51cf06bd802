package footfall.cli;

import footfall.view.TimeText;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code --since}: a time (RFC 3339), a date (midnight in the clock's zone), or a duration before now ({@code 2h}). */
final class SinceOption {
    static final String DATES = " A date starts at midnight UTC.";

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = Checked.class,
            description = "Only what has a time at or after TIME: 2026-01-31, 2026-01-31T12:00:00Z, 2h, 7d." + DATES)
    private String since;

    static final class Checked implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (TimeText.at(text, Instant.EPOCH, ZoneOffset.UTC).isEmpty()) {
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
        return TimeText.at(text, clock.instant(), clock.getZone()).orElseThrow();
    }
}
