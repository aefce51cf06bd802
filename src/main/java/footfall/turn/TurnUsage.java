package footfall.turn;

import footfall.line.Line;
import java.time.Instant;
import java.util.Objects;

/** Adds tokens to the current turn of a trail. */
final class TurnUsage {
    private TurnUsage() {}

    /** The last line of a message ID counts for its usage; a line without an ID counts by itself. */
    static void add(FoldCall work, Line.Message message, Instant at) {
        var now = new MessageUsage(
                work.rules.usageTimes().of(at), work.rules.prices().of(message, at));
        if (message.usage() == null || message.id() == null) {
            count(work, now);
            return;
        }
        var key = FoldRows.usage(work.id, work.trail.head.index, message.id());
        var before = work.rows.get(key);
        if (before != null && before.parts().equals(now.parts())) {
            return; // It counts at the time of the first line with its final usage.
        }
        if (before != null) {
            count(work, before.negated());
        }
        count(work, now);
        work.rows.put(key, now);
    }

    private static void count(FoldCall work, MessageUsage message) {
        message.hours().forEach(one -> count(work, one));
        work.trail.results = ResultBalance.after(work.trail.results, message.parts());
    }

    /** Adds what a result reports beyond the messages. */
    static void addRest(FoldCall work, Instant at) {
        var rest = ResultBalance.rest(work.trail.results);
        if (rest != null) {
            count(work, new HourUsage(work.rules.usageTimes().of(at), rest));
            work.trail.results = work.trail.results.settled();
        }
    }

    private static void count(FoldCall work, HourUsage message) {
        var model = message.used().model();
        if (!Objects.equals(ModelUsage.nameOf(HourUsage.models(work.trail.head.usage), model), model)) {
            work.out.accept(new Output.Pooled(PooledNames.MODELS));
        }
        work.trail.head.usage = HourUsage.plus(
                work.trail.head.usage, message, work.rules.usageTimes().partsMax());
    }
}
