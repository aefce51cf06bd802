package footfall.redact;

import footfall.line.ErrorCategory;
import footfall.line.ErrorText;
import footfall.line.FailureCause;
import footfall.line.Outcome;
import footfall.line.Refusals;
import footfall.line.Shell;
import footfall.line.ToolResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The data of a failed result that may leave: its kind (null when unknown) and a text. */
record Failure(ToolResult.Verdict verdict, String text) {
    /** Maximum code points of a text at {@link RedactRules.ErrorDetail#MESSAGE}. */
    private static final int MESSAGE_MAX = 500;
    /** UTF-16 units that are searched for secrets: enough that no secret is cut at the end of the text. */
    private static final int SEARCHED_MAX = 8_000;

    private static final String EXIT_CODE = "Exit code ";
    private static final String NOT_FOUND = "command not found";
    private static final String NOT_IN_PATH = "not found in PATH";
    private static final String NOT_RECOGNIZED = "is not recognized as";
    private static final String NOT_INSTALLED = "not installed";

    /** {@code call} is null when unknown. */
    static Failure of(ToolResult result, OpenCalls.Call call, RedactRules.ErrorDetail detail) {
        var verdict = verdict(result, call);
        return new Failure(
                detail == RedactRules.ErrorDetail.OFF ? withoutSubject(verdict) : verdict,
                switch (detail) {
                    case OFF -> "";
                    case MESSAGE -> result.outcome() == Outcome.ERROR ? message(result.error()) : phrase(result);
                    case SUMMARY -> result.outcome() == Outcome.ERROR ? summary(result, call, verdict) : phrase(result);
                });
    }

    /** The result with what may leave of its text. */
    ToolResult in(ToolResult result) {
        return result.failed(text, verdict);
    }

    /** The subject is read from the text, of which {@code OFF} sends nothing. */
    private static ToolResult.Verdict withoutSubject(ToolResult.Verdict verdict) {
        return verdict == null ? null : new ToolResult.Verdict(verdict.category(), null);
    }

    private static ToolResult.Verdict verdict(ToolResult result, OpenCalls.Call call) {
        if (result.outcome() != Outcome.ERROR || result.verdict() != null) {
            return result.verdict();
        }
        var text = result.error();
        if (call == null) {
            var category = exitCode(result) != null
                    ? result.category(Shell.TOOL)
                    : ErrorText.phraseCategory(text).orElse(null);
            return category == null ? null : new ToolResult.Verdict(category, null);
        }
        var category = result.category(call.tool());
        var said = FailureCause.Said.of(category, call.tool(), text, result.exitCode());
        boolean isSecret =
                category == ErrorCategory.ENV_NEED && !Secrets.masked(said).equals(said);
        return new ToolResult.Verdict(category, isSecret ? Shell.UNKNOWN_COMMAND : said);
    }

    /** That of the line, or the one that the text starts with; null when there is none. */
    static Integer exitCode(ToolResult result) {
        var untagged = ErrorText.withoutTag(result.error());
        var head = untagged.substring(0, Math.min(16, untagged.length()));
        boolean isFirst = head.startsWith(EXIT_CODE) && Shell.exitCode(head).isPresent();
        return isFirst ? Integer.valueOf(Shell.exitCode(head).getAsInt()) : result.exitCode();
    }

    /** A rejection may continue with the user's text: only the fixed words leave. */
    private static String phrase(ToolResult result) {
        return Refusals.phraseOf(result.error());
    }

    private static String message(String text) {
        var head = text.substring(0, Math.min(SEARCHED_MAX, text.length()));
        var masked = Secrets.masked(head);
        boolean isLong = masked.codePointCount(0, masked.length()) > MESSAGE_MAX;
        return isLong ? masked.substring(0, masked.offsetByCodePoints(0, MESSAGE_MAX)) : masked;
    }

    private static String summary(ToolResult result, OpenCalls.Call call, ToolResult.Verdict verdict) {
        var text = result.error();
        if (call == null) {
            return exitCode(result) == null ? "" : EXIT_CODE + exitCode(result);
        } else if (Shell.runs(call.tool())) {
            return shell(result, verdict);
        } else if (call.input() == null) {
            return "";
        }
        return FirstLine.of(text, call.input()).orElse("");
    }

