package footfall.session;

import footfall.line.Line;
import footfall.line.OwnCost;
import footfall.line.Usage;
import footfall.turn.HourUsage;
import footfall.turn.ModelUsage;
import footfall.turn.Prices;
import footfall.turn.TurnRules.UsageTimes;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What an agent counts of a session itself, against what the messages of the session contain. {@code totals} are the
 * agent's own, as last reported. {@code sinceReport} are the tokens of messages since then, {@code sinceBegin} those
 * since the session began, resumed or was rewound; with times only where their cost is not known. Messages of
 * subagents with files of their own are in neither, but in {@link Booked}, because no order of the files is known.
 * {@code own}: the agent's own cost of the session; null for none.
 */
public record SessionCounters(
        List<ModelUsage> totals, List<HourUsage> sinceReport, List<HourUsage> sinceBegin, OwnCost own) {
    private static final SessionCounters NONE =
            new SessionCounters(List.of(), List.of(), List.of(), new OwnCost(BigDecimal.ZERO, false));

    public SessionCounters {
        totals = List.copyOf(totals);
        sinceReport = List.copyOf(sinceReport);
        sinceBegin = List.copyOf(sinceBegin);
    }

    /** The counters after a line, and what the line adds to the session. */
    public record Step(SessionCounters counters, Booked booked) {}

    /**
     * Where a line is and what it says. {@code isMeteredByFiles}: as {@link footfall.line.Dialect#isMeteredByFiles}.
     * {@code at}: its time, else the latest of the lines before it in its main trail; {@code change} is null for a line
     * without tokens; {@code isFirst}: no line of the session came before.
     */
    public record Place(boolean isMeteredByFiles, Instant at, MessageChange change, boolean isFirst, boolean isCopy) {}

    /**
     * {@code before} is null where the beginning of the session was not read, or its agent has no counters. Totals
     * then contain tokens of lines that are unknown, forgotten, or of the session that was forked: the first ones add
     * nothing, later ones what they grew by.
     */
    public static Step step(SessionCounters before, Line line, Place place, Metering metering) {
        if (place.isMeteredByFiles) {
            return ofFiles(before, line, place, metering);
        }
        return place.isCopy ? new Step(before, Booked.NOTHING) : ofLine(before, line, place, metering);
    }

    /** A copied line belongs to another session, whose tokens the totals of a fork contain. */
    private static Step ofFiles(SessionCounters before, Line line, Place place, Metering metering) {
        boolean isOfSubagent = line.envelope().agent() != null;
        if (isOfSubagent && !place.isCopy && place.change != null) {
            return new Step(before, Booked.ofSubagent(place.change, metering.times()));
        } else if (isOfSubagent) {
            return new Step(before, Booked.NOTHING);
        }
        boolean isNew = before == null && place.isFirst && !place.isCopy;
        var known = isNew ? NONE : before;
        if (place.isCopy && known != null && known.totals.isEmpty()) {
            known = null;
        }
        return place.isCopy && !(line instanceof Line.Reported)
                ? new Step(known, Booked.NOTHING)
                : ofLine(place.isCopy ? null : known, line, place, metering);
    }

    private static Step ofLine(SessionCounters before, Line line, Place place, Metering metering) {
        var prices = metering.prices();
        var times = metering.times();
        if (line instanceof Line.SessionBegin begin) {
            var known = before == null && begin.isNew() ? NONE : before;
            return new Step(known == null ? null : known.begun(), Booked.NOTHING);
        } else if (line instanceof Line.Compaction compaction && compaction.used() != null) {
            var used = request(compaction.used(), place.at, prices);
            return new Step(before, Booked.of(List.of(new HourUsage(times.of(place.at), used)), List.of()));
        } else if (line instanceof Line.Reported reported) {
            var now = reported.totals().stream()
                    .map(one -> counter(one, place.at, prices))
                    .toList();
            return new Step(
                    before == null
                            ? new SessionCounters(now, List.of(), List.of(), null)
                            : new SessionCounters(
                                    now, List.of(), before.sinceBegin, before.own == null ? null : reported.cost()),
                    before == null ? Booked.NOTHING : before.rest(now, times.of(place.at)));
        } else if (before != null && place.change != null && !place.change.isNothing()) {
            return new Step(before.counted(place.change, times), Booked.NOTHING);
        }
        return new Step(before, Booked.NOTHING);
    }

    private SessionCounters begun() {
        return new SessionCounters(totals, sinceReport, List.of(), own);
    }

    private SessionCounters counted(MessageChange change, UsageTimes times) {
        var since = plus(sinceReport, change, times);
        var all = sinceBegin.equals(sinceReport) ? since : plus(sinceBegin, change, times);
        return new SessionCounters(totals, since, all, own);
    }

    private static List<HourUsage> plus(List<HourUsage> sum, MessageChange change, UsageTimes times) {
        var all = sum;
        for (var part : change.parts()) {
            all = HourUsage.plus(all, timed(part), times.partsMax());
        }
        return all;
    }

    private static HourUsage timed(HourUsage message) {
        return message.used().usage().outputOnly() ? message : new HourUsage(null, message.used());
    }

    /** A compaction is one request. */
    private static ModelUsage request(Line.Message message, Instant at, Prices prices) {
        return prices.of(message.model(), message.usage(), message.tiers(), at);
    }

    /** At the price of a small request: the size of each one is not known. */
    private static ModelUsage counter(Line.Message total, Instant at, Prices prices) {
        var small = prices.of(total.model(), Usage.ZERO, total.tiers(), at);
        return new ModelUsage(total.model(), small.rate(), total.usage());
    }

    /**
     * The tokens that are in the totals only, by model. Totals go on from those before, unless one is lower or their
     * output is that of the messages since the session began: then they started again.
     */
    private Booked rest(List<ModelUsage> now, Instant at) {
        boolean goesOn = totals.stream().allMatch(before -> isAtMost(before.usage(), of(now, before.model())))
                && ModelUsage.total(now).output()
                        != ModelUsage.total(HourUsage.models(sinceBegin)).output();
        var held = goesOn ? sinceReport : sinceBegin;
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
        return Booked.of(rest, outputs(held, now));
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
}
