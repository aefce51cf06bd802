package footfall.pattern;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Turns and cost by hour (UTC), as a tally changes. Written by one thread, read by all. */
public final class UsageHours {
    private final Map<Instant, Sum> hours = new ConcurrentHashMap<>();

    /** Turns by their first hour; the cost of messages, in USD. */
    public record Sum(long turns, BigDecimal costUsd) {
        static final Sum ZERO = new Sum(0, BigDecimal.ZERO);

        private Sum plus(Sum other) {
            return new Sum(turns + other.turns, costUsd.add(other.costUsd));
        }

        private boolean isZero() {
            return turns == 0 && costUsd.signum() == 0;
        }
    }

    void clear() {
        hours.clear();
    }

    void add(Instant hour, Spent before, Spent after) {
        var more = new Sum(after.turns() - before.turns(), after.costUsd().subtract(before.costUsd()));
        if (!more.isZero()) {
            hours.compute(hour, (same, sum) -> {
                var now = (sum == null ? Sum.ZERO : sum).plus(more);
                return now.isZero() ? null : now;
            });
        }
    }

    /** Of some partitions together. */
    public static Map<Instant, Sum> sums(Iterable<UsageHours> partitions) {
        var sums = new HashMap<Instant, Sum>();
        partitions.forEach(one -> one.hours.forEach((hour, sum) -> sums.merge(hour, sum, Sum::plus)));
        return sums;
    }
}
