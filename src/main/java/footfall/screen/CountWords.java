package footfall.screen;

import footfall.line.Changes;
import footfall.turn.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Counts with their unit: {@code 1 step}, {@code 1,204 steps}. */
public final class CountWords {
    private CountWords() {}

    /** {@code one}: the singular; the plural adds an s. */
    public static String of(long count, String one) {
        return of(count, one, one + "s");
    }

    public static String of(long count, String one, String many) {
        return number(count) + " " + (count == 1 ? one : many);
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

    /** In at most five columns: {@code 940}, {@code 1.2k}, {@code 120k}, {@code 3.4M}. */
    public static String brief(long count) {
        return count < 1_000
                ? "" + count
                : count < 1_000_000
                        ? brief(count, 1_000, "k")
                        : count < 1_000_000_000 ? brief(count, 1_000_000, "M") : brief(count, 1_000_000_000, "G");
    }

    private static String brief(long count, long unit, String sign) {
        return count / unit < 100 ? count / unit + "." + count % unit * 10 / unit + sign : count / unit + sign;
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
