package footfall.redact;

import footfall.line.Bytes;
import footfall.line.ErrorText;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The part of the first line of a failed call's text that may leave: a line that names the kind of error in
 * known words. Paths, quoted text, repetitions of the call's input, and every unknown word are masked.
 */
final class FirstLine {
    static final String MASK = "‹…›";
    static final String PATH = "<path>";

    /** Maximum code points of the result. */
    private static final int LENGTH_MAX = 200;
    /** A longer line is output rather than a message. UTF-16 units. */
    private static final int SEARCHED_MAX = 2_000;

    private static final String END_TAG = "</tool_use_error>";
    private static final String OPENING = "([{'\"`";
    private static final String CLOSING = ".,:;!?)]}'\"`";
    private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}\\p{C}]+");

    private final StringBuilder out = new StringBuilder();
    private int length;
    private boolean afterNumber;
    private boolean afterMask;

    private FirstLine() {}

    /** {@code input}: JSON, or empty. Empty when the line does not name the kind of error. */
    static Optional<String> of(String text, Bytes input) {
        var line = firstLine(ErrorText.withoutTag(text));
        if (line.length() > SEARCHED_MAX || ErrorText.phraseCategory(line).isEmpty()) {
            return Optional.empty();
        }
        var hidden = Quotes.in(line);
        hidden.or(InputEcho.in(line, input));
        var masked = new FirstLine().words(Intervals.replaced(line, hidden, MASK));
        return Optional.of(masked)
                .filter(phrase -> ErrorText.phraseCategory(phrase).isPresent());
    }

    private static String firstLine(String text) {
        int end = 0;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        var line = text.substring(0, end);
        return line.endsWith(END_TAG) ? line.substring(0, line.length() - END_TAG.length()) : line;
    }

    private String words(String line) {
        for (var word : SPACE.split(line.strip())) {
            var known = known(word);
            boolean isRepeatedMask = afterMask && known.equals(MASK);
            if (!isRepeatedMask && !append(known)) {
                break;
            }
            afterMask = known.equals(MASK);
        }
        return out.toString();
    }

    private boolean append(String word) {
        int added = word.codePointCount(0, word.length()) + (length == 0 ? 0 : 1);
        if (length + added > LENGTH_MAX) {
            return false;
        }
        out.append(length == 0 ? "" : " ").append(word);
        length += added;
        return true;
    }

    /** The word or its mask, with the punctuation around it. */
    private String known(String word) {
        int from = 0;
        int to = word.length();
        while (from < to && OPENING.indexOf(word.charAt(from)) >= 0) {
            from++;
        }
        while (to > from && CLOSING.indexOf(word.charAt(to - 1)) >= 0) {
            to--;
        }
        var core = word.substring(from, to);
        boolean isNumber = KnownWords.isSmallNumber(core);
        // Consecutive numbers may be parts of one number.
        boolean leaves = isNumber ? !afterNumber : core.equals(MASK) || core.equals(PATH) || KnownWords.has(core);
        afterNumber = isNumber;
        if (leaves) {
            return word;
        }
        return isPath(core) ? word.substring(0, from) + PATH + word.substring(to) : MASK;
    }

    private static boolean isPath(String word) {
        return word.startsWith("~") || word.indexOf('/') >= 0 || word.indexOf('\\') >= 0;
    }
}
