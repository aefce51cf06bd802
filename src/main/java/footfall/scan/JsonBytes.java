package footfall.scan;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Where values end in a range of bytes, eight of which are looked at at once, and what strings contain. Positions are
 * those in the array.
 */
class JsonBytes {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long QUOTES = LOW_BITS * '"';
    private static final long BACKSLASHES = LOW_BITS * '\\';

    final byte[] array;
    final int to;

    JsonBytes(byte[] array, int to) {
        this.array = array;
        this.to = to;
    }

    final byte at(int index) {
        if (index >= to) {
            throw invalid();
        }
        return array[index];
    }

    final void expect(int index, char b) {
        if (at(index) != b) {
            throw invalid();
        }
    }

    private static InvalidJson invalid() {
        return new InvalidJson(InvalidJson.Fault.NOT_JSON);
    }

    /** Checks the number of objects and lists around a value. */
    static void checkDepth(int depth) {
        if (depth > JsonScanner.NESTING_MAX) {
            throw new InvalidJson(InvalidJson.Fault.TOO_DEEP);
        }
    }

    /** The first byte that is no white space. */
    final int blank(int index) {
        int i = index;
        while (i < to && array[i] <= ' ' && isBlank(array[i])) {
            i++;
        }
        return i;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** The end of a value, whose objects and lists are not checked. */
    final int valueEnd(int begin, int depth) {
        byte b = at(begin);
        return switch (b) {
            case '"' -> closingQuote(begin + 1) + 1;
            case '{', '[' -> bracketsEnd(begin, depth);
            case 't' -> wordEnd(begin, "true");
            case 'f' -> wordEnd(begin, "false");
            case 'n' -> wordEnd(begin, "null");
            default -> numberEnd(begin);
        };
    }

    private int bracketsEnd(int begin, int depth) {
        int i = begin;
        int open = depth;
        do {
            byte b = at(i++);
            if (b == '"') {
                i = closingQuote(i) + 1;
                // A record that was cut off in a text has another one behind it.
                if (!isBehindValue(at(i))) {
                    throw invalid();
                }
            } else if (b == '{' || b == '[') {
                checkDepth(++open);
            } else if (b == '}' || b == ']') {
                open--;
            }
        } while (open > depth);
        return i;
    }

    private static boolean isBehindValue(byte b) {
        return b == ':' || b == ',' || b == '}' || b == ']' || isBlank(b);
    }

    private int wordEnd(int begin, String word) {
        for (int i = 0; i < word.length(); i++) {
            expect(begin + i, word.charAt(i));
        }
        return delimited(begin + word.length());
    }

    final int numberEnd(int begin) {
        int i = array[begin] == '-' ? begin + 1 : begin;
        i = at(i) == '0' ? i + 1 : digitsEnd(i);
        if (i < to && array[i] == '.') {
            i = digitsEnd(i + 1);
        }
        if (i < to && (array[i] == 'e' || array[i] == 'E')) {
            byte sign = at(i + 1);
            i = digitsEnd(sign == '-' || sign == '+' ? i + 2 : i + 1);
        }
        return delimited(i);
    }

    /** Behind one digit or more. */
    private int digitsEnd(int begin) {
        int i = begin;
        while (i < to && isDigit(array[i])) {
            i++;
        }
        if (i == begin) {
            throw invalid();
        }
        return i;
    }

    private int delimited(int end) {
        if (end < to && !isBehindValue(array[end])) {
            throw invalid();
        }
        return end;
    }

    /**
     * The quote that ends the string which begins before {@code begin}. Most bytes of a transcript are in strings, and
     * few of its backslashes are before a quote: only quotes are looked for, and all that eight bytes have are used.
     */
    final int closingQuote(int begin) {
        int i = begin;
        for (; i + 8 <= to; i += 8) {
            long quotes = zeros((long) LONGS.get(array, i) ^ QUOTES) & HIGH_BITS;
            for (; quotes != 0; quotes &= quotes - 1) {
                int quote = i + bytesBefore(quotes);
                if (isClosing(quote)) {
                    return quote;
                }
            }
        }
        for (; i < to; i++) {
            if (isClosing(i)) {
                return i;
            }
        }
        throw invalid();
    }

    /** Whether there is a quote that no backslash escapes; the one that begins the string ends the search for them. */
    private boolean isClosing(int index) {
        if (array[index] != '"') {
            return false; // The byte behind a quote may seem to be one.
        }
        if (array[index - 1] != '\\') {
            return true;
        }
        int i = index;
        while (array[i - 1] == '\\') {
            i--;
        }
        return (index - i) % 2 == 0;
    }

    /** A zero byte, and perhaps a byte behind it that is 1, borrows its high bit. */
    private static long zeros(long eight) {
        return (eight - LOW_BITS) & ~eight;
    }

    /** The number of bytes before the first whose high bit is set. */
    private static int bytesBefore(long highs) {
        long below = (highs & -highs) - 1;
        return (int) ((below & LOW_BITS) * LOW_BITS >>> 56) - 1;
    }

    /** Up to eight bytes as one number. */
    final long eight(int index, int end) {
        if (index + 8 <= end) {
            return (long) LONGS.get(array, index);
        }
        if (index + 8 <= array.length) {
            return (long) LONGS.get(array, index) & (1L << 8 * (end - index)) - 1;
        }
        long number = 0;
        for (int i = end - 1; i >= index; i--) {
            number = number << 8 | array[i] & 0xFF;
        }
        return number;
    }

    /** The contents of a string. Lone surrogates stay, and invalid UTF-8 becomes U+FFFD. */
    final String decoded(int begin, int end) {
        if (isPlain(begin, end)) {
            return ascii(begin, end);
        }
        var latin = latin(begin, end);
        if (latin != null) {
            return latin;
        }
        var text = new String(array, begin, end - begin, StandardCharsets.UTF_8);
        int escape = text.indexOf('\\');
        return escape < 0 ? text : unescaped(text.toCharArray(), escape);
    }

    /** The contents of a string with escapes of which all bytes are ASCII; null for any other. */
    private String latin(int begin, int end) {
        var text = new byte[end - begin];
        int length = 0;
        for (int i = begin; i < end; i++) {
            byte b = array[i];
            if (b == '\\' && i + 1 < end) {
                b = array[++i];
                b = b == 'u' ? -1 : (byte) escaped((char) b);
            }
            if (b < 0) {
                return null;
            }
            text[length++] = b;
        }
        return new String(text, 0, length, StandardCharsets.ISO_8859_1);
    }

    private boolean isPlain(int begin, int end) {
        int i = begin;
        while (i + 8 <= end) {
            long eight = (long) LONGS.get(array, i);
            if (((eight | zeros(eight ^ BACKSLASHES)) & HIGH_BITS) != 0) {
                return false;
            }
            i += 8;
        }
        while (i < end && array[i] >= 0 && array[i] != '\\') {
            i++;
        }
        return i == end;
    }

    final String ascii(int begin, int end) {
        return new String(array, begin, end - begin, StandardCharsets.ISO_8859_1);
    }

    private static String unescaped(char[] text, int escape) {
        int length = escape;
        for (int i = escape; i < text.length; i++) {
            char c = text[i];
            if (c == '\\' && i + 1 < text.length) {
                c = text[++i];
                int unit = c == 'u' ? unit(text, i + 1) : -1;
                i = unit < 0 ? i : i + 4;
                c = unit < 0 ? escaped(c) : (char) unit;
            }
            text[length++] = c;
        }
        return new String(text, 0, length);
    }

    /** An unknown escape is the character itself. */
    private static char escaped(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> c;
        };
    }

    /** The UTF-16 unit of four hexadecimal digits; -1 without them. */
    private static int unit(char[] text, int begin) {
        int unit = 0;
        for (int i = begin; i < begin + 4; i++) {
            int digit = i < text.length && text[i] <= 'f' ? Character.digit(text[i], 16) : -1;
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }
}
