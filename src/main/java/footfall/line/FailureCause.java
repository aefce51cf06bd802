package footfall.line;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a failed call's text says of its cause, beyond the {@link ErrorCategory}: the first of these whose expression is
 * in the first or last lines. Fixed words only, so they may leave. {@code NOTHING}: a command answered no (exit code 1)
 * and printed nothing. {@code SIBLING}: the call did not run, because one beside it failed. {@code PARTLY}: a search
 * found something, and not all of its paths are there. {@code SAME_ERROR}: none of them, but a line that begins as
 * errors do: its word ends with a hash of that line, without what differs each time.
 */
public enum FailureCause {
    NOTHING(null),
    SIBLING(true, "^Sibling tool call errored", "Sibling tool call errored"),
    PARTLY(null),
    SAME_ERROR(null),
    FOLDER(
            true,
            "\\bEISDIR\\b|: Is a directory$|is a directory, not a file",
            "EISDIR",
            ": Is a directory",
            "is a directory, not a file"),
    AMBIGUOUS(
            true,
            "^Found \\d+ matches of the string|^Found multiple matches|found multiple times|is not unique in the file|"
                    + "Expected 1 occurrence but found [2-9]",
            " matches of the string",
            "Found multiple matches",
            "found multiple times",
            "is not unique in the file",
            "Expected 1 occurrence but found "),
    HTTP_STATUS(true, "\\bstatus code [45]\\d\\d\\b", "status code "),
    LINE_ENDS("\\$?'?\\\\r'?: |\\\\r': No such file", "\\r"),
    QUOTING(
            "\\b(?:zsh|bash|sh)\\b.*: (?:parse error|unmatched|no matches found|syntax error|unexpected EOF|"
                    + "bad substitution|event not found)",
            ": parse error",
            ": unmatched",
            ": no matches found",
            ": syntax error",
            ": unexpected EOF",
            ": bad substitution",
            ": event not found"),
    NO_UPSTREAM("has no upstream branch|no upstream configured", "has no upstream branch", "no upstream configured"),
    PROTECTED_BRANCH("protected branch|\\bGH006\\b|\\bGH013\\b", "protected branch", "GH006", "GH013"),
    BEHIND_REMOTE("\\[rejected\\].*\\((?:fetch first|non-fast-forward|stale info)", "[rejected]"),
    CONFLICT(
            "^CONFLICT \\(|^error: could not apply |needs merge$|Merge conflict in ",
            "CONFLICT (",
            "error: could not apply ",
            "needs merge",
            "Merge conflict in "),
    IGNORED_FILE("ignored by one of your \\.gitignore", "ignored by one of your .gitignore"),
    HOOK(
            "^Pre-commit .*failed|^husky\\b|^- hook id: |\\b(?:pre-commit|commit-msg|pre-push|pre-receive) hook\\b.*"
                    + "(?:fail|exit|declin|reject)",
            "Pre-commit ",
            "husky",
            "- hook id: ",
            "pre-commit hook",
            "commit-msg hook",
            "pre-push hook",
            "pre-receive hook"),
    NO_MODULE(
            "ModuleNotFoundError|No module named |Cannot find (?:module|package) ",
            "ModuleNotFoundError",
            "No module named ",
            "Cannot find "),
    WRONG_FOLDER("\\bcd:(?:\\d+:)? (?:no such file or directory: |can't cd to |.*: No such file or directory$)", "cd:"),
    NO_FILE(
            "^\\S+: .*No such file or directory|^ls: cannot access |(?:file or directory not found|can't open file)\\b|"
                    + "E902 No such file",
            "No such file or directory",
            "ls: cannot access ",
            "file or directory not found",
            "can't open file",
            "E902 No such file"),
    PATTERN_AS_OPTION(
            "^(?:rg|grep): .*(?:flag|option) (?:-- ?)?['\"‘]?-[\\w-]*[^\\w\\s'\"’=-]|^(?:rg|grep): .*flag -(?:\\s|$)",
            "rg: ",
            "grep: "),
    USAGE(
            "(?i)^\\S*:? ?(?:error: )?(?:unknown|unrecogni[sz]ed|invalid|illegal|unexpected|no such)"
                    + " (?:option|argument|flag|command|subcommand|json field|switch)",
            "unknown ",
            "unrecogni",
            "invalid ",
            "illegal ",
            "unexpected ",
            "no such ");

    /** Lines at each end. */
    private static final int LINES = 6;

