package footfall.turn;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What one API message used, by model and class of prices: most messages are one request, and have one part.
 * {@code hour} is as in {@link HourUsage}.
 */
public record MessageUsage(Instant hour, List<ModelUsage> parts) {
    public MessageUsage {
        parts = List.copyOf(parts);
    }

    // As in RowKey.
    @Override
    public boolean equals(Object other) {
        return other instanceof MessageUsage one && Objects.equals(hour, one.hour) && parts.equals(one.parts);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(hour) * 31 + parts.hashCode();
    }

    /** The negation, which subtracts a message from a sum. */
    public MessageUsage negated() {
        var negated = new ArrayList<ModelUsage>(parts.size()); // As in HourUsage.
        for (var part : parts) {
            negated.add(part.negated());
        }
        return new MessageUsage(hour, negated);
    }

    public List<HourUsage> hours() {
        var hours = new ArrayList<HourUsage>(parts.size()); // As in HourUsage.
        for (var part : parts) {
            hours.add(new HourUsage(hour, part));
        }
        return hours;
    }
}
