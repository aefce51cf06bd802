package footfall.redact;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row of {@code secret-formats.tsv}: the format of one kind of secret. The expression runs only on texts
 * with one of the keywords. Repetitions of groups are bounded, so the cost is at most a constant times the
 * length of the text.
 */
record SecretFormat(String name, List<String> keywords, Pattern expression, String example) {
    private static final String TABLE = "secret-formats.tsv";
    /** White space, also escaped as in JSON strings or logs. */
    private static final String SPACE = "(?:\\s|\\\\[nrt])";

    private static final String EQUALS = SPACE + "{0,20}(?:=>|:=|[:=]{1,2})" + SPACE + "{0,20}(?:[|>][+-]?\\s{1,20})?";
    private static final String VALUE = "(?:\\\\{1,4}\"([^\"\\r\\n]{1,500})"
            + "|\\\\{1,4}'([^'\\r\\n]{1,500})"
            + "|\"((?:[^\"\\\\\\r\\n]|\\\\.){1,500})"
            + "|'((?:[^'\\\\\\r\\n]|\\\\.){1,500})"
            + "|`([^`\\r\\n]{1,500})"
            + "|([^\\s\"'`,;&][^\\s,;&]*(?:[,;&]+[^\\s,;&]+){0,20}))";

    /** In the order of masking. */
    static List<SecretFormat> all() {
        try (InputStream table = SecretFormat.class.getResourceAsStream(TABLE)) {
            return new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(SecretFormat::of)
                    .toList();
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    private static SecretFormat of(String line) {
        var cells = line.split("\t");
        var expression = cells[2].replace("%s", EQUALS).replace("%v", VALUE);
        return new SecretFormat(cells[0], List.of(cells[1].split("\\|")), Pattern.compile(expression), cells[3]);
    }

    /** {@code lower}: the text in lower case. */
    boolean mayBeIn(String lower) {
        return keywords.stream().anyMatch(lower::contains);
    }

    String masked(String text, String mask) {
        var found = expression.matcher(text);
        var masked = new StringBuilder();
        int done = 0;
        while (found.find()) {
            int group = lastGroup(found);
            masked.append(text, done, found.start(group)).append(mask);
            done = found.end(group);
        }
        return masked.append(text, done, text.length()).toString();
    }

    /** The last group that matched; 0, the whole match, when there is none. */
    private static int lastGroup(Matcher found) {
        int group = found.groupCount();
        while (group > 0 && found.start(group) < 0) {
            group--;
        }
        return group;
    }
}
