package footfall.brief;

import java.util.regex.Pattern;

/**
 * Prepares untrusted text for a brief: cut between characters, on one line, or escaped so that it cannot look
 * like a header.
 */
public final class BriefText {
    /** Maximum characters of a result. */
    public static final int RESULT_MAX = 2_000;

    /** Maximum characters of a subagent's answer. */
    public static final int AGENT_MAX = 3_000;

    private static final Pattern HEADER = Pattern.compile("(^|[\\n\\r\\x0B\\f\\x85\\u2028\\u2029])(?=\\[turn \\d)");
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cntrl}\\x85\\u2028\\u2029]+");

    private BriefText() {}

    /** The first characters and the total count, in code points. */
    public static String cut(String text, int charsMax) {
        if (text.length() <= charsMax) {
            return text;
        }
        int chars = text.codePointCount(0, text.length());
        return chars <= charsMax
                ? text
                : text.substring(0, text.offsetByCodePoints(0, charsMax)) + "...[truncated, " + chars + " chars total]";
    }

    /** Inserts a space before each line that looks like a header. */
    static String guarded(String text) {
        return text.contains("[turn ") ? HEADER.matcher(text).replaceAll("$1 ") : text;
    }

    public static String onOneLine(String text) {
        return BREAKS.matcher(text).replaceAll(" ").strip();
    }
}
