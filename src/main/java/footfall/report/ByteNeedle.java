package footfall.report;

import footfall.line.Bytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Searches bytes for a text, eight positions at a time: it compares two rare bytes of the text with the bytes
 * at their distance, and the whole text only where both are equal. May ignore the case of ASCII letters.
 * Thread-safe.
 */
final class ByteNeedle {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final int CASE = 'a' - 'A';

    /** Characters of transcripts, the most frequent first; all others are rare. */
    private static final String FREQUENT = "\" e\\tan:oirs,l0dcup1m-2f3}{g54/67b98_.hvykTxESACwRIDONLPjMFU";

    private final byte[] text;
    private final boolean ignoresCase;
    private final int first;
    private final int second;
    private final long firstMask;
    private final long secondMask;

    /** {@code text} is not empty. */
    ByteNeedle(String text, boolean ignoresCase) {
        this.text = (ignoresCase ? asciiLower(text) : text).getBytes(StandardCharsets.UTF_8);
        this.ignoresCase = ignoresCase;
        this.first = rarest(-1);
        this.second = this.text.length == 1 ? first : rarest(first);
        this.firstMask = mask(first);
        this.secondMask = mask(second);
    }

    static String asciiLower(String text) {
        var lower = new StringBuilder(text.length());
        text.chars().forEach(c -> lower.append((char) (c >= 'A' && c <= 'Z' ? c + CASE : c)));
        return lower.toString();
    }

    /** The position of the rarest byte but {@code other}. */
    private int rarest(int other) {
        int best = other == 0 ? 1 : 0;
        for (int i = 0; i < text.length; i++) {
            if (i != other && rank(text[i]) > rank(text[best])) {
                best = i;
            }
        }
        return best;
    }

    private static int rank(byte b) {
        int rank = FREQUENT.indexOf((char) b);
        return rank < 0 ? FREQUENT.length() : rank;
    }

    /** Equalizes the case of a letter. */
    private long mask(int at) {
        return ignoresCase && isLetter(text[at]) ? LOW_BITS * CASE : 0;
    }

    private static boolean isLetter(byte b) {
        return b >= 'a' && b <= 'z';
    }

    /** The number of bytes. */
    int length() {
        return text.length;
    }

    /** Of the first character, which decides for a text that is ASCII or has no ASCII character. */
    boolean isAscii() {
        return text[0] >= 0;
    }

    /** The first position at or after {@code from}; the end of the bytes when there is none. */
    int in(Bytes hay, int from) {
        var array = hay.array();
        int last = hay.to() - text.length;
        int wide = Math.min(last, hay.to() - Math.max(first, second)) - 8;
        long wantedFirst = (text[first] & 0xFFL) * LOW_BITS;
        long wantedSecond = (text[second] & 0xFFL) * LOW_BITS;
        int i = from;
        while (i <= wide) {
            long other = (((long) LONGS.get(array, i + first) | firstMask) ^ wantedFirst)
                    | (((long) LONGS.get(array, i + second) | secondMask) ^ wantedSecond);
            if (((other - LOW_BITS) & ~other & HIGH_BITS) != 0) {
                int found = among(array, i, i + 8);
                if (found >= 0) {
                    return found;
                }
            }
            i += 8;
        }
        int found = among(array, i, last + 1);
        return found < 0 ? hay.to() : found;
    }

    /** The first position from {@code from} to before {@code to}; -1 for none. */
    private int among(byte[] array, int from, int to) {
        for (int i = from; i < to; i++) {
            if (isAt(array, i)) {
                return i;
            }
        }
        return -1;
    }

    private boolean isAt(byte[] array, int at) {
        for (int i = 0; i < text.length; i++) {
            byte b = array[at + i];
            boolean isUpper = ignoresCase && b >= 'A' && b <= 'Z';
            if ((byte) (isUpper ? b + CASE : b) != text[i]) {
                return false;
            }
        }
        return true;
    }
}
