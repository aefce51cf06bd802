package footfall.redact;

import java.util.BitSet;

/** Finds quoted text; an unclosed quotation mark quotes the rest. */
final class Quotes {
    private static final String OPENING = "'\"`“‘«„";
    private static final String CLOSING = "'\"`”’»“";

    private Quotes() {}

    static BitSet in(String line) {
        var quoted = new BitSet();
        int i = 0;
        while (i < line.length()) {
            int kind = OPENING.indexOf(line.charAt(i));
            if (kind >= 0 && (i == 0 || !isLetter(line, i - 1))) {
                int end = end(line, i + 1, CLOSING.charAt(kind));
                quoted.set(i + 1, end);
                i = end;
            }
            i++;
        }
        return quoted;
    }

    /** A mark inside a word, as in {@code haven't}, closes nothing. */
    private static int end(String line, int from, char mark) {
        int end = line.indexOf(mark, from);
        while (end >= 0 && isLetter(line, end + 1)) {
            end = line.indexOf(mark, end + 1);
        }
        return end < 0 ? line.length() : end;
    }

    private static boolean isLetter(String line, int i) {
        return i < line.length() && Character.isLetterOrDigit(line.charAt(i));
    }
}