    private static String shell(ToolResult result, ToolResult.Verdict verdict) {
        var text = result.error();
        var parts = new ArrayList<String>(2);
        if (result.exitCode() != null) {
            parts.add(EXIT_CODE + result.exitCode());
        } else if (Shell.exitCode(text).isPresent()) {
            parts.add(EXIT_CODE + Shell.exitCode(text).getAsInt());
        }
        if (verdict.category() == ErrorCategory.ENV_NEED && missing(text) != null) {
            boolean isNamed = verdict.subject() != null
                    && verdict.subject().equals(Shell.missingCommand(text))
                    && !verdict.subject().equals(Shell.UNKNOWN_COMMAND);
            var words = missing(text);
            parts.add(isNamed ? words.formatted(verdict.subject()) : words.replaceAll("%s ?|: %s", ""));
        }
        return String.join("\n", parts);
    }

    private static String missing(String text) {
        if (text.contains(NOT_IN_PATH)) {
            return "%s " + NOT_IN_PATH;
        } else if (text.contains(NOT_FOUND) || text.contains(": not found")) {
            return NOT_FOUND + ": %s";
        }
        if (text.contains(NOT_RECOGNIZED)) {
            return "%s " + NOT_RECOGNIZED;
        }
        return text.contains(NOT_INSTALLED) ? "%s " + NOT_INSTALLED : null;
    }

    /**
     * Masks secrets of the formats in {@code secret-formats.tsv}, and random-looking words. Secrets of other
     * formats are not found; see topology-docs/privacy.md for what is guaranteed.
     */
    static final class Secrets {
        static final String MASK = "<secret>";

        private static final List<SecretFormat> FORMATS = SecretFormat.all();

        private Secrets() {}

        static String masked(String text) {
            var lower = text.toLowerCase(Locale.ROOT);
            var masked = text;
            for (var format : FORMATS) {
                masked = format.mayBeIn(lower) ? format.masked(masked, MASK) : masked;
            }
            return Entropy.masked(masked, MASK);
        }
    }

    /**
     * Detects random-looking words, which may be secrets of an unknown format, by the Shannon entropy in bits per
     * character.
     */
    private static final class Entropy {
        private static final Pattern WORD = Pattern.compile("[A-Za-z0-9+/_=-]{20,}");
        private static final Pattern PART = Pattern.compile("[A-Za-z0-9+_=-]{20,}");
        private static final Pattern HEX = Pattern.compile("[0-9a-f]{32,}|[0-9A-F]{32,}");
        private static final double HEX_MIN = 3;
        /** For a word that may be a path. */
        private static final double WORD_MIN = 4.5;
        /** For a mix of upper case, lower case and digits. */
        private static final double MIXED_MIN = 3.5;
        /** For letters of one case and digits. */
        private static final double PLAIN_MIN = 3.7;

        private static final int PLAIN_LENGTH_MIN = 24;
        private static final int PLAIN_DIGITS_MIN = 4;

        static String masked(String text, String mask) {
            var whole = WORD.matcher(text).replaceAll(found -> of(found.group()) >= WORD_MIN ? mask : found.group());
            return PART.matcher(whole).replaceAll(found -> looksRandom(found.group()) ? mask : found.group());
        }

        private static boolean looksRandom(String word) {
            double bits = of(word);
            if (HEX.matcher(word).matches()) {
                return bits >= HEX_MIN;
            }
            long digits = word.chars().filter(Character::isDigit).count();
            boolean isUpper = word.chars().anyMatch(Character::isUpperCase);
            boolean isLower = word.chars().anyMatch(Character::isLowerCase);
            if (isUpper && isLower) {
                return digits > 0 && bits >= MIXED_MIN;
            }
            return word.length() >= PLAIN_LENGTH_MIN && digits >= PLAIN_DIGITS_MIN && bits >= PLAIN_MIN;
        }

        private static double of(String word) {
            var counts = new int[128];
            word.chars().forEach(c -> counts[c]++);
            double bits = 0;
            for (int count : counts) {
                double share = (double) count / word.length();
                bits -= count == 0 ? 0 : share * Math.log(share) / Math.log(2);
            }
            return bits;
        }
    }

    /**
     * A row of {@code secret-formats.tsv}: the format of one kind of secret. The expression runs only on texts
     * with one of the keywords. Repetitions of groups are bounded, so the cost is at most a constant times the
     * length of the text.
     */
    record SecretFormat(String name, List<String> keywords, Pattern expression, String example) {
        private static final String TABLE = "secret-formats.tsv";
        /** White space, also escaped as in JSON strings or logs. */
        private static final String SPACE = "(?:\\s|\\\\[nrt])";

        private static final String EQUALS =
                SPACE + "{0,20}(?:=>|:=|[:=]{1,2})" + SPACE + "{0,20}(?:[|>][+-]?\\s{1,20})?";
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
}
