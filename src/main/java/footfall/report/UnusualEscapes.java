package footfall.report;

import footfall.line.Bytes;

/**
 * Searches bytes for escapes of characters that JSON need not escape: of printable ASCII characters, or of all
 * that are not ASCII. A text with such characters may be written in many ways. Thread-safe.
 */
final class UnusualEscapes {
    static final UnusualEscapes ASCII = new UnusualEscapes(true);
    static final UnusualEscapes OTHER = new UnusualEscapes(false);

    private static final ByteNeedle ESCAPE = new ByteNeedle("\\u", false);
    private static final int LENGTH = "\\u0041".length();

    private final boolean isAscii;

    private UnusualEscapes(boolean isAscii) {
        this.isAscii = isAscii;
    }

    /** The first position at or after {@code from}; the end of the bytes when there is none. */
    int in(Bytes hay, int from) {
        int at = ESCAPE.in(hay, from);
        while (at < hay.to() && !isUnusual(hay, at)) {
            at = ESCAPE.in(hay, at + 1);
        }
        return at;
    }

    /** Agents escape control characters; and in a text, a backslash before a u. */
    private boolean isUnusual(Bytes hay, int at) {
        var array = hay.array();
        if (at + LENGTH > hay.to()) {
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
