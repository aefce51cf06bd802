package footfall.session;

import footfall.line.Line;
import footfall.line.Usage;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import footfall.turn.HourUsage;
import footfall.turn.ModelUsage;
import footfall.turn.Prices;
import footfall.turn.TurnRules.UsageTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What an agent counts of a session itself, against what the lines of the session contain, of all its trails.
 * {@code totals} are the agent's counters at the last end of the session. {@code sinceEnd} are the tokens of lines
 * since then, {@code sinceBegin} those since the session began, resumed or was rewound; with times only where their
 * cost is not known. Consecutive lines of one message count once; {@code message} is the last one and
 * {@code messageId} its agent and ID, because IDs are unique in a trail only; null for none.
 */
public record SessionCounters(
        List<ModelUsage> totals,
        List<HourUsage> sinceEnd,
        List<HourUsage> sinceBegin,
        String messageId,
        HourUsage message) {
    private static final SessionCounters NONE = new SessionCounters(List.of(), List.of(), List.of(), null, null);

    public SessionCounters {
        totals = List.copyOf(totals);
        sinceEnd = List.copyOf(sinceEnd);
        sinceBegin = List.copyOf(sinceBegin);
    }

    /** The counters after a line, and what the line adds to the session. */
    public record Step(SessionCounters counters, Booked booked) {}

    /**
     * {@code before} is null where the beginning of the session was not read, or its agent has no counters. Counters
     * then contain tokens of lines that are unknown or forgotten: the first ones add nothing, later ones what they grew
     * by.
     */
    public static Step step(SessionCounters before, Line line, Prices prices, UsageTimes times) {
        var at = times.of(line.envelope().at());
        var message = AgentPart.message(line);
        if (line instanceof Line.SessionBegin begin) {
            var known = before == null && begin.isNew() ? NONE : before;
            return new Step(known == null ? null : known.begun(), Booked.NOTHING);
        } else if (line instanceof Line.Compaction compaction && compaction.used() != null) {
            var used = request(compaction.used(), line.envelope().at(), prices);
            return new Step(before, new Booked(List.of(new HourUsage(at, used)), List.of()));
        } else if (line instanceof Line.SessionEnd end && !end.counters().isEmpty()) {
            var now = end.counters().stream()
                    .map(one -> counter(one, line.envelope().at(), prices))
                    .toList();
            var sinceBegin = before == null ? List.<HourUsage>of() : before.sinceBegin;
            return new Step(
                    new SessionCounters(now, List.of(), sinceBegin, null, null),
                    before == null ? Booked.NOTHING : before.rest(now, at));
        } else if (before != null && message != null && message.usage() != null) {
            var used = request(message, line.envelope().at(), prices);
            var time = message.usage().outputOnly() ? at : null;
            var id = message.id() == null ? null : line.envelope().agent() + "/" + message.id();
            return new Step(before.counted(id, new HourUsage(time, used), times), Booked.NOTHING);
        }
        return new Step(before, Booked.NOTHING);
    }

    private SessionCounters begun() {
        return new SessionCounters(totals, sinceEnd, List.of(), null, null);
    }

    private SessionCounters counted(String id, HourUsage now, UsageTimes times) {
        var before = id != null && id.equals(messageId) ? message : null;
        return new SessionCounters(
                totals, plus(sinceEnd, before, now, times), plus(sinceBegin, before, now, times), id, now);
    }

    private static List<HourUsage> plus(List<HourUsage> sum, HourUsage before, HourUsage now, UsageTimes times) {
        var others = before == null ? sum : HourUsage.plus(sum, before.negated(), times.partsMax());
        return HourUsage.plus(others, now, times.partsMax());
    }

    /** Messages of agents with counters are one request each. */
    private static ModelUsage request(Line.Message message, Instant at, Prices prices) {
        return prices.of(message.model(), message.usage(), message.tiers(), at);
    }

    /** At the price of a small request: the size of each one is not known. */
    private static ModelUsage counter(Line.Message total, Instant at, Prices prices) {
        var small = prices.of(total.model(), Usage.ZERO, total.tiers(), at);
        return new ModelUsage(total.model(), small.rate(), total.usage());
    }

    /**
     * The tokens that are in the counters only, by model. Counters go on from those of the last end, unless one is
     * lower or their output is that of the lines since the session began: then they started again.
     */
    private Booked rest(List<ModelUsage> now, Instant at) {
        boolean goesOn = totals.stream().allMatch(before -> isAtMost(before.usage(), of(now, before.model())))
                && ModelUsage.total(now).output()
                        != ModelUsage.total(HourUsage.models(sinceBegin)).output();
        var held = goesOn ? sinceEnd : sinceBegin;
        var rest = new ArrayList<HourUsage>();
        for (var one : now) {
            var before = goesOn ? of(totals, one.model()) : Usage.ZERO;
            var left = one.usage()
                    .minus(before)
                    .minus(of(HourUsage.models(held), one.model()))
                    .positive();
            if (!left.equals(Usage.ZERO)) {
                rest.add(new HourUsage(at, new ModelUsage(one.model(), one.rate(), left)));
            }
        }
        return new Booked(rest, outputs(held, now));
    }

    /** The output of lines of the models that are counted. */
    private static List<HourUsage> outputs(List<HourUsage> held, List<ModelUsage> now) {
        return held.stream()
                .filter(part -> part.used().usage().outputOnly())
                .filter(part -> now.stream()
                        .anyMatch(one -> Objects.equals(one.model(), part.used().model())))
                .map(part -> new HourUsage(part.hour(), withZeros(part.used())))
                .toList();
    }

    private static ModelUsage withZeros(ModelUsage part) {
        return new ModelUsage(part.model(), part.rate(), part.usage().withZeros());
    }

    private static Usage of(List<ModelUsage> parts, String model) {
        return ModelUsage.total(parts.stream()
                .filter(part -> Objects.equals(part.model(), model))
                .toList());
    }

    private static boolean isAtMost(Usage one, Usage other) {
        return one.minus(other).positive().equals(Usage.ZERO);
    }

    static void write(RowWriter out, SessionCounters counters) {
        out.list(counters.totals, ModelUsage::write);
        out.list(counters.sinceEnd, HourUsage::write);
        out.list(counters.sinceBegin, HourUsage::write);
        out.text(counters.messageId);
        out.optional(counters.message, HourUsage::write);
    }

    static SessionCounters read(RowReader in) {
        return new SessionCounters(
                in.list(ModelUsage::read),
                Booked.readHours(in),
                Booked.readHours(in),
                in.text(),
                in.optional(HourUsage::read));
    }
}
