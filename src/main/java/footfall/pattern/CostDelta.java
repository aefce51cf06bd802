package footfall.pattern;

import footfall.row.RowBytes;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * The change of what a turn, or a session beside its turns, cost a project in an hour: {@code usd} replaces the cost
 * that the same ID had; null for none. Idempotent.
 */
public record CostDelta(String project, Instant hour, String id, BigDecimal usd) {
    private static final String PREFIX = "b:";

    public static CostDelta of(UsageDelta delta) {
        return new CostDelta(
                delta.subject().origin().project(),
                delta.subject().hour(),
                delta.id() + "/" + delta.subject().id(),
                delta.part() == null ? null : delta.part().cost());
    }

    private record Value(Instant hour, String id, BigDecimal usd) {}

    public static boolean isKey(String key) {
        return key.startsWith(PREFIX);
    }

    public String key() {
        return PREFIX + project;
    }

    public byte[] bytes() {
        return RowBytes.of(new Value(hour, id, usd));
    }

    /** Empty when the bytes are not a delta. */
    public static Optional<CostDelta> read(String key, byte[] bytes) {
        return RowBytes.tried(() -> {
            var value = RowBytes.read(bytes, Value.class, "a delta of cost");
            return new CostDelta(key.substring(PREFIX.length()), value.hour, value.id, value.usd);
        });
    }
}
