package footfall.report;

import footfall.line.Bytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Searches bytes for a text, eight positions at a time: it compares the rarest pair of bytes of the text, and the
 * whole text only where both are equal. Reads aligned words, because code that the C1 compiler compiled reads others
 * byte by byte. May ignore the case of ASCII letters. Thread-safe.
 */
final class ByteNeedle {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int WIDTH = 8;
    private static final long ALL_BITS = -1;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final int CASE = 'a' - 'A';

    /** Characters of transcripts, the most frequent first; all others are rare. */
    private static final String FREQUENT = "\" e\\tan:oirs,l0dcup1m-2f3}{g54/67b98_.hvykTxESACwRIDONLPjMFU";

    private final byte[] text;
    private final boolean ignoresCase;
    /** The position of the pair; of one byte, any byte follows. */
    private final int pair;

    private final long first;
    private final long second;
    private final long firstMask;
    private final long secondMask;

    /** {@code text} is not empty. */
    ByteNeedle(String text, boolean ignoresCase) {
        this.text = (ignoresCase ? asciiLower(text) : text).getBytes(StandardCharsets.UTF_8);
        this.ignoresCase = ignoresCase;
        this.pair = rarestPair();
        byte one = this.text[pair];
        this.first = LOW_BITS * (one & 0xFF);
        this.firstMask = mask(one);
        boolean isPair = this.text.length > 1;
        this.second = isPair ? LOW_BITS * (this.text[pair + 1] & 0xFF) : ALL_BITS;
        this.secondMask = isPair ? mask(this.text[pair + 1]) : ALL_BITS;
    }

    static String asciiLower(String text) {
        var lower = new StringBuilder(text.length());
        text.chars().forEach(c -> lower.append((char) (c >= 'A' && c <= 'Z' ? c + CASE : c)));
        return lower.toString();
    }

    private int rarestPair() {
        int best = 0;
        for (int i = 1; i + 1 < text.length; i++) {
            if (rank(text[i]) + rank(text[i + 1]) > rank(text[best]) + rank(text[best + 1])) {
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
    private long mask(byte b) {
        return ignoresCase && b >= 'a' && b <= 'z' ? LOW_BITS * CASE : 0;
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
        int at = from;
        while (at <= last && (at + pair) % WIDTH != 0) {
            if (isAt(array, at)) {
                return at;
            }
            at++;
        }
        int i = at + pair;
        long eight = i + WIDTH <= hay.to() ? (long) LONGS.get(array, i) : 0;
        for (; i + 2 * WIDTH <= hay.to(); i += WIDTH) {
            long next = (long) LONGS.get(array, i + WIDTH);
            long other = ((eight | firstMask) ^ first) | ((eight >>> 8 | next << 56 | secondMask) ^ second);
            // The lowest of the set bits is in a pair that is equal; a higher one may be in another.
            for (long equal = (other - LOW_BITS) & ~other & HIGH_BITS; equal != 0; equal &= equal - 1) {
                int start = i - pair + (Long.numberOfTrailingZeros(equal) >> 3);
                if (start <= last && isAt(array, start)) {
                    return start;
                }
            }
            eight = next;
        }
        for (at = i - pair; at <= last; at++) {
            if (isAt(array, at)) {
                return at;
            }
        }
        return hay.to();
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
