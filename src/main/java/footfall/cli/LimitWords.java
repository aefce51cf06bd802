package footfall.cli;

import footfall.line.RateLimits;
import footfall.screen.CountWords;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How much of a subscription is used, as its service reported it. */
final class LimitWords {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);
    private static final long HOUR = 60;
    private static final long DAY = 24 * HOUR;

    private LimitWords() {}

    static String of(RateLimits limits, ZoneId zone) {
        var windows = Stream.of(limits.primary(), limits.secondary())
                .filter(Objects::nonNull)
                .map(window -> window.usedPercent().toPlainString() + "% of " + length(window.windowMinutes())
                        + " used, which end " + time(window.resetsAt(), zone))
                .collect(Collectors.joining("; "));
        return (limits.plan() == null ? "" : "plan " + limits.plan() + ", ")
                + windows
                + (limits.at() == null ? "" : "; as of " + time(limits.at(), zone));
    }

    private static String length(long minutes) {
        if (minutes % DAY == 0) {
            return CountWords.of(minutes / DAY, "day");
        }
        return minutes % HOUR == 0 ? CountWords.of(minutes / HOUR, "hour") : CountWords.of(minutes, "minute");
    }

    private static String time(Instant at, ZoneId zone) {
        return TIME.format(at.atZone(zone));
    }
}
