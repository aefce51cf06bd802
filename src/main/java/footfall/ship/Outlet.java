package footfall.ship;

import footfall.line.RejectedBytes;
import footfall.line.SkippedTurns;
import footfall.redact.RedactedLine;

/**
 * Where redacted lines leave: a broker, or a test's memory. Takes things in order; called by one thread.
 * Every call may throw {@link LineRefused}, and {@link SendingFailed} when nothing can be sent any more.
 */
public interface Outlet {
  /**
   * A line on its way. {@code previousOffset}: of the line sent before it for its session from its file, -1
   * for the first. {@code copiedFrom}: the session that owns the line's uuid when it is another, else null.
   * {@code skipped}: what came before in its trail and is not sent, else null.
   */
  record Outgoing(RedactedLine line, long previousOffset, String copiedFrom, SkippedTurns skipped) {
    /** Of a trail that is sent from its beginning. */
    public Outgoing(RedactedLine line, long previousOffset, String copiedFrom) {
      this(line, previousOffset, copiedFrom, null);
    }
  }

  /** False for a line that is refused: its place is told instead. {@code taken} runs once, at the ack. */
  boolean send(Outgoing outgoing, Runnable taken);

  /** Says where bytes were no line. */
  void send(String fileId, RejectedBytes rejected, Runnable taken);

  /** Waits until everything handed over is acknowledged. */
  void flush();

  /** Throws what has become of what was handed over, when that is no ack. */
  default void check() {}
}
