package footfall.line;

import java.util.Locale;

/** How a tool call ended; {@code PENDING} while it has no result. */
public enum Outcome {
  PENDING,
  OK,
  ERROR,
  REJECTED,
  CANCELLED;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The outcome of a result with {@code is_error} true, by its text. */
  public static Outcome ofError(String text) {
    var said = ErrorCategory.withoutTag(text);
    if (said.startsWith("The user doesn't want to")
        || said.startsWith("User rejected tool use")
        || said.startsWith("[Request interrupted by user")) {
      return REJECTED;
    }
    if (said.startsWith("Sibling tool call errored") || said.startsWith("Cancelled: parallel tool call")) {
      return CANCELLED;
    }
    return ERROR;
  }
}
