package footfall.session;

import footfall.line.Changes;
import footfall.line.Group;
import footfall.line.RateLimits;
import footfall.line.SessionId;
import footfall.turn.AgentActivity;
import footfall.turn.Cost.UnpricedModel;
import footfall.turn.ModelUsage;
import footfall.turn.Origin;
import footfall.turn.Position;
import footfall.turn.SessionUsage;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A record of the topic {@code sessions}: one session so far. Everything except {@code subagents},
 * {@code totalActiveDurationMs} and {@code besideMessages} is about its main trail; times are event times. Copied
 * turns are only included in {@code copiedTurns}. Maps are ordered by count. Entries beyond the maximum are counted as
 * {@link TurnRules#OTHER}, so sums are exact. {@code changes}: of its emitted turns, also those of subagents. Absent
 * components are null.
 */
public record SessionSummary(
        SessionId sessionId,
        Origin origin,
        Turn.Product product,
        Turns turns,
        Instant startTime,
        Instant endTime,
        Models models,
        Tools tools,
        Tokens tokens,
        BigDecimal costEstimate,
        SessionBill bill,
        long activeDurationMs,
        long totalActiveDurationMs,
        List<Subagent> subagents,
        List<SessionUsage.SessionTokens> besideMessages,
        RateLimits rateLimits,
        Changes changes,
        AgentActivity activity,
        List<Requests> requests) {

    public SessionSummary {
        subagents = List.copyOf(subagents);
        requests = requests == null || requests.isEmpty() ? null : List.copyOf(requests);
        activity = activity == null ? AgentActivity.NONE : activity;
        besideMessages = besideMessages == null || besideMessages.isEmpty() ? null : List.copyOf(besideMessages);
    }

    /** What the session used beside its turns. */
    public SessionUsage usage() {
        return new SessionUsage(
                sessionId,
                origin,
                product,
                besideMessages == null ? List.of() : besideMessages,
                bill == null ? null : bill.priceList(),
                rateLimits);
    }

    /** Whether it has no call, no prompt and no tokens, as {@link SessionReport#isEmpty}; lists omit it. */
    public boolean hasNothing() {
        return tools.totalTools == 0
                && turns.promptCount == 0
                && turns.copiedTurns == 0
                && subagents.isEmpty()
                && bill.totalTokens().total() == 0;
    }

    /** As a report without what only the transcript has; {@code place}: its project and user. */
    public SessionReport report(String place) {
        var unpriced = bill.totalUnpriced() == null || costEstimate != null
                ? List.<String>of()
                : bill.totalUnpriced().stream().map(UnpricedModel::model).toList();
        return new SessionReport(
                sessionId.value(),
                null,
                place,
                product.agent(),
                product.agentVersion(),
                null,
                null,
                turns.turnCount,
                turns.promptCount,
                startTime,
                endTime,
                models.model,
                models.modelsUsed,
                tools.totalTools,
                tools.toolCounts,
                tools.fileExtensions,
                Map.of(),
                List.of(),
                tools.bashCategorySummary,
                List.of(),
                List.of(),
                turns.interruptCount,
                turns.compactions,
                tokens,
                activeDurationMs,
                totalActiveDurationMs,
                null,
                null,
                tools.toolErrors,
                tools.toolSuccesses,
                costEstimate,
                unpriced,
                bill,
                besideMessages,
                rateLimits,
                subagents.stream().map(Subagent::report).toList(),
                null);
    }

    /** Its place in the order of time. */
    public Position position() {
        return new Position(startTime, sessionId.value());
    }

    /** {@code promptCount}: of the texts that {@code turnCount} counts, those that are prompts. */
    public record Turns(long turnCount, long promptCount, long interruptCount, long copiedTurns, long compactions)
            implements Group {}

    /** {@code model} is the first one. */
    public record Models(String model, List<String> modelsUsed) implements Group {
        public Models {
            modelsUsed = List.copyOf(modelsUsed);
        }

        static Models of(List<ModelUsage> usage) {
            var used = ModelUsage.models(usage);
            return new Models(used.isEmpty() ? null : used.get(0), List.copyOf(new TreeSet<>(used)));
        }
    }

    /** Calls of the main trail, and their results. */
    public record Tools(
            long totalTools,
            Map<String, Long> toolCounts,
            Map<String, Long> fileExtensions,
            Map<String, Long> bashCategorySummary,
            long toolErrors,
            long toolSuccesses)
            implements Group {
        public Tools {
            toolCounts = ordered(toolCounts);
            fileExtensions = ordered(fileExtensions);
            bashCategorySummary = ordered(bashCategorySummary);
        }

        private Tools within(int max) {
            return new Tools(
                    totalTools,
                    SummaryCounts.ranked(toolCounts, max),
                    SummaryCounts.ranked(fileExtensions, max),
                    bashCategorySummary,
                    toolErrors,
                    toolSuccesses);
        }
    }

    private static Map<String, Long> ordered(Map<String, Long> counts) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    }

    /** A subagent that called a tool; {@code subagentType} is null while no call is known to run it. */
    public record Subagent(
            String agentId, String subagentType, long toolCount, Map<String, Long> toolCounts, long activeDurationMs) {
        static final Comparator<Subagent> BUSIEST_FIRST =
                Comparator.comparing(Subagent::toolCount).reversed().thenComparing(Subagent::agentId);

        public Subagent {
            toolCounts = ordered(toolCounts);
        }

        private SessionReport.Subagent report() {
            return new SessionReport.Subagent(
                    agentId, subagentType, null, null, toolCount, toolCounts, List.of(), activeDurationMs);
        }

        private Subagent within(int max) {
            var counts = SummaryCounts.ranked(toolCounts, max);
            return new Subagent(agentId, subagentType, toolCount, counts, activeDurationMs);
        }

        private Subagent with(Subagent other) {
            var counts = new LinkedHashMap<>(toolCounts);
            other.toolCounts.forEach((tool, count) -> counts.merge(tool, count, Long::sum));
            return new Subagent(
                    TurnRules.OTHER,
                    null,
                    toolCount + other.toolCount,
                    counts,
                    activeDurationMs + other.activeDurationMs);
        }
    }

    /** The number of entries of its maps and lists, which determines its size. */
    public int entries() {
        int ofSubagents =
                subagents.stream().mapToInt(one -> 1 + one.toolCounts().size()).sum();
        return models.modelsUsed.size() + tools.toolCounts.size() + tools.fileExtensions.size() + ofSubagents;
    }

    /** The same with at most {@code max} entries in each list and map; further ones are combined. */
    public SessionSummary within(int max) {
        return new SessionSummary(
                sessionId,
                origin,
                product,
                turns,
                startTime,
                endTime,
                models(max),
                tools.within(max),
                tokens,
                costEstimate,
                bill,
                activeDurationMs,
                totalActiveDurationMs,
                subagents(max),
                besideMessages,
                rateLimits,
                changes,
                activity,
                requests);
    }

    private Models models(int max) {
        if (models.modelsUsed.size() <= max) {
            return models;
        }
        var kept = new ArrayList<>(models.modelsUsed.subList(0, max - 1));
        kept.add(TurnRules.OTHER);
        return new Models(models.model, kept);
    }

    private List<Subagent> subagents(int max) {
        var kept = new ArrayList<Subagent>();
        Subagent others = null;
        for (var one : subagents.stream().sorted(Subagent.BUSIEST_FIRST).toList()) {
            if (subagents.size() <= max || kept.size() < max - 1) {
                kept.add(one.within(max));
            } else {
                others = others == null ? one : others.with(one);
            }
        }
        if (others != null) {
            kept.add(others.within(max));
        }
        return kept;
    }

    /**
     * Counts by name. The first {@code NAMES_MAX} names are counted individually, others as
     * {@link TurnRules#OTHER}, so the total is exact.
     */
    record SummaryCounts(SortedMap<String, Long> byName) {
        static final int NAMES_MAX = 200;
        static final SummaryCounts NONE = new SummaryCounts(new TreeMap<>());

        SummaryCounts {
            byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
        }

        /** With one more occurrence; null is ignored. */
        SummaryCounts plus(String name) {
            if (name == null) {
                return this;
            }
            var counts = new TreeMap<>(byName);
            boolean isNamed = byName.containsKey(name) || byName.size() < NAMES_MAX;
            counts.merge(isNamed ? name : TurnRules.OTHER, 1L, Long::sum);
            return new SummaryCounts(counts);
        }

        /** With one less occurrence of a name that was added; null is ignored. */
        SummaryCounts minus(String name) {
            if (name == null) {
                return this;
            }
            var counts = new TreeMap<>(byName);
            counts.computeIfPresent(
                    byName.containsKey(name) ? name : TurnRules.OTHER, (key, count) -> count > 1 ? count - 1 : null);
            return new SummaryCounts(counts);
        }

        long total() {
            return byName.values().stream().mapToLong(Long::longValue).sum();
        }

        /** The most frequent first, ties by name. */
        Map<String, Long> ranked() {
            return ranked(byName, Integer.MAX_VALUE);
        }

        /** At most {@code max} names; the least frequent are combined. */
        static Map<String, Long> ranked(Map<String, Long> counts, int max) {
            var ranked = new LinkedHashMap<String, Long>();
            var order = Comparator.comparing(Map.Entry<String, Long>::getValue)
                    .reversed()
                    .thenComparing(Map.Entry::getKey);
            counts.entrySet().stream().sorted(order).forEach(entry -> {
                boolean isNamed = counts.size() <= max || ranked.size() < max - 1;
                ranked.merge(isNamed ? entry.getKey() : TurnRules.OTHER, entry.getValue(), Long::sum);
            });
            return ranked;
        }
    }
}
