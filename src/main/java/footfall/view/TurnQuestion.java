package footfall.view;

import footfall.pattern.PatternQuery;
import footfall.turn.Turn;
import java.time.Instant;

/** A query for turns; every component but {@code minLength} is null when it is not restricted. */
public record TurnQuestion(
        int minLength, Instant since, String session, String project, String host, PatternQuery pattern) {
    public static final TurnQuestion ALL = new TurnQuestion(0, null, null, null, null, null);

    public TurnQuestion since(Instant start) {
        return new TurnQuestion(minLength, start, session, project, host, pattern);
    }

    /** A turn without any time does not match a query with a start. */
    public boolean admits(Turn turn) {
        return mayAdmit(
                        turn.id().sessionId().value(),
                        turn.origin().project(),
                        turn.span().startedAt(),
                        turn.size().length())
                && (host == null || host.equals(turn.origin().host()))
                && (pattern == null || pattern.matches(turn.size().pattern()));
    }

    /** Whether a turn matches as far as is known; {@link #asksMore} says whether more must be checked. */
    public boolean mayAdmit(String sessionId, String ofProject, Instant startedAt, int length) {
        return length >= minLength
                && (project == null || project.equals(ofProject))
                && (since == null || startedAt != null && !startedAt.isBefore(since))
                && (session == null || session.equals(sessionId));
    }

    public boolean asksMore() {
        return host != null || pattern != null;
    }
}
