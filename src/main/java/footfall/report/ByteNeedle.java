package footfall.report;

import footfall.line.Bytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Searches bytes for a text, seven positions at a time: it compares the rarest pair of bytes of the text, and the
 * whole text only where both are equal. May ignore the case of ASCII letters. Thread-safe.
 */
final class ByteNeedle {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** The high bits of the first bytes of the pairs in eight bytes. */
    private static final long PAIR_BITS = 0x0080808080808080L;

    private static final int PAIRS = 7;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final int CASE = 'a' - 'A';

    /** Characters of transcripts, the most frequent first; all others are rare. */
    private static final String FREQUENT = "\" e\\tan:oirs,l0dcup1m-2f3}{g54/67b98_.hvykTxESACwRIDONLPjMFU";

    private final byte[] text;
    private final boolean ignoresCase;
    /** The position of the pair; of one byte, the pair is that byte twice. */
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
        byte other = this.text[Math.min(pair + 1, this.text.length - 1)];
        this.first = LOW_BITS * (one & 0xFF);
        this.second = LOW_BITS * (other & 0xFF);
        this.firstMask = mask(one);
        this.secondMask = mask(other);
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
        int shift = text.length == 1 ? 0 : 8;
        int i = from + pair;
        for (int wide = Math.min(last + pair, hay.to()) - 8; i <= wide; i += PAIRS) {
            long eight = (long) LONGS.get(array, i);
            long other = ((eight | firstMask) ^ first) | ((eight >>> shift | secondMask) ^ second);
            // The lowest of the set bits is in a pair that is equal; a higher one may be in another.
            for (long equal = (other - LOW_BITS) & ~other & PAIR_BITS; equal != 0; equal &= equal - 1) {
                int at = i - pair + (Long.numberOfTrailingZeros(equal) >> 3);
                if (isAt(array, at)) {
                    return at;
                }
            }
        }
        for (int at = i - pair; at <= last; at++) {
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
