package footfall.line;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The category that a failed call's text gives: the first match in the table of {@code topology-docs/turns.md}. */
public final class ErrorText {
    /** UTF-16 units. A longer text is output rather than a message; then only its beginning is searched. */
    private static final int SEARCHED_MAX = 1 << 20;

    private static final String NO_FILE_TO_UPDATE = "Failed to read file to update";
    private static final String TAG = "<tool_use_error>";

    /** The exit code of a shell that does not find a command. */
    private static final int NOT_FOUND = 127;

    private static final Pattern SHELL_COMMAND = Pattern.compile("\\bsh: \\d+: \\S+: not found");
    private static final Pattern CODE_127 = Pattern.compile("Exit code 127\\b");
    private static final Pattern CODE = Pattern.compile("Exit code \\d+");

    /**
     * Phrases that mean the same, in the order of the table. The first group that a text contains and that has a
     * category decides, if nothing was decided before by the tool.
     */
    private enum PhraseGroup {
        PATCH_FAILED(null, "verification failed"),
        EXIT_CODE(null, "Exit code "),
        EXIT_CODE_127(null, "Exit code 127"),
        MISSING_COMMAND(null, "command not found", "not found in PATH", "not installed", "is not recognized as"),
        SHELL_NOT_FOUND(null, ": not found"),
        MISMATCH(
                ErrorCategory.EDIT_MISMATCH,
                Patch.MISMATCH,
                "Failed to find expected lines",
                "invalid hunk",
                "invalid patch"),
        NOT_READ(ErrorCategory.NOT_READ_FIRST),
        STALE(ErrorCategory.STALE_READ),
        TOO_LONG(ErrorCategory.TOO_LARGE, "too large"),
        NO_FILE(ErrorCategory.FILE_NOT_FOUND, "No such file or directory"),
        NO_SUCH_PATH(ErrorCategory.FILE_NOT_FOUND, "File not found: ", "ENOENT", "EISDIR"),
        NO_PERMISSION(ErrorCategory.PERMISSION, true, "permission denied", "eacces", "operation not permitted"),
        TIMED_OUT(ErrorCategory.TIMEOUT, true, "timed out", "timeout"),
        INVALID_INPUT(ErrorCategory.VALIDATION),
        UNREACHABLE(
                ErrorCategory.NETWORK,
                "status code",
                "ECONN",
                "ENOTFOUND",
                "getaddrinfo",
                "fetch failed",
                "socket hang up",
                "temporarily unavailable",
                "overloaded",
                "Overloaded",
                " 529");

        private static final PhraseSearch<PhraseGroup> SEARCH =
                new PhraseSearch<>(PhraseGroup.class, PhraseGroup::all, group -> group.isAnyCase);

        /** Null when the tool or other words decide, too. */
        private final ErrorCategory category;

        private final boolean isAnyCase;
        private final List<String> phrases;

        PhraseGroup(ErrorCategory category, String... phrases) {
            this(category, false, phrases);
        }

        PhraseGroup(ErrorCategory category, boolean isAnyCase, String... phrases) {
            this.category = category;
            this.isAnyCase = isAnyCase;
            this.phrases = List.of(phrases);
        }

        /** With those of the agents. A missing file that a shell names stays apart. */
        private List<String> all() {
            boolean isCommon = category == null || this == NO_FILE;
            return Stream.concat(phrases.stream(), isCommon ? Stream.empty() : Agents.failures(category))
                    .toList();
        }
    }

    private ErrorText() {}

    /** The category of a failed call's text. */
    public static ErrorCategory category(String tool, String text) {
        return category(tool, text, null);
    }

    /** {@code exitCode}: of the command, null when only the text may contain it. */
    public static ErrorCategory category(String tool, String text, Integer exitCode) {
        var searched = withoutTag(text.length() > SEARCHED_MAX ? text.substring(0, SEARCHED_MAX) : text);
        var begun = exitCode == null ? ofBeginning(searched) : Optional.<ErrorCategory>empty();
        if (begun.isPresent()) {
            return begun.get();
        }
        var groups = PhraseGroup.SEARCH.in(searched);
        if (tool.equals(Patch.TOOL) && groups.contains(PhraseGroup.PATCH_FAILED)) {
            return searched.contains(NO_FILE_TO_UPDATE) ? ErrorCategory.FILE_NOT_FOUND : ErrorCategory.EDIT_MISMATCH;
        }
        return (Shell.runs(tool) ? ofShell(searched, groups, exitCode) : Optional.<ErrorCategory>empty())
                .or(() -> of(groups))
                .orElse(McpTool.is(tool) ? ErrorCategory.MCP : ErrorCategory.OTHER);
    }

    /** The categories that are checked first for a failed shell call. */
    private static Optional<ErrorCategory> ofShell(String text, Set<PhraseGroup> groups, Integer exitCode) {
        boolean isMissing = exitCode == null
                ? groups.contains(PhraseGroup.EXIT_CODE_127)
                        && CODE_127.matcher(text).find()
                : exitCode == NOT_FOUND;
        if (groups.contains(PhraseGroup.MISSING_COMMAND)
                || groups.contains(PhraseGroup.SHELL_NOT_FOUND)
                        && SHELL_COMMAND.matcher(text).find()) {
            return Optional.of(ErrorCategory.ENV_NEED);
        } else if (isMissing) {
            // A shell also exits with 127 when a script or its interpreter is missing.
            return Optional.of(
                    groups.contains(PhraseGroup.NO_FILE) ? ErrorCategory.FILE_NOT_FOUND : ErrorCategory.ENV_NEED);
        }
        boolean hasCode = exitCode != null
                || groups.contains(PhraseGroup.EXIT_CODE) && CODE.matcher(text).find();
        return hasCode ? Optional.of(ErrorCategory.COMMAND_FAILED) : Optional.empty();
    }

    /** The category that the text alone gives, for any tool. */
    public static Optional<ErrorCategory> phraseCategory(String text) {
        var searched = withoutTag(text);
        return ofBeginning(searched).or(() -> of(PhraseGroup.SEARCH.in(searched)));
    }

    /** The category of a call that the agent did not run. */
    private static Optional<ErrorCategory> ofBeginning(String text) {
        if (Agents.NO_SUCH_TOOL.matcher(text).lookingAt()) {
            return Optional.of(ErrorCategory.UNKNOWN_TOOL);
        }
        return Agents.INVALID_INPUT.matcher(text).lookingAt()
                ? Optional.of(ErrorCategory.VALIDATION)
                : Optional.empty();
    }

    private static Optional<ErrorCategory> of(Set<PhraseGroup> groups) {
        for (var group : groups) {
            if (group.category != null) {
                return Optional.of(group.category);
            }
        }
        return Optional.empty();
    }

    /** The words of the phrases by which agents say that a call failed: they are fixed, and no content. */
    public static Stream<String> words() {
        return Stream.of(ErrorCategory.values())
                .flatMap(Agents::failures)
                .flatMap(phrase -> Stream.of(phrase.split("[^\\p{L}_'-]+")));
    }

    /** The text after an opening {@code <tool_use_error>}. */
    public static String withoutTag(String text) {
        return text.startsWith(TAG) ? text.substring(TAG.length()) : text;
    }
}
