package footfall.call;

import footfall.line.Outcome;
import footfall.line.ToolResult;

/** An error result with its call. {@code tool} and {@code input} are null when the call is unknown. */
public record CallError(String tool, LineCalls.Input input, ToolResult result) {
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

    /** {@code rejected} or the like, or the category of the failure. */
    public String kind() {
        return outcome() == Outcome.ERROR
                ? result.category(tool == null ? "" : tool).word()
                : outcome().word();
    }
}
