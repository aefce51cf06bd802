package footfall.call;

import footfall.line.ErrorCategory;
import footfall.line.Outcome;

/**
 * An error result with its call. {@code tool} and {@code input} are null when the call is unknown;
 * {@code error} is the unchanged text of the result.
 */
public record CallError(String tool, LineCalls.Input input, String error, String toolUseId, Outcome outcome) {
    /** {@code rejected}, {@code cancelled}, or the category of the failure. */
    public String kind() {
        return outcome == Outcome.ERROR
                ? ErrorCategory.of(tool == null ? "" : tool, error).word()
                : outcome.word();
    }
}
