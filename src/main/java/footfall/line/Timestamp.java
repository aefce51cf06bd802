package footfall.line;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;

/**
 * Parses timestamps. The forms in transcripts, with any fraction of a second in UTC, are parsed by hand:
 * {@code Instant.parse} takes a microsecond, and several before JIT compilation.
 */
public final class Timestamp {
    private static final byte[] USUAL = ascii("0000-00-00T00:00:00");
    private static final byte[] UTC = ascii("Z");
    private static final byte[] UTC_OFFSET = ascii("+00:00");
    private static final int SECOND_END = USUAL.length;
    private static final int FRACTION_MAX = 9;
    private static final long DAY_SECONDS = 86_400;

    /** Four-digit years: other years are invalid, and sums of such times overflow. */
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");

    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private Timestamp() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

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
        var at = plain(text.getBytes(StandardCharsets.ISO_8859_1)); // charAt would be slow before JIT compilation.
        return at == null ? Instant.parse(text) : at;
    }

    /** Of seconds, up to nine digits of a fraction, and {@code Z} or {@code +00:00}; null for any other text. */
    private static Instant plain(byte[] text) {
        int end = text.length - (text.length > 0 && text[text.length - 1] == 'Z' ? UTC.length : UTC_OFFSET.length);
        if (end < SECOND_END || !isAt(text, end, end + UTC.length == text.length ? UTC : UTC_OFFSET)) {
            return null;
        }
        for (int i = 0; i < SECOND_END; i++) {
            if (USUAL[i] == '0' ? !isDigit(text[i]) : text[i] != USUAL[i]) {
                return null;
            }
        }
        int nano = nano(text, end);
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, 19);
        if (nano < 0 || hour >= 24 || minute >= 60 || second >= 60) {
            return null;
        }
        var day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
        return Instant.ofEpochSecond(day.toEpochDay() * DAY_SECONDS + hour * 3_600L + minute * 60L + second, nano);
    }

    /** Of the fraction; -1 if it is none. */
    private static int nano(byte[] text, int end) {
        int digits = end - SECOND_END - 1;
        if (digits == -1) {
            return 0;
        } else if (digits == 0 || digits > FRACTION_MAX || text[SECOND_END] != '.') {
            return -1;
        }
        for (int i = end - digits; i < end; i++) {
            if (!isDigit(text[i])) {
                return -1;
            }
        }
        int nano = number(text, end - digits, end);
        for (; digits < FRACTION_MAX; digits++) {
            nano *= 10;
        }
        return nano;
    }

    private static boolean isAt(byte[] text, int from, byte[] part) {
        return Arrays.equals(text, from, text.length, part, 0, part.length);
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static int number(byte[] text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + text[i] - '0';
        }
        return number;
    }
}
