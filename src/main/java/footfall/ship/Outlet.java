package footfall.ship;

import footfall.line.RejectedBytes;
import footfall.line.SkippedTurns;
import footfall.redact.RedactedLine;

/**
 * The destination of redacted lines: a broker, or memory in tests. Expects calls in order from one thread.
 * Every call may throw {@link LineRefused}, and {@link SendingFailed} when sending failed permanently.
 */
public interface Outlet {
    /**
     * A line on its way. {@code previousOffset}: of the line sent before it for its session from its file, -1
     * for the first. {@code copiedFrom}: the session that owns the line's uuid when it is another, else null.
     * {@code skipped}: what came before in its trail and is not sent, else null.
     */
    record Outgoing(RedactedLine line, long previousOffset, String copiedFrom, SkippedTurns skipped) {}

    /**
     * False for a line that is rejected: its position is sent instead. {@code taken} runs once, at the
     * acknowledgement.
     */
    boolean send(Outgoing outgoing, Runnable taken);

    /** Sends the position of invalid bytes. */
    void send(String fileId, RejectedBytes rejected, Runnable taken);

    /** Waits until everything that was sent is acknowledged; by default, it already is. */
    default void flush() {}

    /** Throws the failure of earlier lines, if any. */
    default void check() {}
}
