package footfall.session;

import footfall.line.Line;
import footfall.line.RateLimits;

/** The {@link RateLimits} of a session. */
public final class SessionLimits {
    private SessionLimits() {}

    /** The newer ones of those that a session has, which may be null, and those of a line. */
    public static RateLimits after(RateLimits known, Line line) {
        return line instanceof Line.Limits reported ? RateLimits.newest(known, reported.limits()) : known;
    }
}
