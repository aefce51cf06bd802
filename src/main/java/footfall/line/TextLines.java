package footfall.line;

import java.util.Arrays;

/** Counts the lines by which two texts differ, as a shortest script of edits does. */
final class TextLines {
    /** Of lines compared with lines; of larger texts, all lines that differ at all are counted. */
    private static final long COMPARED_MAX = 1_000_000;

    private TextLines() {}

    /** Where one text becomes another; an absent one is null. */
    static Changes changed(String before, String after) {
        var old = lines(before);
        var now = lines(after);
        int start = 0;
        while (start < old.length && start < now.length && old[start].equals(now[start])) {
            start++;
        }
        int oldEnd = old.length;
        int nowEnd = now.length;
        while (oldEnd > start && nowEnd > start && old[oldEnd - 1].equals(now[nowEnd - 1])) {
            oldEnd--;
            nowEnd--;
        }
        long common = common(Arrays.copyOfRange(old, start, oldEnd), Arrays.copyOfRange(now, start, nowEnd));
        return Changes.ofLines(nowEnd - start - common, oldEnd - start - common);
    }

    private static String[] lines(String text) {
        if (text == null || text.isEmpty()) {
            return new String[0];
        }
        var lines = text.split("\n", -1);
        boolean isEnded = text.endsWith("\n");
        return isEnded ? Arrays.copyOf(lines, lines.length - 1) : lines;
    }

    /** The length of the longest common subsequence. */
    private static int common(String[] one, String[] other) {
        if ((long) one.length * other.length > COMPARED_MAX) {
            return 0;
        }
        var before = new int[other.length + 1];
        for (var line : one) {
            var row = new int[other.length + 1];
            for (int i = 0; i < other.length; i++) {
                row[i + 1] = line.equals(other[i]) ? before[i] + 1 : Math.max(before[i + 1], row[i]);
            }
            before = row;
        }
        return before[other.length];
    }
}
