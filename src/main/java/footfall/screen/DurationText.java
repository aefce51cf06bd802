package footfall.screen;

import java.time.Duration;
import java.util.Locale;

/** Durations in at most seven columns: {@code 0.4 s}, {@code 41 s}, {@code 3m 07s}, {@code 2d 05h}. */
public final class DurationText {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long DAYS_MAX = 99_999;

    private DurationText() {}

    /** With tenths of a second; a negative duration is shown as zero. */
    public static String of(Duration span) {
        long millis = Math.max(0, span.toMillis());
        if (millis < 10 * SECOND) {
            return String.format(Locale.ROOT, "%.1f s", Math.floor(millis / 100.0) / 10);
        }
        return whole(span);
    }

    /** In whole seconds, for running clocks. */
    public static String whole(Duration span) {
        long millis = Math.max(0, span.toMillis());
        if (millis < MINUTE) {
            return millis / SECOND + " s";
        } else if (millis < HOUR) {
            return String.format(Locale.ROOT, "%dm %02ds", millis / MINUTE, millis % MINUTE / SECOND);
        } else if (millis < DAY) {
            return String.format(Locale.ROOT, "%dh %02dm", millis / HOUR, millis % HOUR / MINUTE);
        }
        return millis < 100 * DAY
                ? String.format(Locale.ROOT, "%dd %02dh", millis / DAY, millis % DAY / HOUR)
                : Math.min(DAYS_MAX, millis / DAY) + " d";
    }
}
