package footfall.line;

import java.nio.charset.StandardCharsets;
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
    private static final long FNV_BEGIN = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
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
        return isClean(latin(id)) ? id : replaced(id);
    }

    /** Its characters, and question marks for those above U+00FF; charAt would be slow before JIT compilation. */
    private static byte[] latin(String id) {
        return id.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Whether none is a zero character, and none may be a surrogate. */
    private static boolean isClean(byte[] latin) {
        for (byte b : latin) {
            if (b == 0 || b == '?') {
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
        var latin = latin(id);
        boolean isItself = latin.length <= LENGTH_MAX && isClean(latin);
        return HexFormat.of().toHexDigits(isItself ? fnv(latin) : hash(bounded(id)));
    }

    /** FNV-1a, 64 bits, of the UTF-16 units; of a shortened text, that of the text that it stands for. */
    public static long hash(String text) {
        var latin = latin(text);
        long hash = 0;
        int digits = 0;
        while (latin.length == HASH_DIGITS && digits < HASH_DIGITS && digit(latin[digits]) >= 0) {
            hash = hash << 4 | digit(latin[digits]);
            digits++;
        }
        return digits == HASH_DIGITS ? hash : isClean(latin) ? fnv(latin) : fnv(text.toCharArray());
    }

    private static long fnv(byte[] latin) {
        long hash = FNV_BEGIN;
        for (byte b : latin) {
            hash = (hash ^ b & 0xFF) * FNV_PRIME;
        }
        return hash;
    }

    private static long fnv(char[] chars) {
        long hash = FNV_BEGIN;
        for (char c : chars) {
            hash = (hash ^ c) * FNV_PRIME;
        }
        return hash;
    }

    private static int digit(byte c) {
        return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }
}