    private static final int LINE_CHARS = 400;
    private static final int SEARCHED_CHARS = 1 << 16;
    /** A path that a search did not find, and what it found in another one. */
    private static final Pattern MISSED = Pattern.compile("^(?:rg|grep): .*No such file", Pattern.MULTILINE);

    private static final Pattern FOUND =
            Pattern.compile("^(?!\\S+: line \\d+:)(?:[^\\s:]+[./][^\\s:]*|\\d+):.", Pattern.MULTILINE);
    private static final Pattern EXIT = Pattern.compile(
            "(?:^|\\n)(?:Error: )?(?:<exited with exit code |Exit code:? |Process exited with code )(-?\\d{1,9})\\b");
    private static final Pattern VARYING = Pattern.compile("'[^']*'|\"[^\"]*\"|`[^`]*`|\\S*[/\\\\]\\S*|\\d+");
    private static final Pattern HASHED = Pattern.compile("error-[0-9a-f]{8}");
    private static final String OUTPUT = "Output:";
    private static final String SEPARATOR = ": ";

    private static final PhraseSearch<FailureCause> SEARCH =
            new PhraseSearch<>(FailureCause.class, cause -> cause.phrases, cause -> cause == USAGE);

    private final boolean isOfAnyTool;
    private final Pattern said;
    /** A text in which the expression is found contains one of these. */
    private final List<String> phrases;

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Of a command. */
    FailureCause(String said, String... phrases) {
        this(false, said, phrases);
    }

    FailureCause(boolean isOfAnyTool, String said, String... phrases) {
        this.isOfAnyTool = isOfAnyTool;
        this.phrases = List.of(phrases);
        this.said = said == null ? null : Pattern.compile(said, Pattern.MULTILINE);
    }

    /** The word in topics and reports, {@code no-upstream}. */
    public String word() {
        return word;
    }

    /** Whether nobody has to do anything about it: the call was a question, or it did not run. */
    public boolean isAnswer() {
        return this == NOTHING || this == SIBLING || this == PARTLY;
    }

    public static Optional<FailureCause> ofWord(String word) {
        if (HASHED.matcher(word).matches()) {
            return Optional.of(SAME_ERROR);
        }
        return Stream.of(values()).filter(cause -> cause.word.equals(word)).findFirst();
    }

    /**
     * The word of a cause, and the program that the text blames where it is not said to be another one: the first word
     * of a line that a program of {@link CommandName} begins with its name. Either may be null.
     */
    public record Said(String program, String cause) {
        private static final Set<String> SHELLS = Set.of("bash", "sh", "zsh");
        private static final Pattern PREFIX = Pattern.compile("([a-z][a-z0-9_.-]{1,20}): ");

        /** What a failed call's text names: the missing command, {@code ?} when unknown; else a cause, or null. */
        public static String of(ErrorCategory category, String tool, String text, Integer exitCode) {
            if (category != ErrorCategory.ENV_NEED) {
                boolean isBlaming = category == ErrorCategory.COMMAND_FAILED || category == ErrorCategory.OTHER;
                return in(tool, text, exitCode, isBlaming);
            }
            var missing = Shell.missingCommand(text);
            return missing.equals(Shell.UNKNOWN_COMMAND)
                    ? FailureCause.of(tool, text, printed(text), exitCode)
                            .map(cause -> missing + " " + cause.word)
                            .orElse(missing)
                    : missing;
        }

        /** Null when the text names neither. */
        private static String in(String tool, String text, Integer exitCode, boolean isBlaming) {
            var printed = printed(text);
            boolean isCommand = isBlaming && Shell.runs(tool);
            var cause = FailureCause.of(tool, text, printed, exitCode)
                    .map(FailureCause::word)
                    .or(() -> isCommand ? hashed(printed) : Optional.empty())
                    .orElse(null);
            var prefix = PREFIX.matcher(printed);
            boolean isNamed = isCommand
                    && prefix.lookingAt()
                    && CommandName.isKnown(prefix.group(1))
                    && !SHELLS.contains(prefix.group(1));
            return new Said(isNamed ? prefix.group(1) : null, cause).text();
        }

        /** {@code jq no-file}, {@code jq} or {@code no-file}; null for neither. */
        private String text() {
            return program == null ? cause : cause == null ? program : program + " " + cause;
        }

        private static Said parse(String text) {
            int blank = text.lastIndexOf(' ');
            var last = text.substring(blank + 1);
            return ofWord(last).isEmpty()
                    ? new Said(text, null)
                    : new Said(blank < 0 ? null : text.substring(0, blank), last);
        }

