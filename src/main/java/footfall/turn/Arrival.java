package footfall.turn;

import footfall.line.FileId;
import java.time.Instant;
import java.util.Objects;

/**
 * How a line came in: from which place of which file, when, and from whom. {@code previousOffset} is that of
 * the line sent before it for the same session from the same file: -1 for the first, {@link #UNKNOWN} where
 * nobody tells. {@code copiedFrom} is the session that owns the prompt, null unless it is another one. {@code
 * at} is arrival, never the line's own time.
 */
public record Arrival(
    FileId file, long offset, long previousOffset, Instant at, String copiedFrom, String host, String user) {
  public static final long UNKNOWN = -2;

  public Arrival {
    Objects.requireNonNull(file, "file is null");
    Objects.requireNonNull(at, "at is null");
  }
}
