package footfall.line;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
    private static final Pattern STATED = Pattern.compile("(?:\\W{1,4} )?"
            + "(?:\\*\\* \\([A-Z][\\w.]*\\) "
            + "|(?:[A-Za-z_.]*(?:Error|Exception)|error|ERROR|fatal|panic)(?:\\[\\w+\\])?: )"
            + "(?=.*\\p{L}{2} +\\p{L}{2})(?!.*\\b(?:failed|exited)\\b).*");

    private static final Pattern PASSED = Pattern.compile("\\(pass\\)|[✓✔] |PASS(?:ED)?\\b|ok \\d");

    private static final Pattern WORDS = Pattern.compile("\\p{L}{2}");
    /** Some hooks write line breaks as {@code \\n}. */
    private static final Pattern BREAK = Pattern.compile("\\R|\\\\n");

    private static final Pattern TAG = Pattern.compile("</?tool_use_error>");

    private ErrorLine() {}

    /** The first one that begins as errors do. */
    static Optional<String> stated(String text) {
        return lines(text).filter(line -> STATED.matcher(line).matches()).findFirst();
    }

    private static Stream<String> lines(String text) {
        return BREAK.splitAsStream(TAG.matcher(text).replaceAll(""))
                .map(String::strip)
                .filter(line -> !line.isEmpty());
    }

    /**
     * The first one that begins as errors do, else the first one with a word of failure, else the first one with
     * words; without one, the header.
     */
    public static String in(String text) {
        var lines = lines(text).toList();
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
