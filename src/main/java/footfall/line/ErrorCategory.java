package footfall.line;

import java.util.Locale;
import java.util.Optional;

/** Why a tool call failed, as {@link ErrorText} finds it. */
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
}
