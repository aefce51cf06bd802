package footfall.call;

import footfall.line.Outcome;
import footfall.line.ToolResult;

/**
 * An error result with its call. {@code tool} and {@code input} are null when the call is unknown, and for an error of
 * the API, which has no call.
 */
public record CallError(String tool, LineCalls.Input input, ToolResult result, boolean isOfApi) {
    static final String API_ERROR = "api_error";

    public CallError(String tool, LineCalls.Input input, ToolResult result) {
        this(tool, input, result, false);
    }

    static CallError ofApi(String text) {
        return new CallError(null, null, new ToolResult(null, Outcome.ERROR, text, 0, null), true);
    }

    /** The unchanged text of the result. */
    public String error() {
        return result.error();
    }

    public String toolUseId() {
        return result.toolUseId();
    }

    public Outcome outcome() {
        return result.outcome();
    }

    /** {@code rejected} or the like, {@code api_error}, or the category of the failure. */
    public String kind() {
        if (isOfApi) {
            return API_ERROR;
        }
        return outcome() == Outcome.ERROR
                ? result.category(tool == null ? "" : tool).word()
                : outcome().word();
    }
}
