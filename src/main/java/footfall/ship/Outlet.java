package footfall.ship;

import footfall.line.RejectedBytes;
import footfall.line.SkippedTurns;
import footfall.redact.RedactedLine;
import footfall.wire.Denied;
import footfall.wire.MissingTopics;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The destination of redacted lines: a broker, or memory in tests. Expects calls in order from one thread.
 * Every call may throw {@link LineRefused}, and {@link SendingFailed} when sending failed permanently.
 */
public interface Outlet {
    /**
     * A line to send. {@code previousOffset}: the offset of the line sent before it for the same session and
     * file, -1 for the first. {@code copiedFrom}: the session that owns the line's uuid if it is another one,
     * else null. {@code skipped}: the skipped part of its trail, null for none. {@code sender}: as in
     * {@link Checkpoint}.
     */
    record Outgoing(RedactedLine line, long previousOffset, String copiedFrom, SkippedTurns skipped, long sender) {}

    /**
     * False for a line that is rejected: its position is sent instead. {@code taken} runs once, at the
     * acknowledgement.
     */
    boolean send(Outgoing outgoing, Runnable taken);

    /** Sends the position of invalid bytes. */
    void send(String fileId, RejectedBytes rejected, Runnable taken);

    /** What was handed over is sent now: nothing more follows soon. Does not wait. */
    default void hurry() {}

    /** Waits until everything that was sent is acknowledged; by default, it already is. */
    default void flush() {}

    /** Throws the failure of earlier lines, if any. */
    default void check() {}

    /**
     * The broker rejected a record permanently and no later record was sent, or the client was replaced. The
     * sender restarts at the acknowledged positions. It then sends the rejected record alone, and reports its
     * position instead.
     */
    static final class LineRefused extends RuntimeException {
        /** The cause gives the reason; it contains no record. */
        public LineRefused(Exception cause) {
            super("the broker rejected a record; unacknowledged lines will be resent", cause);
        }
    }

    /** Sending failed permanently. The cause is Kafka's exception, which does not quote a record. */
    final class SendingFailed extends RuntimeException {
        SendingFailed(Exception cause) {
            super(
                    cause instanceof AuthorizationException denied
                            ? Denied.toWriter(denied)
                            : "the broker rejected a line: " + cause.getClass().getSimpleName() + ": "
                                    + cause.getMessage() + "; " + wayOut(cause),
                    cause);
        }

        private static String wayOut(Exception cause) {
            if (cause instanceof AuthenticationException) {
                return "check user, password and certificates in --config";
            } else if (cause instanceof UnknownTopicOrPartitionException) {
                return MissingTopics.REMEDY;
            }
            return "start it again; it continues after the last acknowledged line; if this repeats, report the message";
        }
    }
}
