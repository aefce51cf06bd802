package footfall.screen;

import footfall.line.Changes;
import footfall.turn.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Counts with their unit: {@code 1 step}, {@code 1,204 steps}. */
public final class CountWords {
    private static final String UNITS = "kMGT";

    private CountWords() {}

    /** {@code one}: the singular; the plural adds an s. */
    public static String of(long count, String one) {
        return of(count, one, one + "s");
    }

    public static String of(long count, String one, String many) {
        return number(count) + " " + (count == 1 ? one : many);
    }

    public static String bytes(long count) {
        return count < 1_000
                ? count + " B"
                : count < 1_000_000
                        ? String.format(Locale.ROOT, "%.1f KB", count / 1e3)
                        : String.format(Locale.ROOT, "%,.1f MB", count / 1e6);
    }

    /** What is not 0; nothing for null. */
    public static List<String> changes(Changes made) {
        var words = new ArrayList<String>();
        if (made != null) {
            add(made.commits(), "commit", "commits", words);
            add(made.pushes(), "push", "pushes", words);
            add(made.pullRequests(), "pull request", "pull requests", words);
            add(made.files(), "changed file", "changed files", words);
            add(made.linesAdded(), "line added", "lines added", words);
            add(made.linesRemoved(), "line removed", "lines removed", words);
        }
        return words;
    }

    private static void add(Long count, String one, String many, List<String> words) {
        if (count != null && count > 0) {
            words.add(of(count, one, many));
        }
    }

    /** In at most five columns, half rounded up, as on the page: {@code 940}, {@code 1.2k}, {@code 120k}. */
    public static String brief(long count) {
        if (count < 0) {
            return "-" + brief(-count);
        } else if (count < 1_000) {
            return "" + count;
        }
        long unit = 1_000;
        int at = 0;
        while (rounded(count, unit) >= 1_000 && at < UNITS.length() - 1) {
            unit *= 1_000;
            at++;
        }
        long tenths = rounded(count, unit / 10);
        return (tenths < 1_000 ? tenths / 10 + "." + tenths % 10 : "" + rounded(count, unit)) + UNITS.charAt(at);
    }

    private static long rounded(long count, long unit) {
        return count / unit + (count % unit >= unit / 2 ? 1 : 0);
    }

    /**
     * {@code 62 in}, {@code 599 out}, {@code 2,150 written to cache}, {@code 21,600 read from cache}; {@code ? in} and
     * the output where the transcript contains no more.
     */
    public static List<String> tokens(Tokens tokens) {
        if (!tokens.isComplete()) {
            return List.of("? in", number(tokens.output()) + " out");
        }
        return List.of(
                number(tokens.input()) + " in",
                number(tokens.output()) + " out",
                number(tokens.cacheCreation()) + " written to cache",
                number(tokens.cacheRead()) + " read from cache");
    }

    /** With thousands separators. */
    public static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
