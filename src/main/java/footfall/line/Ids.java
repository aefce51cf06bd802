package footfall.line;

import java.util.HexFormat;
import java.util.regex.Pattern;

/** Bounds the length of names and IDs from transcripts, because they become keys. */
public final class Ids {
    /** UTF-16 units; real IDs have at most 64, real tool names at most 90. */
    public static final int LENGTH_MAX = 256;

    /** The regular expression of a UUID. */
    public static final String UUID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

    private static final Pattern WHOLE_UUID = Pattern.compile(UUID);
    private static final int HASH_DIGITS = 16;
    private static final int KEPT = LENGTH_MAX - HASH_DIGITS - 1;

    private Ids() {}

    /**
     * The ID itself, or a prefix and a hash of the whole when it is longer than {@link #LENGTH_MAX}. Injective
     * in practice, and idempotent. Zero characters and lone surrogates, which keys cannot contain, become
     * U+FFFD.
     */
    public static String bounded(String id) {
        var clean = clean(id);
        if (clean.length() <= LENGTH_MAX) {
            return clean;
        }
        int cut = Character.isHighSurrogate(clean.charAt(KEPT - 1)) ? KEPT - 1 : KEPT;
        return clean.substring(0, cut) + "~" + HexFormat.of().toHexDigits(hash(clean));
    }

    /** Whether a text is a UUID; null is none. */
    public static boolean isUuid(String text) {
        return text != null && WHOLE_UUID.matcher(text).matches();
    }

    public static String boundedOrNull(String id) {
        return id == null ? null : bounded(id);
    }

    private static String clean(String id) {
        return isClean(id.toCharArray()) ? id : replaced(id); // charAt would be slow before JIT compilation.
    }

    private static boolean isClean(char[] id) {
        for (char c : id) {
            if (c == 0 || Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }

    private static String replaced(String id) {
        var out = new StringBuilder(id.length());
        id.codePoints()
                .map(c -> c == 0 || (c >= 0xD800 && c <= 0xDFFF) ? 0xFFFD : c)
                .forEach(out::appendCodePoint);
        return out.toString();
    }

    /**
     * An ID of which only equality matters: of more than 16 characters, its {@link #hash} as 16 hexadecimal digits.
     * Random IDs are what compresses least of what a shipper sends.
     */
    public static String shortened(String id) {
        if (id == null || id.length() <= HASH_DIGITS) {
            return boundedOrNull(id);
        }
        var chars = id.toCharArray();
        boolean isItself = chars.length <= LENGTH_MAX && isClean(chars);
        return HexFormat.of().toHexDigits(isItself ? fnv(chars) : hash(bounded(id)));
    }

    /** FNV-1a, 64 bits, of the UTF-16 units; of a shortened text, that of the text that it stands for. */
    public static long hash(String text) {
        var chars = text.toCharArray(); // As in clean.
        long hash = 0;
        int digits = 0;
        while (chars.length == HASH_DIGITS && digits < HASH_DIGITS && digit(chars[digits]) >= 0) {
            hash = hash << 4 | digit(chars[digits]);
            digits++;
        }
        return digits == HASH_DIGITS ? hash : fnv(chars);
    }

    private static long fnv(char[] chars) {
        long hash = 0xcbf29ce484222325L;
        for (char c : chars) {
            hash = (hash ^ c) * 0x100000001b3L;
        }
        return hash;
    }

    private static int digit(char c) {
        return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }
}
