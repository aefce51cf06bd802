package footfall.redact;

import java.util.BitSet;

/** Ranges of a text, one bit per UTF-16 unit. */
final class Intervals {
    private Intervals() {}

    /** The text with {@code mask} in place of each range. */
    static String replaced(String text, BitSet spans, String mask) {
        var out = new StringBuilder(text.length());
        int at = 0;
        for (int from = spans.nextSetBit(0); from >= 0; from = spans.nextSetBit(at)) {
            out.append(text, at, from).append(mask);
            at = spans.nextClearBit(from);
        }
        return out.append(text, at, text.length()).toString();
    }
}
