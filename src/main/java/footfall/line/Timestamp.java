package footfall.line;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;

/**
 * Parses timestamps. The forms in transcripts, with any fraction of a second in UTC, are parsed by hand:
 * {@code Instant.parse} takes a microsecond, and several before JIT compilation.
 */
public final class Timestamp {
    private static final String USUAL = "0000-00-00T00:00:00.000Z";
    private static final int SECOND_END = USUAL.indexOf('.');
    private static final int FRACTION_MAX = 9;
    private static final long DAY_SECONDS = 86_400;

    /** Four-digit years: other years are invalid, and sums of such times overflow. */
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");

    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private Timestamp() {}

    /** Null when the text is null or not an instant. */
    public static Instant instant(String text) {
        if (text == null) {
            return null;
        }
        try {
            return valid(parse(text));
        } catch (DateTimeException noInstant) {
            return null;
        }
    }

    /** Null for a time that no transcript has. */
    static Instant valid(Instant at) {
        return at == null || at.isBefore(FIRST) || at.isAfter(LAST) ? null : at;
    }

    /** As {@link Instant#parse}. */
    static Instant parse(String text) {
        return isPlain(text) ? plain(text) : Instant.parse(text);
    }

    /** Seconds, an optional fraction of up to nine digits, and {@code Z} or {@code +00:00}. */
    private static boolean isPlain(String text) {
        int end = zoneAt(text);
        if (end < SECOND_END) {
            return false;
        }
        for (int i = 0; i < SECOND_END; i++) {
            boolean fits = USUAL.charAt(i) == '0' ? isDigit(text.charAt(i)) : text.charAt(i) == USUAL.charAt(i);
            if (!fits) {
                return false;
            }
        }
        return isFraction(text, end)
                && number(text, 11, 13) < 24
                && number(text, 14, 16) < 60
                && number(text, 17, 19) < 60;
    }

    /** The start of the zone, -1 when it is not UTC in a common form. */
    private static int zoneAt(String text) {
        return text.endsWith("Z") ? text.length() - 1 : text.endsWith("+00:00") ? text.length() - 6 : -1;
    }

    private static boolean isFraction(String text, int end) {
        if (end == SECOND_END) {
            return true;
        }
        if (text.charAt(SECOND_END) != '.' || end == SECOND_END + 1 || end > SECOND_END + 1 + FRACTION_MAX) {
            return false;
        }
        for (int i = SECOND_END + 1; i < end; i++) {
            if (!isDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static Instant plain(String text) {
        var day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
        long second = number(text, 11, 13) * 3_600L + number(text, 14, 16) * 60L + number(text, 17, 19);
        return Instant.ofEpochSecond(day.toEpochDay() * DAY_SECONDS + second, nano(text));
    }

    private static int nano(String text) {
        int end = zoneAt(text);
        int nano = end == SECOND_END ? 0 : number(text, SECOND_END + 1, end);
        for (int digits = end - SECOND_END - 1; digits < FRACTION_MAX; digits++) {
            nano *= 10;
        }
        return nano;
    }

    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + text.charAt(i) - '0';
        }
        return number;
    }
}
