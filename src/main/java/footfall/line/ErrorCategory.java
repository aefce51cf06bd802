package footfall.line;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Why a tool call failed, by the first phrase of the table in {@code spec/turns.md} that its text holds. */
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

  /** Beyond it an error is output, not a message: the phrases stand at its head or at its end. UTF-16 units. */
  private static final int SEARCHED_MAX = 1 << 20;

  private static final String TAG = "<tool_use_error>";
  private static final Pattern ENV =
      Pattern.compile(
          "command not found|\\bsh: \\d+: \\S+: not found|Exit code 127\\b|not found in PATH|not installed");
  private static final Pattern COMMAND = Pattern.compile("Exit code \\d+");
  private static final Pattern EDIT =
      Pattern.compile("String to replace not found|matches of the string to replace|No changes to make");
  private static final Pattern LARGE = Pattern.compile("exceeds maximum allowed|too large");
  private static final Pattern MISSING_FILE =
      Pattern.compile("File does not exist|No such file or directory|ENOENT|EISDIR");
  private static final Pattern DENIED =
      Pattern.compile(
          "permission denied|EACCES|Operation not permitted|haven't granted", Pattern.CASE_INSENSITIVE);
  private static final Pattern LATE = Pattern.compile("timed out|timeout", Pattern.CASE_INSENSITIVE);
  private static final Pattern INVALID = Pattern.compile("InputValidationError|Unknown skill|Agent type '");
  private static final Pattern NET =
      Pattern.compile("status code|ECONN|ENOTFOUND|getaddrinfo|fetch failed|socket hang up");

  /** As topics and reports spell it, {@code command-failed}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
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
    var said = withoutTag(text.length() > SEARCHED_MAX ? text.substring(0, SEARCHED_MAX) : text);
    if (Shell.is(tool)) {
      if (ENV.matcher(said).find()) {
        return ENV_NEED;
      }
      if (COMMAND.matcher(said).find()) {
        return COMMAND_FAILED;
      }
    }
    return ofPhrase(said).orElse(tool.startsWith("mcp__") ? MCP : OTHER);
  }

  /** The category that the words alone give, whichever tool they came from. */
  public static Optional<ErrorCategory> ofPhrase(String text) {
    var said = withoutTag(text);
    if (EDIT.matcher(said).find()) {
      return Optional.of(EDIT_MISMATCH);
    } else if (said.contains("has not been read yet")) {
      return Optional.of(NOT_READ_FIRST);
    } else if (said.contains("modified since read")) {
      return Optional.of(STALE_READ);
    } else if (LARGE.matcher(said).find()) {
      return Optional.of(TOO_LARGE);
    } else if (MISSING_FILE.matcher(said).find()) {
      return Optional.of(FILE_NOT_FOUND);
    } else if (DENIED.matcher(said).find()) {
      return Optional.of(PERMISSION);
    } else if (LATE.matcher(said).find()) {
      return Optional.of(TIMEOUT);
    } else if (INVALID.matcher(said).find()) {
      return Optional.of(VALIDATION);
    } else if (NET.matcher(said).find()) {
      return Optional.of(NETWORK);
    }
    return Optional.empty();
  }

  /** What follows an opening {@code <tool_use_error>}. */
  public static String withoutTag(String text) {
    return text.startsWith(TAG) ? text.substring(TAG.length()) : text;
  }
}
