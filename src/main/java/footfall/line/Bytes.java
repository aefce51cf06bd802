package footfall.line;

import footfall.scan.JsonScanner;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A range of a byte array, from {@code from} to before {@code to}. The array is not copied. */
public record Bytes(byte[] array, int from, int to) {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long NEWLINES = LOW_BITS * '\n';
    private static final long QUOTES = LOW_BITS * '"';
    private static final long BACKSLASHES = LOW_BITS * '\\';

    public Bytes {
        if (from < 0 || to < from || to > array.length) {
            throw new IllegalArgumentException("range is outside the array");
        }
    }

    public static Bytes of(byte[] array) {
        return new Bytes(array, 0, array.length);
    }

    public int length() {
        return to - from;
    }

    /** What reads the JSON value at the beginning. */
    public JsonScanner json() {
        return new JsonScanner(array, from, to);
    }

    public Bytes tail(int start) {
        return new Bytes(array, start, to);
    }

    public Bytes head(int length) {
        return new Bytes(array, from, from + length);
    }

    /** 64 bits of the content, eight bytes at a time. Not for bytes that somebody chooses so that hashes are equal. */
    long hash() {
        long hash = length();
        int i = from;
        for (; i + 8 <= to; i += 8) {
            hash = mixed(hash ^ (long) LONGS.get(array, i));
        }
        for (; i < to; i++) {
            hash = mixed(hash ^ array[i]);
        }
        return hash;
    }

    private static long mixed(long bits) {
        long mixed = bits * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 32;
    }

    /** The position of the first newline at or after {@code index}; {@code to} when there is none. */
    public int newlineFrom(int index) {
        int i = index;
        while (i + 32 <= to && !holdsNewline32(i)) {
            i += 32;
        }
        while (i + 8 <= to && !holdsNewline((long) LONGS.get(array, i))) {
            i += 8;
        }
        while (i < to && array[i] != '\n') {
            i++;
        }
        return i;
    }

    /** The position of the last newline; one less than {@code from} when there is none. */
    public int newlineBefore() {
        int i = to;
        while (i - 8 >= from && !holdsNewline((long) LONGS.get(array, i - 8))) {
            i -= 8;
        }
        do {
            i--;
        } while (i >= from && array[i] != '\n');
        return i;
    }

    /**
     * The position of the first quote, backslash or newline at or after {@code from}; {@code to} when there is
     * none. Most bytes of a transcript are inside strings.
     */
    public static int plainTo(byte[] array, int from, int to) {
        int i = from;
        while (i + 8 <= to && !endsPlain((long) LONGS.get(array, i))) {
            i += 8;
        }
        while (i < to && array[i] != '"' && array[i] != '\\' && array[i] != '\n') {
            i++;
        }
        return i;
    }

    private static boolean endsPlain(long eight) {
        return ((zeros(eight ^ QUOTES) | zeros(eight ^ BACKSLASHES) | zeros(eight ^ NEWLINES)) & HIGH_BITS) != 0;
    }

    private boolean holdsNewline32(int i) {
        long zeros = zeros((long) LONGS.get(array, i) ^ NEWLINES)
                | zeros((long) LONGS.get(array, i + 8) ^ NEWLINES)
                | zeros((long) LONGS.get(array, i + 16) ^ NEWLINES)
                | zeros((long) LONGS.get(array, i + 24) ^ NEWLINES);
        return (zeros & HIGH_BITS) != 0;
    }

    private static boolean holdsNewline(long eight) {
        return (zeros(eight ^ NEWLINES) & HIGH_BITS) != 0;
    }

    /** A zero byte borrows its high bit. */
    private static long zeros(long eight) {
        return (eight - LOW_BITS) & ~eight;
    }

    boolean hasNul() {
        for (int i = from; i < to; i++) {
            if (array[i] == 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * The position of the first byte at or after {@code index} that is not white space, NUL or byte order mark.
     */
    public int skipBlank(int index) {
        int i = index;
        while (i < to) {
            byte b = array[i];
            if (b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == 0) {
                i++;
            } else if (b == (byte) 0xEF && i + 2 < to && array[i + 1] == (byte) 0xBB && array[i + 2] == (byte) 0xBF) {
                i += 3;
            } else {
                return i;
            }
        }
        return to;
    }

    /** As {@link #skipBlank}, towards the beginning: the position after the last byte that is not blank. */
    int skipBlankBefore(int index) {
        int i = index;
        while (i > from) {
            byte b = array[i - 1];
            if (b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == 0) {
                i--;
            } else if (b == (byte) 0xBF && i - 2 > from && array[i - 2] == (byte) 0xBB && array[i - 3] == (byte) 0xEF) {
                i -= 3;
            } else {
                return i;
            }
        }
        return from;
    }

    /**
     * The beginning of the JSON object that ends before {@code end}; -1 if none does. A valid object has only one,
     * whatever is before it.
     */
    int objectBefore(int end) {
        int depth = 0;
        boolean isText = false;
        for (int i = end - 1; i >= from; i--) {
            byte b = array[i];
            if (b == '"') {
                int quote = i;
                while (i > from && array[i - 1] == '\\') {
                    i--;
                }
                isText ^= (quote - i) % 2 == 0;
            } else if (!isText && (b == '}' || b == ']')) {
                depth++;
            } else if (!isText && (b == '{' || b == '[')) {
                depth--;
            }
            if (depth == 0) {
                return b == '{' ? i : -1;
            }
        }
        return -1;
    }

    /** Whether all bytes are well-formed UTF-8 (no overlong forms, no surrogates). */
    public boolean isUtf8() {
        int i = from;
        while (i < to) {
            while (i + 32 <= to && isAscii32(i)) {
                i += 32;
            }
            while (i + 8 <= to && ((long) LONGS.get(array, i) & HIGH_BITS) == 0) {
                i += 8;
            }
            if (i == to) {
                return true;
            }
            int length = array[i] >= 0 ? 1 : sequenceLength(i);
            if (length == 0) {
                return false;
            }
            i += length;
        }
        return true;
    }

    private boolean isAscii32(int i) {
        long ors = (long) LONGS.get(array, i)
                | (long) LONGS.get(array, i + 8)
                | (long) LONGS.get(array, i + 16)
                | (long) LONGS.get(array, i + 24);
        return (ors & HIGH_BITS) == 0;
    }

    private int sequenceLength(int i) {
        int lead = array[i] & 0xFF;
        if (lead < 0xC2 || lead > 0xF4) {
            return 0;
        }
        int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        if (i + length > to) {
            return 0;
        }
        for (int k = 1; k < length; k++) {
            if ((array[i + k] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return isCanonical(lead, array[i + 1] & 0xFF) ? length : 0;
    }

    private static boolean isCanonical(int lead, int second) {
        return switch (lead) {
            case 0xE0 -> second >= 0xA0;
            case 0xED -> second < 0xA0;
            case 0xF0 -> second >= 0x90;
            case 0xF4 -> second < 0x90;
            default -> true;
        };
    }

    @Override
    public String toString() {
        return new String(array, from, length(), StandardCharsets.UTF_8);
    }
}
