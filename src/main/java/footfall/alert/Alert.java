package footfall.alert;

import footfall.line.SessionId;
import footfall.turn.Origin;
import footfall.turn.Position;
import footfall.turn.Turn;
import java.time.Instant;
import java.util.Locale;

/**
 * A row of the topic {@code alerts}. {@code alertId} is {@code subject:kind:level}; {@code value} and
 * {@code threshold} are in the unit of the kind. All times except {@code startedAt} are ingestion times. An
 * outage belongs to no turn: its subject is a tool or an MCP server, its {@code startedAt} the ingestion time
 * of its first failure, and components of a turn are null.
 */
public record Alert(
        String alertId,
        Kind kind,
        int level,
        State state,
        long value,
        long threshold,
        String turnId,
        SessionId sessionId,
        String patternSoFar,
        Turn.Product product,
        Origin origin,
        Instant startedAt,
        Instant raisedAt) {

    /** Its place in the order of time. */
    public Position position() {
        return new Position(raisedAt, alertId);
    }

    /** The ID of the turn; of an outage, the tool or the MCP server; of a budget, the project. */
    public String subject() {
        return alertId.substring(0, alertId.length() - (":" + kind.word() + ":" + level).length());
    }

    /** The kinds of alerts. */
    public enum Kind {
        /** Too many steps. */
        LENGTH,
        /** Open for too long; in milliseconds. */
        DURATION,
        /** Failed calls in a row. */
        ERROR_STREAK,
        /** Rounds of a loop of tools. */
        REPEAT_LOOP,
        /** Failed calls of one tool or MCP server in all sessions. */
        OUTAGE,
        /** The agent waits for a person; in milliseconds. */
        WAITING,
        /** What a project cost in a day, week or month; in US cents. */
        BUDGET;

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** What its subject is. */
        public String subject() {
            return switch (this) {
                case LENGTH, DURATION, ERROR_STREAK, REPEAT_LOOP, WAITING -> "session";
                case OUTAGE -> "tool";
                case BUDGET -> "project";
            };
        }

        /** Whether values are milliseconds. */
        public boolean isTime() {
            return this == DURATION || this == WAITING;
        }
    }

    /** Raised or cleared. */
    public enum State {
        RAISED,
        CLEARED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
