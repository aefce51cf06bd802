package footfall.call;

/** Truncates, cleans and compares transcript texts for reports. */
public final class Words {
    private static final int LEFT_MIN = 4;

    private Words() {}

    /** The first {@code max} code points; null for null. */
    public static String cut(String text, int max) {
        return isLonger(text, max) ? text.substring(0, text.offsetByCodePoints(0, max)) : text;
    }

    /** The first {@code max} code points, followed by {@code ...} if there are more; null for null. */
    public static String preview(String text, int max) {
        return isLonger(text, max) ? cut(text, max) + "..." : text;
    }

    private static boolean isLonger(String text, int max) {
        return text != null && text.length() > max && text.codePointCount(0, text.length()) > max;
    }

    /** The first word; empty when there is none. */
    public static String first(String text) {
        var said = text.strip();
        int end = 0;
        while (end < said.length() && !Character.isWhitespace(said.charAt(end))) {
            end++;
        }
        return said.substring(0, end);
    }

    /**
     * Removes leading pairs of tags if more than three characters remain:
     * {@code ^(<[^>]+> [\s\S]*?</[^>]+>\s*)+}, in one pass.
     */
    public static String withoutTags(String text) {
        int from = 0;
        for (int next = behindPair(text, 0); next > from; next = behindPair(text, from)) {
            from = next;
        }
        var left = text.substring(from).strip();
        return left.codePointCount(0, left.length()) >= LEFT_MIN ? left : text;
    }

    /** The end of the pair of tags that starts at {@code from}; {@code from} when there is none. */
    private static int behindPair(String text, int from) {
        int open = text.startsWith("<", from) ? text.indexOf('>', from) : -1;
        if (open <= from + 1) {
            return from;
        }
        int close = text.indexOf("</", open + 1);
        while (close >= 0) {
            int end = text.indexOf('>', close + 2);
            if (end < 0) {
                return from;
            } else if (end > close + 2) {
                return skipBlank(text, end + 1);
            }
            close = text.indexOf("</", end + 1);
        }
        return from;
    }

    private static int skipBlank(String text, int from) {
        int i = from;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return i;
    }
}
