package footfall.report;

import footfall.line.Bytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Searches the bytes of JSON for a text, and for unusual escapes, which may hide the text: those of characters of its
 * kind that JSON need not escape (printable ASCII, or all that are not ASCII). One pass compares eight positions at a
 * time with the rarest pair of bytes of the text and with the beginning of an escape, and checks the rest only where
 * one is equal. Reads aligned words, because code that the C1 compiler compiled reads others byte by byte. May ignore
 * the case of ASCII letters. Thread-safe.
 */
final class ByteNeedle {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int WIDTH = 8;
    private static final long ALL_BITS = -1;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long BACKSLASHES = LOW_BITS * '\\';
    private static final long US = LOW_BITS * 'u';
    /** Multiplied by the lowest bit of byte n, has n as its highest byte. */
    private static final long BYTE_INDEXES = 0x0001020304050607L;

    private static final int ESCAPE_LENGTH = "\\u0041".length();
    private static final int CASE = 'a' - 'A';

    /** Characters of transcripts, the most frequent first; all others are rare. */
    private static final String FREQUENT = "\" e\\tan:oirs,l0dcup1m-2f3}{g54/67b98_.hvykTxESACwRIDONLPjMFU";

    private final byte[] text;
    private final boolean ignoresCase;
    /** Whether the first character is ASCII, which decides for a text that is ASCII or has no ASCII character. */
    private final boolean isAscii;
    /** The position of the pair; of one byte, any byte follows. */
    private final int pair;

    private final long first;
    private final long second;
    private final long firstMask;
    private final long secondMask;

    /** {@code text} is not empty, and contains no character that JSON escapes. */
    ByteNeedle(String text, boolean ignoresCase) {
        this.text = (ignoresCase ? asciiLower(text) : text).getBytes(StandardCharsets.UTF_8);
        this.ignoresCase = ignoresCase;
        this.isAscii = this.text[0] >= 0;
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

    /**
     * A position at or after {@code from} of the text or of an unusual escape, with neither in a line before it; the
     * end of the bytes when there is none.
     */
    int in(Bytes hay, int from) {
        for (int at = equalFrom(hay, from); at < hay.to(); at = equalFrom(hay, at + 1)) {
            if (at - pair >= from && isText(hay, at - pair)) {
                return at - pair;
            } else if (isEscape(hay, at)) {
                return at;
            }
        }
        return hay.to();
    }

    /** A position at or after {@code from}, before which there is no pair and no beginning of an escape. */
    private int equalFrom(Bytes hay, int from) {
        var array = hay.array();
        int last = hay.to() - 2 * WIDTH;
        int i = from / WIDTH * WIDTH;
        if (i > last) {
            return from;
        }
        long wanted = HIGH_BITS << from % WIDTH * Byte.SIZE;
        for (long eight = (long) LONGS.get(array, i); i <= last; i += WIDTH) {
            long next = (long) LONGS.get(array, i + WIDTH);
            long following = eight >>> Byte.SIZE | next << Long.SIZE - Byte.SIZE;
            long other = ((eight | firstMask) ^ first) | ((following | secondMask) ^ second);
            long noEscape = (eight ^ BACKSLASHES) | (following ^ US);
            // The lowest of the set bits is where a pair is equal; a higher one may be elsewhere.
            long equal = ((other - LOW_BITS) & ~other | (noEscape - LOW_BITS) & ~noEscape) & wanted;
            if (equal != 0) {
                return i + lowestByte(equal);
            }
            wanted = HIGH_BITS;
            eight = next;
        }
        return Math.max(i, from);
    }

    /** The index of the lowest byte whose high bit is set; C1 has no intrinsic of {@code numberOfTrailingZeros}. */
    private static int lowestByte(long highBits) {
        return (int) (((highBits & -highBits) >>> Byte.SIZE - 1) * BYTE_INDEXES >>> Long.SIZE - Byte.SIZE);
    }

    private boolean isText(Bytes hay, int at) {
        var array = hay.array();
        if (at + text.length > hay.to()) {
            return false;
        }
        for (int i = 0; i < text.length; i++) {
            byte b = array[at + i];
            boolean isUpper = ignoresCase && b >= 'A' && b <= 'Z';
            if ((byte) (isUpper ? b + CASE : b) != text[i]) {
                return false;
            }
        }
        return true;
    }

    /** Agents escape control characters; and in a text, a backslash before a u. */
    boolean isEscape(Bytes hay, int at) {
        var array = hay.array();
        if (at + ESCAPE_LENGTH > hay.to() || array[at] != '\\' || array[at + 1] != 'u') {
            return false;
        }
        boolean isOfAscii = array[at + 2] == '0' && array[at + 3] == '0' && array[at + 4] < '8';
        if (isOfAscii != isAscii || isOfAscii && array[at + 4] < '2') {
            return false;
        }
        int backslashes = 0;
        while (at - backslashes > hay.from() && array[at - backslashes - 1] == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 0;
    }
}
