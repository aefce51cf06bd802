package footfall.turn;

import footfall.line.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What each step of a turn used. */
final class StepWaste {
    private final List<Wasted> used = new ArrayList<>();

    /** {@code usage}: what each message of the turn used, by its ID. */
    StepWaste(List<StepRow> rows, Map<String, MessageUsage> usage, Prices prices) {
        var calls = new HashMap<String, Integer>();
        rows.forEach(row -> calls.merge(message(row), 1, Integer::sum));
        var read = new HashMap<String, Integer>();
        for (var row : rows) {
            var id = message(row);
            int place = read.merge(id, 1, Integer::sum);
            var message = usage.get(id);
            used.add(step(row, message == null ? Wasted.NOTHING : part(message, place, calls.get(id), prices)));
        }
    }

    private static String message(StepRow row) {
        return row.batch().messageId();
    }

    /** Part {@code place} of {@code parts}. */
    private static Wasted part(MessageUsage message, int place, int parts, Prices prices) {
        return message.parts().stream()
                .map(used -> part(used, place, parts, prices))
                .reduce(Wasted.NOTHING, Wasted::plus);
    }

    private static Wasted part(ModelUsage used, int place, int parts, Prices prices) {
        var usage = upTo(used.usage(), place, parts).minus(upTo(used.usage(), place - 1, parts));
        var tokens = Tokens.of(usage).withZeros();
        var cost = Cost.exact(List.of(new ModelUsage(used.model(), used.rate(), usage)), prices);
        return cost == null
                ? new Wasted(0, 0, tokens, Wasted.NOTHING.costUsd(), tokens)
                : new Wasted(0, 0, tokens, cost, null);
    }

    /** The first parts of a usage, rounded down, so that all parts add up to it. */
    private static Usage upTo(Usage whole, long place, int parts) {
        long hour = whole.cacheCreation1h() * place / parts;
        long fiveMinutes = (whole.cacheCreation() - whole.cacheCreation1h()) * place / parts;
        return new Usage(
                whole.input() * place / parts,
                whole.output() * place / parts,
                fiveMinutes + hour,
                hour,
                whole.cacheRead() * place / parts,
                whole.webSearches() * place / parts,
                whole.outputOnly());
    }

    private static Wasted step(StepRow row, Wasted used) {
        return new Wasted(1, timeMs(row, row), used.tokens(), used.costUsd(), used.unpriced());
    }

    /** From the start of one step to the completion of another; 0 when unknown. */
    static long timeMs(StepRow first, StepRow last) {
        var start = first.use().startedAt();
        var end = last.use().completedAt();
        return start == null || end == null
                ? 0
                : Math.max(0, Duration.between(start, end).toMillis());
    }

    Wasted of(int step) {
        return used.get(step);
    }
}
