package footfall.line;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The line of a failed call's text that says most of why it failed. */
public final class ErrorLine {
    /** What agents put before the output of a command. */
    private static final Pattern HEADER = Pattern.compile(
            "(?i)(?:error: )?<?(?:exited with )?exit code:? -?\\d+>?|script (?:failed|error:)|chunk id: .*|"
                    + "wall time:? .*|process (?:exited|running) with .*|original token count: .*|"
                    + "total output lines: .*|output:|\\[?stderr[:\\]]|bash command failed for pattern .*|"
                    + "traceback .*|\\((?:empty|none|no output)\\)");

    private static final Pattern ERROR =
            Pattern.compile("(?i)(?<!\\b0 )\\b(?:error|fatal|fail(?:ed|ure|s)?|[a-z]*error|exception|not found|"
                    + "no such|cannot|can't|could not|denied|refused|rejected|invalid|unknown|unexpected|unrecognized|"
                    + "unable|missing|not installed|not recognized)\\b(?! ?[:=]? ?0\\b)");

    /** How compilers, interpreters and tools begin a line that says what went wrong, but not that something failed. */
    static final Pattern STATED = Pattern.compile("(?:\\W{1,4} )?"
            + "(?:\\*\\* \\([A-Z][\\w.]*\\) "
            + "|(?:[A-Za-z_.]*(?:Error|Exception)|error|ERROR|fatal|panic)(?:\\[\\w+\\])?: )"
            + "(?=.*\\p{L}{2} +\\p{L}{2})(?!.*\\b(?:failed|exited)\\b).*");

    private static final Pattern PASSED = Pattern.compile("\\(pass\\)|[✓✔] |PASS(?:ED)?\\b|ok \\d");

    private static final Pattern WORDS = Pattern.compile("\\p{L}{2}");
    /** Each line that is stated has one of these. */
    private enum Begun {
        STATED;

        private static final PhraseSearch<Begun> SEARCH = new PhraseSearch<>(
                Begun.class,
                group -> List.of("** (", "Error", "Exception", "error", "ERROR", "fatal", "panic"),
                group -> false);
    }

    private static final String TAG_NAME = "tool_use_error>";
    private static final Pattern TAG = Pattern.compile("</?" + TAG_NAME);

    private ErrorLine() {}

    /** The first one that begins as errors do. */
    static Optional<String> stated(String text) {
        return Begun.SEARCH.in(text).isEmpty()
                ? Optional.empty()
                : lines(text).stream()
                        .filter(line -> STATED.matcher(line).matches())
                        .findFirst();
    }

    /** Without tags, white space around them, and empty ones. Some hooks write line breaks as {@code \\n}. */
    static List<String> lines(String text) {
        var untagged = text.contains(TAG_NAME) ? TAG.matcher(text).replaceAll("") : text;
        var chars = untagged.toCharArray(); // As in Ids.
        var lines = new ArrayList<String>();
        int from = 0;
        for (int at = 0; at <= chars.length; at++) {
            boolean isWritten = at + 1 < chars.length && chars[at] == '\\' && chars[at + 1] == 'n';
            if (at == chars.length || isWritten || isBreak(chars[at])) {
                var line = untagged.substring(from, at).strip();
                if (!line.isEmpty()) {
                    lines.add(line);
                }
                at += isWritten ? 1 : 0;
                from = at + 1;
            }
        }
        return lines;
    }

    private static boolean isBreak(char c) {
        return c >= '\n' && c <= '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029';
    }

    /**
     * The first one that begins as errors do, else the first one with a word of failure, else the first one with
     * words; without one, the header.
     */
    public static String in(String text) {
        var lines = lines(text);
        var said = lines.stream()
                .filter(line ->
                        !HEADER.matcher(line).matches() && !PASSED.matcher(line).lookingAt())
                .toList();
        return said.stream()
                .filter(line -> STATED.matcher(line).matches())
                .findFirst()
                .or(() ->
                        said.stream().filter(line -> ERROR.matcher(line).find()).findFirst())
                .or(() ->
                        said.stream().filter(line -> WORDS.matcher(line).find()).findFirst())
                .or(() -> said.stream().findFirst())
                .or(() -> lines.stream().filter(line -> line.contains("xit")).findFirst())
                .or(() -> lines.stream().findFirst())
                .orElse("");
    }
}
