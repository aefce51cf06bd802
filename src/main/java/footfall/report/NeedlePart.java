package footfall.report;

import java.util.Comparator;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The part of a text that can be searched for in the bytes of a JSON line; empty when there is none. */
final class NeedlePart {
    /** Flags, and escapes that are more than one character or a simple class. */
    private static final Pattern UNDECIDED = Pattern.compile("\\(\\?|\\\\[^dDwWsSbB\\W]|\\\\\\\\");

    private static final Pattern ESCAPE_OR_CLASS =
            Pattern.compile("\\\\.|\\[\\^?]?(?:\\\\.|[^]\\\\])*+]", Pattern.DOTALL);
    private static final Pattern GROUP = Pattern.compile("\\([^()]*\\)");
    private static final Pattern OPTIONAL = Pattern.compile(".(?:[?*]|\\{[^}]*})", Pattern.DOTALL);
    private static final Pattern NO_TEXT = Pattern.compile("[^\\w -]");
    /** RE2 also equals k and s with letters that are not ASCII when case is ignored. */
    private static final Pattern NO_TEXT_ANY_CASE = Pattern.compile("[^\\w -]|[KkSs]");

    private NeedlePart() {}

    /**
     * The longest part of ASCII characters that JSON writes as they are; for a text without one, and with case,
     * the longest part of other characters.
     */
    static String of(String text, boolean ignoresCase) {
        var plain = longest(text, c -> c >= ' ' && c < 0x7F && c != '"' && c != '\\' && c != '/');
        return !plain.isEmpty() || ignoresCase
                ? plain
                : longest(text, c -> c > 0x9F && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE));
    }

    private static String longest(String text, IntPredicate is) {
        var best = "";
        int start = 0;
        while (start < text.length()) {
            int end = start;
            while (end < text.length() && is.test(text.codePointAt(end))) {
                end += Character.charCount(text.codePointAt(end));
            }
            best = end - start > best.length() ? text.substring(start, end) : best;
            start = end == start ? start + 1 : end;
        }
        return best;
    }

    /**
     * A text that every match of a regular expression contains: its longest run of letters, digits, spaces,
     * hyphens and underscores outside groups and classes. Empty when there may be none, as with alternatives.
     */
    static String required(String expression, boolean ignoresCase) {
        if (UNDECIDED.matcher(expression).find()) {
            return "";
        }
        var simple = ESCAPE_OR_CLASS.matcher(expression).replaceAll(".");
        for (var next = GROUP.matcher(simple); next.find(); next = GROUP.matcher(simple)) {
            simple = next.replaceAll(".");
        }
        if (simple.indexOf('|') >= 0) {
            return "";
        }
        var sure = OPTIONAL.matcher(simple).replaceAll(".");
        return Stream.of((ignoresCase ? NO_TEXT_ANY_CASE : NO_TEXT).split(sure))
                .max(Comparator.comparing(String::length))
                .orElse("");
    }
}
