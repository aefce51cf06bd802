package footfall.session;

import footfall.line.Line;
import footfall.line.Usage;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import footfall.turn.HourUsage;
import footfall.turn.ModelUsage;
import footfall.turn.PriceBand;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What an agent counts of a session itself, against what the lines of the session contain, of all its trails.
 * {@code totals} are the agent's counters at the last end of the session. {@code sinceEnd} are the tokens of lines
 * since then, {@code sinceBegin} those since the session began, resumed or was rewound. Consecutive lines of one
 * message count once; {@code message} is the last one. {@code messageId} is its agent and ID, because IDs are unique
 * in a trail only; null for none.
 */
record SessionCounters(
        List<ModelUsage> totals,
        List<ModelUsage> sinceEnd,
        List<ModelUsage> sinceBegin,
        String messageId,
        ModelUsage message) {
    static final SessionCounters NONE = new SessionCounters(List.of(), List.of(), List.of(), null, null);

    SessionCounters {
        totals = List.copyOf(totals);
        sinceEnd = List.copyOf(sinceEnd);
        sinceBegin = List.copyOf(sinceBegin);
    }

    SessionCounters begun() {
        return new SessionCounters(totals, sinceEnd, List.of(), null, null);
    }

    SessionCounters counted(Line line) {
        var said = AgentPart.message(line);
        if (said == null || said.usage() == null) {
            return this;
        }
        var agent = line.envelope().agent();
        var id = said.id() == null ? null : (agent == null ? "" : agent) + '/' + said.id();
        var now = of(said);
        boolean isAgain = id != null && id.equals(messageId);
        return new SessionCounters(totals, plus(sinceEnd, now, isAgain), plus(sinceBegin, now, isAgain), id, now);
    }

    private List<ModelUsage> plus(List<ModelUsage> sum, ModelUsage now, boolean isAgain) {
        return HourUsage.plus(isAgain ? HourUsage.plus(sum, message.negated()) : sum, now);
    }

    private static ModelUsage of(Line.Message line) {
        return new ModelUsage(line.model(), PriceBand.BASE, line.usage().withZeros());
    }

    SessionCounters ended(List<Line.Message> counters) {
        var now = counters.stream().map(SessionCounters::of).toList();
        return new SessionCounters(now, List.of(), sinceBegin, null, null);
    }

    /**
     * The tokens that are in the counters only, by model. Counters go on from those of the last end, unless one is
     * lower or their output is that of the lines since the session began: then they started again.
     */
    List<ModelUsage> rest(List<Line.Message> counters) {
        var now = counters.stream().map(SessionCounters::of).toList();
        boolean goesOn = totals.stream().allMatch(before -> isAtMost(before.usage(), of(now, before.model())))
                && ModelUsage.total(now).output()
                        != ModelUsage.total(sinceBegin).output();
        var rest = new ArrayList<ModelUsage>();
        for (var one : now) {
            var before = goesOn ? of(totals, one.model()) : Usage.ZERO;
            var held = of(goesOn ? sinceEnd : sinceBegin, one.model());
            var left = positive(one.usage().minus(before).minus(held));
            if (!left.equals(Usage.ZERO)) {
                rest.add(new ModelUsage(one.model(), PriceBand.BASE, left));
            }
        }
        return rest;
    }

    private static Usage of(List<ModelUsage> parts, String model) {
        return ModelUsage.total(parts.stream()
                .filter(part -> Objects.equals(part.model(), model))
                .toList());
    }

    private static boolean isAtMost(Usage one, Usage other) {
        return positive(one.minus(other)).equals(Usage.ZERO);
    }

    private static Usage positive(Usage one) {
        return new Usage(
                Math.max(0, one.input()),
                Math.max(0, one.output()),
                Math.max(0, one.cacheCreation()),
                Math.max(0, one.cacheCreation1h()),
                Math.max(0, one.cacheRead()));
    }

    static void write(RowWriter out, SessionCounters counters) {
        out.list(counters.totals, ModelUsage::write);
        out.list(counters.sinceEnd, ModelUsage::write);
        out.list(counters.sinceBegin, ModelUsage::write);
        out.text(counters.messageId);
        out.optional(counters.message, ModelUsage::write);
    }

    static SessionCounters read(RowReader in) {
        return new SessionCounters(
                in.list(row -> ModelUsage.read(row, 3)),
                in.list(row -> ModelUsage.read(row, 3)),
                in.list(row -> ModelUsage.read(row, 3)),
                in.text(),
                in.optional(row -> ModelUsage.read(row, 3)));
    }
}
