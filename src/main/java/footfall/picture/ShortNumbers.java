package footfall.picture;

import java.util.Locale;

/** Short numbers for pictures. */
final class ShortNumbers {
    private static final long SECOND_MS = 1_000;
    private static final long MINUTE_MS = 60 * SECOND_MS;
    private static final long HOUR_MS = 60 * MINUTE_MS;
    private static final long DAY_MS = 24 * HOUR_MS;

    private ShortNumbers() {}

    /** {@code 1,234}; {@code 12.3k} from ten thousand; {@code 1.2M} from a million. */
    static String count(long count) {
        if (count < 10_000) {
            return String.format(Locale.ROOT, "%,d", count);
        }
        return count < 999_950 ? decimal(count / 1e3) + "k" : decimal(count / 1e6) + "M";
    }

    /** {@code 350 ms}, {@code 1.2 s}, {@code 3.4 min}, {@code 2 h}, {@code 5.5 d}. */
    static String time(long ms) {
        if (ms < SECOND_MS) {
            return ms + " ms";
        } else if (ms < MINUTE_MS) {
            return decimal((double) ms / SECOND_MS) + " s";
        } else if (ms < HOUR_MS) {
            return decimal((double) ms / MINUTE_MS) + " min";
        }
        return ms < DAY_MS ? decimal((double) ms / HOUR_MS) + " h" : decimal((double) ms / DAY_MS) + " d";
    }

    private static String decimal(double value) {
        var text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
