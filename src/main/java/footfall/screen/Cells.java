package footfall.screen;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/** Measures and cuts text by terminal columns. Expects text without control characters. */
public final class Cells {
    private static final String ARROW = " → ";

    private Cells() {}

    public static int width(String text) {
        return isAscii(text)
                ? text.length()
                : text.codePoints().map(Cells::width).sum();
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x7F) {
                return false;
            }
        }
        return true;
    }

    private static int width(int codePoint) {
        return codePoint < 0x7F ? 1 : Math.max(0, WCWidth.wcwidth(codePoint));
    }

    /** The text in at most {@code width} columns; a cut end is shown as {@code …}. */
    public static String cut(String text, int width) {
        if (width(text) <= width) {
            return text;
        }
        return width < 1 ? "" : text.substring(0, fitting(text, width - 1)) + "…";
    }

    /** All of the text, in pieces of at most {@code width} columns. */
    static List<String> pieces(String text, int width) {
        var pieces = new ArrayList<String>();
        var rest = text;
        for (int end = fitting(rest, width); end > 0 && end < rest.length(); end = fitting(rest, width)) {
            pieces.add(rest.substring(0, end));
            rest = rest.substring(end);
        }
        pieces.add(rest);
        return pieces;
    }

    /** Steps with arrows between them, cut between two steps where possible. */
    public static String cutSteps(String text, int width) {
        if (width(text) <= width || text.indexOf(ARROW) < 0 || width < 1) {
            return cut(text, width);
        }
        int end = text.lastIndexOf(ARROW, fitting(text, width - width(ARROW) - 1));
        return end < 1 ? cut(text, width) : text.substring(0, end) + ARROW + "…";
    }

    /** The same with the beginning cut off, for text whose end is newest. */
    public static String cutStart(String text, int width) {
        if (width(text) <= width) {
            return text;
        }
        int start = text.length();
        int used = 1;
        while (start > 0) {
            int before = text.codePointBefore(start);
            used += width(before);
            if (used > width) {
                break;
            }
            start -= Character.charCount(before);
        }
        return width < 1 ? "" : "…" + text.substring(start);
    }

    private static int fitting(String text, int width) {
        int used = 0;
        int end = 0;
        while (end < text.length()) {
            int next = text.codePointAt(end);
            used += width(next);
            if (used > width) {
                break;
            }
            end += Character.charCount(next);
        }
        return end;
    }

    /** Cut and padded to exactly {@code width} columns. */
    public static String left(String text, int width) {
        var cut = cut(text, width);
        return cut + " ".repeat(Math.max(0, width - width(cut)));
    }

    /** The same, right-aligned. */
    public static String right(String text, int width) {
        var cut = cut(text, width);
        return " ".repeat(Math.max(0, width - width(cut))) + cut;
    }
}
