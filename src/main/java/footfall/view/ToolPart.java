package footfall.view;

import footfall.turn.Position;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the calls of one tool led to, in some turns: failed calls by the word of their category, calls by the
 * tool called next in the same turn, calls that ended their turn, calls whose next step is omitted from
 * the turn's record, and failed calls by the tool called next, which an earlier build does not tell.
 * {@code scanned} and {@code reached} as in {@link Tallied}.
 */
public record ToolPart(
        Map<String, Long> failures,
        Map<String, Long> next,
        long last,
        long unknown,
        Map<String, Long> afterFailure,
        long scanned,
        Position reached) {
    public static final ToolPart NONE = new ToolPart(Map.of(), Map.of(), 0, 0, Map.of(), 0, null);

    public ToolPart {
        failures = Map.copyOf(failures);
        next = Map.copyOf(next);
        afterFailure = afterFailure == null ? Map.of() : Map.copyOf(afterFailure);
    }

    public ToolPart plus(ToolPart other) {
        return new ToolPart(
                sum(failures, other.failures),
                sum(next, other.next),
                last + other.last,
                unknown + other.unknown,
                sum(afterFailure, other.afterFailure),
                scanned + other.scanned,
                Direction.ASC.first(reached, other.reached));
    }

    private static Map<String, Long> sum(Map<String, Long> some, Map<String, Long> more) {
        var sum = new TreeMap<>(some);
        more.forEach((name, count) -> sum.merge(name, count, Long::sum));
        return sum;
    }
}
