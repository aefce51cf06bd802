package footfall.turn;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one API message used, by model and class of prices: most messages are one request, and have one part.
 * {@code hour} is as in {@link HourUsage}.
 */
public record MessageUsage(Instant hour, List<ModelUsage> parts) {
    public MessageUsage {
        parts = List.copyOf(parts);
    }

    /** The negation, which subtracts a message from a sum. */
    public MessageUsage negated() {
        return new MessageUsage(hour, parts.stream().map(ModelUsage::negated).toList());
    }

    public Stream<HourUsage> hours() {
        return parts.stream().map(part -> new HourUsage(hour, part));
    }
}
