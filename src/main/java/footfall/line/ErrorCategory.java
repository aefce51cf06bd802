package footfall.line;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Why a tool call failed: the first match in the table of {@code topology-docs/turns.md}. */
public enum ErrorCategory {
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

    /**
     * A longer text is output rather than a message; then only its beginning and end are searched. UTF-16
     * units.
     */
    private static final int SEARCHED_MAX = 1 << 20;

    private static final String TAG = "<tool_use_error>";
    private static final String NO_FILE = "No such file or directory";

    /** The exit code of a shell that does not find a command. */
    private static final int NOT_FOUND = 127;

    private static final String[] MISMATCH_PHRASES = {
        "String to replace not found",
        "matches of the string to replace",
        "No changes to make",
        Patch.MISMATCH,
        "Failed to find expected lines",
        "invalid hunk",
        "invalid patch"
    };
    private static final String[] NETWORK_PHRASES = {
        "status code",
        "ECONN",
        "ENOTFOUND",
        "getaddrinfo",
        "fetch failed",
        "socket hang up",
        "temporarily unavailable",
        "overloaded",
        "Overloaded",
        " 529"
    };
    private static final Pattern SHELL_COMMAND = Pattern.compile("\\bsh: \\d+: \\S+: not found");
    private static final Pattern CODE_127 = Pattern.compile("Exit code 127\\b");
    private static final Pattern CODE = Pattern.compile("Exit code \\d+");

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
        var said = withoutTag(text.length() > SEARCHED_MAX ? text.substring(0, SEARCHED_MAX) : text);
        if (tool.equals(Patch.TOOL) && said.contains("verification failed")) {
            return EDIT_MISMATCH;
        }
        return (Shell.runs(tool) ? ofShell(said, exitCode) : Optional.<ErrorCategory>empty())
                .or(() -> ofPhrase(said))
                .orElse(tool.startsWith("mcp__") ? MCP : OTHER);
    }

    /** The categories that are checked first for a failed shell call. */
    private static Optional<ErrorCategory> ofShell(String said, Integer exitCode) {
        boolean isMissing = exitCode == null
                ? said.contains("Exit code 127") && CODE_127.matcher(said).find()
                : exitCode == NOT_FOUND;
        if (namesMissingCommand(said)) {
            return Optional.of(ENV_NEED);
        } else if (isMissing) {
            // A shell also exits with 127 when a script or its interpreter is missing.
            return Optional.of(said.contains(NO_FILE) ? FILE_NOT_FOUND : ENV_NEED);
        }
        boolean hasCode = exitCode != null
                || said.contains("Exit code ") && CODE.matcher(said).find();
        return hasCode ? Optional.of(COMMAND_FAILED) : Optional.empty();
    }

    private static boolean namesMissingCommand(String said) {
        return hasAny(said, "command not found", "not found in PATH", "not installed", "is not recognized as")
                || said.contains(": not found") && SHELL_COMMAND.matcher(said).find();
    }

    /** The category that the text alone gives, for any tool. */
    public static Optional<ErrorCategory> ofPhrase(String text) {
        var said = withoutTag(text);
        if (hasAny(said, MISMATCH_PHRASES)) {
            return Optional.of(EDIT_MISMATCH);
        } else if (said.contains("has not been read yet")) {
            return Optional.of(NOT_READ_FIRST);
        } else if (said.contains("modified since read")) {
            return Optional.of(STALE_READ);
        } else if (hasAny(said, "exceeds maximum allowed", "too large")) {
            return Optional.of(TOO_LARGE);
        } else if (hasAny(said, "File does not exist", "Path does not exist", NO_FILE, "ENOENT", "EISDIR")) {
            return Optional.of(FILE_NOT_FOUND);
        }
        var lower = said.toLowerCase(Locale.ROOT);
        if (hasAny(lower, "permission denied", "eacces", "operation not permitted", "haven't granted")) {
            return Optional.of(PERMISSION);
        } else if (hasAny(lower, "timed out", "timeout")) {
            return Optional.of(TIMEOUT);
        } else if (hasAny(said, "InputValidationError", "Unknown skill", "Agent type '")) {
            return Optional.of(VALIDATION);
        }
        return hasAny(said, NETWORK_PHRASES) ? Optional.of(NETWORK) : Optional.empty();
    }

    private static boolean hasAny(String said, String... phrases) {
        for (var phrase : phrases) {
            if (said.contains(phrase)) {
                return true;
            }
        }
        return false;
    }

    /** The text after an opening {@code <tool_use_error>}. */
    public static String withoutTag(String text) {
        return text.startsWith(TAG) ? text.substring(TAG.length()) : text;
    }
}
