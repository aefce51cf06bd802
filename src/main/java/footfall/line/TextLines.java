package footfall.line;

import java.util.Arrays;

/** Counts the lines by which texts differ, as a shortest script of edits does; together, its texts cost little. */
final class TextLines {
    /** How many more lines are compared with lines; of larger texts, all lines that differ at all are counted. */
    private long left = 1_000_000;

    /** Where one text becomes another; an absent one is null. */
    Changes changed(String before, String after) {
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
    private int common(String[] one, String[] other) {
        long compared = (long) one.length * other.length;
        if (compared > left) {
            return 0;
        }
        left -= compared;
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
