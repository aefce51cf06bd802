package footfall.turn;

import footfall.line.Changes;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The contribution of one turn to the tallies of patterns, tools, desires and usage; stored with the turn, so that a
 * revision can send the difference. {@code startedAt} is null for a turn without any time, which is not
 * tallied. {@code detours} is null for none.
 */
public record Contribution(
        String pattern,
        int length,
        boolean isLong,
        Instant startedAt,
        List<Totals.Calls> calls,
        List<Totals.Failures> failures,
        Bill bill,
        DetourTotals detours) {
    public Contribution {
        calls = List.copyOf(calls);
        failures = List.copyOf(failures);
    }

    /** Without usage and detours. */
    public Contribution(
            String pattern,
            int length,
            boolean isLong,
            Instant startedAt,
            List<Totals.Calls> calls,
            List<Totals.Failures> failures) {
        this(pattern, length, isLong, startedAt, calls, failures, null, null);
    }

    /** The contribution of a turn that is not a copy; exact unless the turn has omitted steps and no totals. */
    public static Contribution of(Turn turn) {
        return of(turn, turn.totals() == null ? Totals.Builder.of(turn.steps(), pooled -> {}) : turn.totals());
    }

    static Contribution of(Turn turn, Totals totals) {
        return new Contribution(
                turn.size().pattern(),
                turn.size().length(),
                turn.size().isLong(),
                turn.span().startedAt(),
                totals.calls(),
                totals.failures(),
                Bill.of(turn),
                turn.detours().detourTotals());
    }

    /**
     * What the turn used, and where and by whom; {@code durationMs} as in {@link Turn.Span}. {@code priceList} is the
     * version of the list that its costs are from, null for none. {@code changes} to {@code replyMs} as in the turn.
     */
    public record Bill(
            Origin origin,
            long durationMs,
            List<HourTokens> usage,
            String priceList,
            Changes changes,
            Long waitedMs,
            Long replyMs) {
        public Bill {
            usage = List.copyOf(usage);
        }

        static Bill of(Turn turn) {
            return new Bill(
                    turn.origin(),
                    turn.span().durationMs(),
                    turn.spend().usage(),
                    turn.spend().priceList(),
                    turn.changes(),
                    turn.span().waitedMs(),
                    turn.span().replyMs());
        }
    }

    /**
     * The number of failed calls by tool. A tool without calls here counts as {@link TurnRules#OTHER}: rows of
     * earlier versions name the tool of a failure whose call they count there.
     */
    public Map<String, Integer> failuresByTool() {
        var named = calls.stream().map(Totals.Calls::tool).collect(Collectors.toSet());
        var failed = new HashMap<String, Integer>();
        failures.forEach(one ->
                failed.merge(named.contains(one.tool()) ? one.tool() : TurnRules.OTHER, one.count(), Integer::sum));
        return failed;
    }
}