        /** What failed, as {@code git push: no-upstream}; {@code text} from {@link #of}, {@code name} of the call. */
        public static String subject(String text, String name) {
            var said = parse(text);
            boolean isOther = said.program != null
                    && !said.program.equals(Shell.UNKNOWN_COMMAND)
                    && !(name + " ").startsWith(said.program + " ");
            var what = isOther ? said.program : name;
            return said.cause == null ? what : what + SEPARATOR + said.cause;
        }
    }

    /** The cause that a subject ends with; null has none. */
    public static Optional<FailureCause> ofSubject(String subject) {
        if (subject == null) {
            return Optional.empty();
        }
        int at = subject.lastIndexOf(SEPARATOR);
        return at < 0 ? Optional.empty() : ofWord(subject.substring(at + SEPARATOR.length()));
    }

    /** Whether a subject, which may be null, ends with this cause. */
    public boolean isOf(String subject) {
        return ofSubject(subject).filter(this::equals).isPresent();
    }

    /** The hash with which the subject of {@link #SAME_ERROR} ends. */
    public static String hashOf(String subject) {
        return subject.substring(subject.lastIndexOf('-') + 1);
    }

    /** A subject without its cause. */
    public static String withoutCause(String subject) {
        return ofSubject(subject).isEmpty() ? subject : subject.substring(0, subject.lastIndexOf(SEPARATOR));
    }

    /** Empty when the text names none. {@code exitCode}: null when only the text may contain it. */
    private static Optional<FailureCause> of(String tool, String text, String printed, Integer exitCode) {
        boolean isShell = Shell.runs(tool);
        if (isShell && printed.isEmpty()) {
            return isOne(text, exitCode) ? Optional.of(NOTHING) : Optional.empty();
        }
        return in(ends(printed), isShell);
    }

    private static Optional<FailureCause> in(String ends, boolean isShell) {
        for (var cause : SEARCH.in(ends)) {
            if ((isShell || cause.isOfAnyTool) && cause.isIn(ends)) {
                boolean isPartly = cause == NO_FILE
                        && MISSED.matcher(ends).find()
                        && FOUND.matcher(ends).find();
                return Optional.of(isPartly ? PARTLY : cause);
            }
        }
        return Optional.empty();
    }

    /** Whether its expression is found. */
    boolean isIn(String text) {
        return said != null && said.matcher(text).find();
    }

    /** Whether the text has a phrase that its expression needs. */
    boolean mayBeIn(String text) {
        return SEARCH.in(text).contains(this);
    }

    /** Of the error that a command's output states, without quotes, paths and numbers; they may be content. */
    private static Optional<String> hashed(String printed) {
        return ErrorLine.stated(printed.substring(0, Math.min(SEARCHED_CHARS, printed.length())))
                .map(line -> line.substring(0, Math.min(LINE_CHARS, line.length())))
                .map(line -> VARYING.matcher(line).replaceAll("?"))
                .map(line -> "error-" + HexFormat.of().toHexDigits(line.hashCode()));
    }

    private static boolean isOne(String text, Integer exitCode) {
        var found = EXIT.matcher(text);
        var code = exitCode != null ? exitCode.toString() : found.find() ? found.group(1) : "";
        return code.equals("1");
    }

    /** Without what agents put around the output of a command. */
    private static String printed(String failure) {
        var text = ErrorText.withoutTag(failure);
        var head = text.substring(0, Math.min(SEARCHED_CHARS, text.length()));
        int output = head.startsWith(OUTPUT) ? 0 : head.indexOf("\n" + OUTPUT);
        boolean isHeaded =
                output >= 0 && EXIT.matcher(head.substring(0, output)).find();
        var body = isHeaded ? text.substring(head.indexOf(OUTPUT, output) + OUTPUT.length()) : text;
        var found = EXIT.matcher(body);
        var rest = found.lookingAt() ? body.substring(found.end()) : body;
        return rest.strip();
    }

    /** The first and the last lines, each cut. */
    private static String ends(String text) {
        var ends = new StringBuilder();
        int from = 0;
        for (int i = 0; i < LINES && from < text.length(); i++) {
            int to = end(text, from);
            ends.append(text, from, Math.min(to, from + LINE_CHARS)).append('\n');
            from = to + 1;
        }
        int last = text.length();
        for (int i = 0; i < LINES && last > from; i++) {
            int start = text.lastIndexOf('\n', last - 1) + 1;
            int line = Math.max(start, from);
            ends.append(text, line, Math.min(last, line + LINE_CHARS)).append('\n');
            last = start - 1;
        }
        return ends.toString();
    }

    private static int end(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }
}
