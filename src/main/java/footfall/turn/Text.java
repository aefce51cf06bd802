package footfall.turn;

/** Limits the length of stored texts. */
final class Text {
    /** Maximum stored code points of an error; shipped texts are shorter. */
    private static final int ERROR_MAX = 500;

    private static final int SHOWN_ERROR_MAX = 200;

    private Text() {}

    /** The text of an error as it is stored; null for null. */
    static String error(String text) {
        return text == null ? null : wellFormed(cut(text, ERROR_MAX));
    }

    /** A stored text of an error as turns have it; null for null. */
    static String shownError(String stored) {
        return cut(stored, SHOWN_ERROR_MAX);
    }

    /** The first {@code max} code points; null for null. */
    static String cut(String text, int max) {
        if (text == null || text.length() <= max || text.codePointCount(0, text.length()) <= max) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, max));
    }

    /** The maximum number of JSON bytes of a well-formed text, without quotes. */
    static int jsonBytes(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            bytes += jsonBytes(c);
        }
        return bytes;
    }

    private static int jsonBytes(char c) {
        if (c < ' ' || Character.isSurrogate(c)) {
            return 6; // As an escape.
        } else if (c < 0x80) {
            return c == '"' || c == '\\' ? 2 : 1;
        }
        return c < 0x800 ? 2 : 3;
    }

    /** The text with lone surrogates as U+FFFD, since no encoding carries them. */
    static String wellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1))) {
                    i++;
                } else {
                    return replaced(text);
                }
            }
        }
        return text;
    }

    private static String replaced(String text) {
        var out = new StringBuilder(text.length());
        text.codePoints().map(c -> c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c).forEach(out::appendCodePoint);
        return out.toString();
    }
}
