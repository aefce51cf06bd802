package footfall.view;

import footfall.line.SessionId;
import footfall.turn.AgentActivity;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A turn that has not closed. {@code pattern} covers its steps so far, {@code lastTools} the tools of the latest steps,
 * {@code failures} the steps with outcome {@code error}, {@code alertLevel} its highest active alert (0 for none)
 * beside those of questions. {@code waitingSince}: when the agent began to wait for a person, null for not. {@code
 * lastArrival} is the ingestion time of the last line of its trail; all other times are event times. {@code costUsd} is
 * null when a model has no price. Absent components are null.
 */
public record OpenTurn(
        String turnId,
        SessionId sessionId,
        String agentId,
        boolean isCopy,
        State state,
        int length,
        boolean isLong,
        String pattern,
        List<String> lastTools,
        int failures,
        int alertLevel,
        Instant startedAt,
        Instant lastLineAt,
        Instant waitingSince,
        Instant lastArrival,
        Tokens tokens,
        BigDecimal costUsd,
        Turn.Product product,
        String project,
        String host,
        String user,
        AgentActivity activity) {
    public static final int LAST_TOOLS_MAX = 12;

    /** The longest first; of turns of the same length, the one that started last. */
    static final Comparator<OpenTurn> LONGEST_FIRST = Comparator.comparingInt(OpenTurn::length)
            .reversed()
            .thenComparing(OpenTurn::startedAt, Comparator.nullsLast(Comparator.reverseOrder()))
            .thenComparing(OpenTurn::turnId);

    public OpenTurn {
        lastTools = List.copyOf(lastTools);
        activity = activity == null ? AgentActivity.NONE : activity;
    }

    /** The turn with another level of alert. */
    public OpenTurn alerted(int level) {
        return new OpenTurn(
                turnId,
                sessionId,
                agentId,
                isCopy,
                state,
                length,
                isLong,
                pattern,
                lastTools,
                failures,
                level,
                startedAt,
                lastLineAt,
                waitingSince,
                lastArrival,
                tokens,
                costUsd,
                product,
                project,
                host,
                user,
                activity);
    }

    /** {@code ENDING}: a Stop hook or the model ended the turn; it closes unless more lines arrive. */
    public enum State {
        OPEN,
        ENDING;

        @Override
        public String toString() {
            return word();
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
