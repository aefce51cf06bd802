package footfall.turn;

import footfall.line.Line;
import footfall.line.Trigger;
import footfall.line.Usage;
import java.util.List;

/**
 * What the {@code result} lines of stream output report, less what its messages did: these have the usage with which
 * they began, whose output is 1. A result can come after a later turn began, so they are compared over all turns of a
 * trail. {@code model} and {@code rate} are those of the latest message, which the rest is counted on. Null in a trail
 * that is no stream output.
 */
public record ResultBalance(Usage open, String model, ModelUsage.RateClass rate) {
    private static final ResultBalance NONE = new ResultBalance(Usage.ZERO, null, ModelUsage.RateClass.BASE);

    /** The balance after a line; only stream output begins with a prompt of an unknown trigger. */
    public static ResultBalance after(ResultBalance before, Line line) {
        boolean begins = before == null && line instanceof Line.Prompt prompt && prompt.trigger() == Trigger.UNKNOWN;
        if (begins) {
            return NONE;
        }
        boolean isResult = before != null && line instanceof Line.TurnDuration result && result.total() != null;
        return isResult
                ? new ResultBalance(before.open.plus(((Line.TurnDuration) line).total()), before.model, before.rate)
                : before;
    }

    /** After a message, or its negation. */
    public static ResultBalance after(ResultBalance before, List<ModelUsage> message) {
        if (before == null) {
            return null;
        }
        var own = message.get(0);
        return new ResultBalance(before.open.minus(ModelUsage.total(message)), own.model(), own.rate());
    }

    /** What results report beyond messages; null for nothing. */
    public static ModelUsage rest(ResultBalance balance) {
        var rest = balance == null ? Usage.ZERO : balance.open.positive();
        return rest.equals(Usage.ZERO) ? null : new ModelUsage(balance.model, balance.rate, rest);
    }

    /** After its rest was counted. */
    public ResultBalance settled() {
        return new ResultBalance(open.minus(open.positive()), model, rate);
    }
}
