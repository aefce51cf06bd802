package footfall.session;

import footfall.turn.Prices;
import java.time.Duration;
import java.util.Objects;

/**
 * The rules of summaries. {@code interval}: the delay of a summary after the first line that it adds, in
 * ingestion time; so at most one summary per interval.
 */
public record SessionRules(Duration interval, Prices prices) {
    public static final Duration INTERVAL = Duration.ofSeconds(2);

    public SessionRules {
        Objects.requireNonNull(prices, "prices is null");
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("interval is not positive");
        }
    }
}
