package footfall.line;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;

/**
 * The limits of the agent's subscription, as its service reported them at {@code at}. {@code plan} is a known word,
 * else null; a window that was not reported is null.
 */
public record RateLimits(Instant at, String plan, Window primary, Window secondary) {
    public RateLimits {
        at = Timestamp.valid(at);
        plan = Ids.boundedOrNull(plan);
    }

    /** {@code usedPercent} has at most one decimal; {@code resetsAt} is when the window begins anew. */
    public record Window(BigDecimal usedPercent, long windowMinutes, Instant resetsAt) {
        public static final BigDecimal PERCENT_MAX = new BigDecimal(1_000);
        public static final long MINUTES_MAX = 366 * 24 * 60;

        public Window {
            Objects.requireNonNull(usedPercent, "usedPercent is null");
            Objects.requireNonNull(Timestamp.valid(resetsAt), "resetsAt is no time");
            boolean isWindow = windowMinutes > 0 && windowMinutes <= MINUTES_MAX;
            if (!isWindow || !Amounts.isWithin(usedPercent, PERCENT_MAX)) {
                throw new IllegalArgumentException("no window");
            }
        }
    }

    public RateLimits at(Instant time) {
        return new RateLimits(time, plan, primary, secondary);
    }

    /** Either may be null. Of two of one time, the other one. */
    public static RateLimits newest(RateLimits one, RateLimits other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        boolean isNewer = other.at != null && (one.at == null || !other.at.isBefore(one.at));
        return isNewer ? other : one;
    }
}
