package footfall.turn;

import footfall.row.RowReader;
import footfall.row.RowWriter;
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

    public static void write(RowWriter out, MessageUsage message) {
        out.instant(message.hour);
        out.list(message.parts, ModelUsage::write);
    }

    public static MessageUsage read(RowReader in) {
        return new MessageUsage(in.instant(), in.list(ModelUsage::read));
    }
}
