package footfall.session;

import footfall.line.Line;
import footfall.turn.HourUsage;
import footfall.turn.MessageUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** A message counts {@code now} and not {@code before} any more, which is null for its first line. */
public record MessageChange(MessageUsage before, MessageUsage now) {
    /** Another line of the message said the same. */
    boolean isNothing() {
        return before != null && now.equals(before);
    }

    /** What it adds to sums. */
    List<HourUsage> parts() {
        var parts = new ArrayList<HourUsage>(2);
        if (before != null) {
            parts.addAll(before.negated().hours());
        }
        parts.addAll(now.hours());
        return parts;
    }

    /**
     * Of a line: the last line of a message with usage counts, a line without a message ID counts by itself.
     * {@code put} stores the usage of a message by its ID and returns the previous one. Null for a line without a
     * message.
     */
    static MessageChange of(Line line, Metering metering, BiFunction<String, MessageUsage, MessageUsage> put) {
        var message = AgentPart.message(line);
        if (message == null) {
            return null;
        }
        var at = line.envelope().at();
        var now = new MessageUsage(metering.times().of(at), metering.prices().of(message, at));
        boolean isNamed = message.usage() != null && message.id() != null;
        return new MessageChange(isNamed ? put.apply(message.id(), now) : null, now);
    }
}
