package footfall.screen;

/** Abbreviated names for the screen. */
final class Names {
    private static final int SESSION = 8;
    private static final int AGENT = 8;
    private static final String ARROW = " → ";
    private static final String MORE = ARROW + "…";

    private Names() {}

    /** {@code 4f2a91e0:3}, or {@code 4f2a91e0/a8813b2c:0} for a subagent; {@code footfall turn} accepts it. */
    static String turn(String turnId, String sessionId) {
        if (sessionId == null || !turnId.startsWith(sessionId)) {
            return turnId;
        }
        var rest = turnId.substring(sessionId.length());
        int colon = rest.lastIndexOf(':');
        var agent = colon < 1 ? "" : rest.substring(0, Math.min(colon, AGENT + 1));
        return start(sessionId, SESSION) + agent + (colon < 0 ? "" : rest.substring(colon));
    }

    private static String start(String text, int length) {
        int end = Math.min(length, text.length());
        boolean splits = end < text.length() && Character.isLowSurrogate(text.charAt(end));
        return text.substring(0, splits ? end - 1 : end);
    }

    /** The beginning of a pattern in whole steps; only a first step that does not fit is cut. */
    static String beginning(String pattern, int width) {
        var whole = SafeText.of(pattern == null ? "" : pattern);
        if (Cells.width(whole) <= width) {
            return whole;
        }
        int end = whole.lastIndexOf(ARROW);
        while (end >= 0 && Cells.width(whole.substring(0, end)) > width - MORE.length()) {
            end = end == 0 ? -1 : whole.lastIndexOf(ARROW, end - 1);
        }
        return end <= 0 ? firstStep(whole, Math.max(0, width)) : whole.substring(0, end) + MORE;
    }

    private static String firstStep(String pattern, int width) {
        int end = pattern.indexOf(ARROW);
        var step = end < 0 ? pattern : pattern.substring(0, end);
        return Cells.width(step) + 2 <= width ? step + " …" : Cells.cut(step + "…", width);
    }

    /** The end of a pattern in whole steps, which is the newest part of an open turn. */
    static String trail(String pattern, int width) {
        var whole = SafeText.of(pattern == null ? "" : pattern);
        if (Cells.width(whole) <= width) {
            return whole;
        }
        int start = whole.length();
        while (true) {
            int arrow = whole.lastIndexOf(ARROW, start - 1);
            if (arrow < 0 || Cells.width(whole.substring(arrow)) > width - 1) {
                break;
            }
            start = arrow;
        }
        return start == whole.length() ? Cells.cutStart(whole, Math.max(0, width)) : "…" + whole.substring(start);
    }
}
