package footfall.line;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Why a tool call failed: the first match in the table of {@code topology-docs/turns.md}. */
public enum ErrorCategory {
    UNKNOWN_TOOL,
    ENV_NEED,
    EDIT_MISMATCH,
    NOT_READ_FIRST,
    STALE_READ,
    TOO_LARGE,
    FILE_NOT_FOUND,
    PERMISSION,
    TIMEOUT,
    VALIDATION,
    NETWORK,
    COMMAND_FAILED,
    MCP,
    OTHER;

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** UTF-16 units. A longer text is output rather than a message; then only its beginning is searched. */
    private static final int SEARCHED_MAX = 1 << 20;

    private static final String TAG = "<tool_use_error>";

    /** How each agent begins the result of a call of a tool that it does not have. */
    private static final Pattern NO_SUCH_TOOL =
            Pattern.compile("(?:Error: )?(?:No such tool available: |unsupported call: "
                    + "|unsupported custom tool call: |Tool '[^'\\n]{1,200}' does not exist\\.|Unknown tool: "
                    + "|The arguments provided to the tool are invalid: Model tried to call unavailable tool )");

    /** How Codex, Copilot and OpenCode begin the result of a call whose input is not as the tool wants it. */
    private static final Pattern INVALID = Pattern.compile("failed to parse function arguments: "
            + "|The arguments provided to the tool are invalid: "
            + "|(?:Multiple validation errors:\n- )?\"[^\"\n]{1,200}\": (?:Required|Expected |Invalid )");

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
                EDIT_MISMATCH,
                "String to replace not found",
                "Could not find oldString in the file",
                "matches of the string to replace",
                "No changes to make",
                Patch.MISMATCH,
                "Failed to find expected lines",
                "invalid hunk",
                "invalid patch"),
        NOT_READ(NOT_READ_FIRST, "has not been read yet"),
        STALE(STALE_READ, "modified since read"),
        TOO_LONG(TOO_LARGE, "exceeds maximum allowed", "too large"),
        NO_FILE(FILE_NOT_FOUND, "No such file or directory"),
        NO_SUCH_PATH(
                FILE_NOT_FOUND, "File does not exist", "File not found: ", "Path does not exist", "ENOENT", "EISDIR"),
        NO_PERMISSION(PERMISSION, true, "permission denied", "eacces", "operation not permitted", "haven't granted"),
        TIMED_OUT(TIMEOUT, true, "timed out", "timeout"),
        INVALID_INPUT(VALIDATION, "InputValidationError", "Unknown skill", "Agent type '"),
        UNREACHABLE(
                NETWORK,
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
                new PhraseSearch<>(PhraseGroup.class, group -> group.phrases, group -> group.isAnyCase);

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
    }

    /** The word in topics and reports, {@code command-failed}. */
    public String word() {
        return word;
    }

    public static Optional<ErrorCategory> ofWord(String word) {
        for (var category : values()) {
            if (category.word().equals(word)) {
                return Optional.of(category);
            }
        }
        return Optional.empty();
    }

    /** The category of a failed call's text. */
    public static ErrorCategory of(String tool, String text) {
        return of(tool, text, null);
    }

    /** {@code exitCode}: of the command, null when only the text may contain it. */
    public static ErrorCategory of(String tool, String text, Integer exitCode) {
        var searched = withoutTag(text.length() > SEARCHED_MAX ? text.substring(0, SEARCHED_MAX) : text);
        var begun = exitCode == null ? ofBeginning(searched) : Optional.<ErrorCategory>empty();
        if (begun.isPresent()) {
            return begun.get();
        }
        var groups = PhraseGroup.SEARCH.in(searched);
        if (tool.equals(Patch.TOOL) && groups.contains(PhraseGroup.PATCH_FAILED)) {
            return EDIT_MISMATCH;
        }
        return (Shell.runs(tool) ? ofShell(searched, groups, exitCode) : Optional.<ErrorCategory>empty())
                .or(() -> of(groups))
                .orElse(tool.startsWith("mcp__") ? MCP : OTHER);
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
            return Optional.of(ENV_NEED);
        } else if (isMissing) {
            // A shell also exits with 127 when a script or its interpreter is missing.
            return Optional.of(groups.contains(PhraseGroup.NO_FILE) ? FILE_NOT_FOUND : ENV_NEED);
        }
        boolean hasCode = exitCode != null
                || groups.contains(PhraseGroup.EXIT_CODE) && CODE.matcher(text).find();
        return hasCode ? Optional.of(COMMAND_FAILED) : Optional.empty();
    }

    /** The category that the text alone gives, for any tool. */
    public static Optional<ErrorCategory> ofPhrase(String text) {
        var searched = withoutTag(text);
        return ofBeginning(searched).or(() -> of(PhraseGroup.SEARCH.in(searched)));
    }

    /** The category of a call that the agent did not run. */
    private static Optional<ErrorCategory> ofBeginning(String text) {
        if (NO_SUCH_TOOL.matcher(text).lookingAt()) {
            return Optional.of(UNKNOWN_TOOL);
        }
        return INVALID.matcher(text).lookingAt() ? Optional.of(VALIDATION) : Optional.empty();
    }

    private static Optional<ErrorCategory> of(Set<PhraseGroup> groups) {
        for (var group : groups) {
            if (group.category != null) {
                return Optional.of(group.category);
            }
        }
        return Optional.empty();
    }

    /** The text after an opening {@code <tool_use_error>}. */
    public static String withoutTag(String text) {
        return text.startsWith(TAG) ? text.substring(TAG.length()) : text;
    }
}
