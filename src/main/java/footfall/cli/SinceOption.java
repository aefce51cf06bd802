package footfall.cli;

import footfall.view.TimeText;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code --since}: a {@link TimeText} in the zone of the clock. */
final class SinceOption {
    static final String DATES = " Days begin at midnight here.";

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = Checked.class,
            description = "Only what has a time at or after TIME: " + TimeText.FORMS + "." + DATES)
    private String since;

    static final class Checked implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (TimeText.at(text, Instant.EPOCH, ZoneOffset.UTC).isEmpty()) {
                throw new TypeConversionException("invalid time \"" + text + "\"; expected " + TimeText.FORMS);
            }
            return text;
        }
    }

    boolean isGiven() {
        return since != null;
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
