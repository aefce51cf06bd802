package footfall.session;

import footfall.line.SessionId;
import java.time.Instant;

/** When the summaries of sessions are due: one deadline per session, in order of time. */
public interface Deadlines {
    /** Moves the session's deadline; {@code from} and {@code to} are null for none. */
    void moveDeadline(SessionId session, Instant from, Instant to);
}
