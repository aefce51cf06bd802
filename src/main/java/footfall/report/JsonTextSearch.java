package footfall.report;

import footfall.line.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Searches bytes for JSON strings with a prefix (Horspool). Uses only the part of the prefix that has a
 * single encoding; characters that may be escaped are checked when the line is parsed. Thread-safe.
 */
final class JsonTextSearch {
    private static final int LENGTH_MAX = 64;

    private final byte[] bytes;
    private final int[] shift = new int[256];

    JsonTextSearch(String beginning) {
        bytes = ("\"" + plain(beginning)).getBytes(StandardCharsets.US_ASCII);
        Arrays.fill(shift, bytes.length);
        for (int i = 0; i < bytes.length - 1; i++) {
            shift[bytes[i] & 0xFF] = bytes.length - 1 - i;
        }
    }

    private static String plain(String text) {
        int end = 0;
        while (end < Math.min(text.length(), LENGTH_MAX) && isPlain(text.charAt(end))) {
            end++;
        }
        return text.substring(0, end);
    }

    private static boolean isPlain(char c) {
        return c > ' ' && c < 0x7F && c != '"' && c != '\\' && c != '/';
    }

    /** Its number of bytes, including the quote. */
    int length() {
        return bytes.length;
    }

    /** The first position at or after {@code from}; the end of the bytes when there is none. */
    int in(Bytes hay, int from) {
        var array = hay.array();
        int last = bytes.length - 1;
        int i = from + last;
        while (i < hay.to()) {
            byte b = array[i];
            if (b == bytes[last] && isAt(array, i - last)) {
                return i - last;
            }
            i += shift[b & 0xFF];
        }
        return hay.to();
    }

    private boolean isAt(byte[] array, int at) {
        return Arrays.equals(array, at, at + bytes.length, bytes, 0, bytes.length);
    }
}
