package footfall.call;

import footfall.line.ErrorCategory;
import footfall.line.Outcome;

/**
 * A result that says it is an error, with its call. {@code tool} and {@code input} are null where the call is
 * not known; {@code error} is the result's text as it stands.
 */
public record CallError(String tool, LineCalls.Input input, String error, String toolUseId, Outcome outcome) {
  /** {@code rejected}, {@code cancelled}, or the category of what failed. */
  public String kind() {
    return outcome == Outcome.ERROR ? ErrorCategory.of(tool == null ? "" : tool, error).word() : outcome
        .word();
  }
}
