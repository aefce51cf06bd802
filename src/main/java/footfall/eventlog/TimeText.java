package footfall.eventlog;

import footfall.line.InstantText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times in UTC with {@code Z} and milliseconds, which all readers accept. */
final class TimeText {
    private static final DateTimeFormatter SHAPE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private TimeText() {}

    static String of(Instant at) {
        return InstantText.isUsual(at) ? InstantText.toMillis(at) : SHAPE.format(at);
    }
}
