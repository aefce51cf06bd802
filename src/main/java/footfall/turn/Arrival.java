package footfall.turn;

import footfall.line.FileId;
import footfall.line.SkippedTurns;
import java.time.Instant;
import java.util.Objects;

/**
 * How a line came in: from which place of which file, when, and from whom. {@code previousOffset} is that of
 * the line sent before it for the same session from the same file: -1 for the first, {@link #UNKNOWN} where
 * nobody tells. {@code copiedFrom} is the session that owns the prompt, or the Assistant line by which a turn
 * without a prompt is owned; null unless it is another session. {@code at} is arrival, never the line's own
 * time. {@code skipped}: what came before in its trail and was not sent, null when all was.
 */
public record Arrival(
    FileId file, long offset, long previousOffset, Instant at, String copiedFrom, String host, String user,
    SkippedTurns skipped) {
  public static final long UNKNOWN = -2;

  /** Of a trail that was sent from its beginning. */
  public Arrival(
      FileId file, long offset, long previousOffset, Instant at, String copiedFrom, String host,
      String user) {
    this(file, offset, previousOffset, at, copiedFrom, host, user, null);
  }

  public Arrival {
    Objects.requireNonNull(file, "file is null");
    Objects.requireNonNull(at, "at is null");
  }
}
