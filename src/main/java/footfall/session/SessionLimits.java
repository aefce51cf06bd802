package footfall.session;

import footfall.line.Line;
import footfall.line.RateLimits;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.math.BigDecimal;

/** The {@link RateLimits} of a session, and their bytes. */
public final class SessionLimits {
    private SessionLimits() {}

    /** The newer ones of those that a session has, which may be null, and those of a line. */
    public static RateLimits after(RateLimits known, Line line) {
        return line instanceof Line.Limits reported ? RateLimits.newest(known, reported.limits()) : known;
    }

    static void write(RowWriter out, RateLimits limits) {
        out.instant(limits.at());
        out.text(limits.plan());
        out.optional(limits.primary(), SessionLimits::writeWindow);
        out.optional(limits.secondary(), SessionLimits::writeWindow);
    }

    private static void writeWindow(RowWriter out, RateLimits.Window window) {
        out.text(window.usedPercent().toPlainString());
        out.unsigned(window.windowMinutes());
        out.instant(window.resetsAt());
    }

    static RateLimits read(RowReader in) {
        return new RateLimits(
                in.instant(), in.text(), in.optional(SessionLimits::window), in.optional(SessionLimits::window));
    }

    private static RateLimits.Window window(RowReader in) {
        return new RateLimits.Window(new BigDecimal(in.text()), in.unsigned(), in.instant());
    }
}
