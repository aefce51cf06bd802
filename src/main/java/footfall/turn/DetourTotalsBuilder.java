package footfall.turn;

import footfall.line.ErrorCategory;
import footfall.line.FailureCause;
import footfall.line.Intent;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.Shell;
import footfall.line.Usage;
import footfall.loop.Level;
import footfall.loop.Loop;
import footfall.loop.Recoveries;
import footfall.loop.Recovery;
import footfall.loop.Repeat;
import footfall.turn.DetourTotals.Wasted;
import footfall.turn.DetourTotals.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Sums the loops, repeats, recoveries and questions of a turn. Of each level the {@link #LOOPS_MAX} names with the most
 * excess are counted individually, the {@link #REPEATS_MAX} most frequent repeats and questions, and of each kind of
 * failure the {@link #WAYS_MAX} most frequent ways; further ones together. So are those that would bring the names of a
 * level, or the ways of the turn, over {@link #TEXT_MAX} characters. A kind of failure is one that the turn's {@link
 * Totals} count.
 */
final class DetourTotalsBuilder {
    static final int LOOPS_MAX = 50;
    static final int REPEATS_MAX = 50;
    static final int WAYS_MAX = 10;
    private static final int TEXT_MAX = 6_000;

    private static final Comparator<DetourTotals.Loops> MOST_EXCESS = Comparator.comparingInt(
                    (DetourTotals.Loops loops) -> loops.excess())
            .reversed()
            .thenComparing(DetourTotals.Loops::name);
    private static final Comparator<Way> MOST_FREQUENT =
            Comparator.comparingLong(Way::count).reversed().thenComparing(Way::way);

    private final TurnRules rules;
    private final List<StepRow> rows;
    private final List<Step> steps;
    /** Null where nothing is wasted: most long turns cost no more for it. */
    private StepWaste waste;

    private int wayText;

    private record Failure(ErrorCategory category, String subject) {
        // As in RowKey.
        @Override
        public boolean equals(Object other) {
            return other instanceof Failure one && category == one.category && Objects.equals(subject, one.subject);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(subject);
        }
    }

    private record Same(Repeat.Kind kind, String name) {
        // As in RowKey.
        @Override
        public boolean equals(Object other) {
            return other instanceof Same one && kind == one.kind && name.equals(one.name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    private record Walk(Recovery recovery, long timeMs) {}

    DetourTotalsBuilder(TurnRules rules, List<StepRow> rows, List<Step> steps) {
        this.rules = rules;
        this.rows = rows;
        this.steps = steps;
    }

    /** Null for a turn that has none of it. {@code usage}: what each message of the turn used, by its ID. */
    DetourTotals of(Detours detours, Supplier<Map<String, MessageUsage>> usage) {
        boolean isLong = rules.isLong(rows.size());
        boolean isWasteful =
                !detours.recoveries().isEmpty() || !detours.repeats().isEmpty();
        if (!isLong && !isWasteful && detours.asked().isEmpty()) {
            return null;
        }
        waste = isWasteful ? new StepWaste(rows, usage.get(), rules.prices(), detours.asked()) : null;
        var recoveries = recoveries(detours.recoveries().isEmpty() ? List.of() : Step.recoveries(steps));
        return new DetourTotals(
                isLong ? loops(detours.loops()) : List.of(),
                repeats(detours.repeats()), // The ways of failures have room first.
                recoveries,
                questions(detours.asked()));
    }

    /** The most frequent first; those that have no room together. */
    private List<DetourTotals.Questions> questions(List<Asked> asked) {
        var byName = asked.stream().collect(Collectors.groupingBy(Asked::name, TreeMap::new, Collectors.toList()));
        var names = byName.entrySet().stream()
                .sorted(Comparator.comparingInt(named -> -named.getValue().size()))
                .map(Map.Entry::getKey)
                .toList();
        var counted = new ArrayList<DetourTotals.Questions>();
        var rest = new ArrayList<Asked>();
        int text = 0;
        for (var name : names) {
            text += name.length();
            if (counted.size() < REPEATS_MAX && text <= TEXT_MAX) {
                counted.add(questions(name, byName.get(name)));
            } else {
                rest.addAll(byName.get(name));
            }
        }
        if (!rest.isEmpty()) {
            counted.add(questions(TurnRules.OTHER, rest));
        }
        return counted;
    }

    private static DetourTotals.Questions questions(String name, List<Asked> asked) {
        var words = new TreeMap<String, Long>();
        for (var one : asked) {
            words.merge(one.answer().word(), 1L, Long::sum);
            if (one.reason() != null) {
                words.merge(one.reason().word(), 1L, Long::sum);
            }
        }
        var waited = Asked.waitedMs(asked);
        int allowed = (int)
                asked.stream().filter(one -> one.answer() != Permission.USER).count();
        var ways = words.entrySet().stream()
                .map(word -> new Way(word.getKey(), word.getValue()))
                .sorted(MOST_FREQUENT)
                .toList();
        return new DetourTotals.Questions(name, asked.size(), allowed, waited == null ? 0 : waited, ways);
    }

    /** The most frequent first; those of a kind that have no room together. */
    private List<DetourTotals.Repeats> repeats(List<Repeat> repeats) {
        var byName = repeats.stream()
                .collect(Collectors.groupingBy(
                        one -> new Same(one.kind(), one.name()), LinkedHashMap::new, Collectors.toList()));
        var groups = new LinkedHashMap<Same, List<Repeat>>();
        int text = 0;
        for (var same : byName.keySet().stream().sorted(mostRepeated(byName)).toList()) {
            text += same.name.length();
            boolean hasRoom = groups.size() < REPEATS_MAX && text <= TEXT_MAX;
            groups.computeIfAbsent(hasRoom ? same : new Same(same.kind, TurnRules.OTHER), none -> new ArrayList<>())
                    .addAll(byName.get(same));
        }
        var repeated = new BitSet();
        repeats.forEach(one -> repeated.set(one.step()));
        return groups.entrySet().stream()
                .map(group -> repeats(group.getKey(), group.getValue(), repeated))
                .toList();
    }

    private static Comparator<Same> mostRepeated(Map<Same, List<Repeat>> byName) {
        return Comparator.comparingInt((Same same) -> byName.get(same).size())
                .reversed()
                .thenComparing(Same::kind)
                .thenComparing(Same::name);
    }

    private DetourTotals.Repeats repeats(Same same, List<Repeat> of, BitSet repeated) {
        var calls = new BitSet();
        of.forEach(one -> calls.set(one.step()));
        var wasted = sum(calls);
        var walks = Recoveries.of(
                        IntStream.range(0, steps.size()).boxed().toList(),
                        step -> "",
                        step -> "",
                        step -> steps.get(step).use().tool(),
                        step -> calls.get(step)
                                ? Outcome.ERROR
                                : isOfUse(same.kind, step, repeated) ? Outcome.OK : Outcome.PENDING)
                .stream()
                .map(this::walk)
                .toList();
        walks.forEach(walk -> calls.set(walk.recovery.from(), walk.recovery.from() + walk.recovery.steps()));
        var followed = new DetourTotals.Followed(
                walks.size(),
                recovered(walks),
                steps(walks),
                timeMs(walks),
                ways(walks),
                same.kind == Repeat.Kind.EMPTY ? sum(calls) : null);
        return new DetourTotals.Repeats(same.kind, same.name, of.size(), wasted, followed);
    }

    /** Whether a step ends what follows a repeat. */
    private boolean isOfUse(Repeat.Kind kind, int step, BitSet repeated) {
        var intent = steps.get(step).use().intent();
        return steps.get(step).result().outcome() == Outcome.OK
                && (kind == Repeat.Kind.EMPTY
                        ? intent.equals(Intent.SEARCH) && !Detours.isEmpty(rows.get(step))
                        : !repeated.get(step) && !intent.equals(Intent.WAIT));
    }

    private static int recovered(List<Walk> walks) {
        return (int) walks.stream().filter(walk -> walk.recovery.recovered()).count();
    }

    private static int steps(List<Walk> walks) {
        return walks.stream().mapToInt(walk -> walk.recovery.steps()).sum();
    }

    private static long timeMs(List<Walk> walks) {
        return walks.stream().mapToLong(Walk::timeMs).sum();
    }

    private List<DetourTotals.Loops> loops(List<Loop> loops) {
        var counted = new ArrayList<DetourTotals.Loops>();
        for (var level : Level.values()) {
            var byName = new LinkedHashMap<String, DetourTotals.Loops>();
            loops.stream()
                    .filter(loop -> loop.level() == level)
                    .forEach(loop -> byName.merge(loop.name(), loops(loop), DetourTotals.Loops::plus));
            var ranked = byName.values().stream().sorted(MOST_EXCESS).toList();
            int named = 0;
            for (int text = 0; named < Math.min(LOOPS_MAX, ranked.size()); named++) {
                text += ranked.get(named).name().length();
                if (text > TEXT_MAX) {
                    break;
                }
            }
            counted.addAll(ranked.subList(0, named));
            ranked.stream()
                    .skip(named)
                    .reduce(DetourTotals.Loops::plus)
                    .map(rest -> rest.named(TurnRules.OTHER))
                    .ifPresent(counted::add);
        }
        return counted;
    }

    private static DetourTotals.Loops loops(Loop loop) {
        return new DetourTotals.Loops(
                loop.level(),
                loop.name(),
                1,
                loop.rounds(),
                loop.steps(),
                loop.timeMs(),
                loop.failures(),
                loop.parallel(),
                loop.oneTarget() ? 1 : 0,
                loop.excess());
    }

    private List<DetourTotals.Recoveries> recoveries(List<Recovery> recoveries) {
        if (recoveries.isEmpty()) {
            return List.of();
        }
        var known = new LinkedHashSet<Failure>();
        Totals.Builder.of(steps, pooled -> {})
                .failures()
                .forEach(failed -> known.add(new Failure(failed.category(), failed.subject())));
        var byFailure = new LinkedHashMap<Failure, List<Walk>>();
        var taken = new HashMap<Failure, BitSet>(); // A step may be in recoveries of several names.
        for (var one : recoveries) {
            var kind = failure(steps.get(one.from()), known);
            byFailure.computeIfAbsent(kind, none -> new ArrayList<>()).add(walk(one));
            taken.computeIfAbsent(kind, none -> new BitSet()).set(one.from(), one.from() + one.steps());
        }
        var wasted = new HashMap<Failure, Wasted>();
        for (int i = 0; i < steps.size(); i++) {
            var result = steps.get(i).result();
            if (result.outcome() == Outcome.ERROR) {
                var kind = failure(steps.get(i), known);
                byFailure.computeIfAbsent(kind, none -> new ArrayList<>());
                taken.computeIfAbsent(kind, none -> new BitSet()).set(i);
                wasted.merge(kind, isWork(steps.get(i)) ? Wasted.NOTHING : waste.of(i), Wasted::plus);
            }
        }
        return byFailure.entrySet().stream()
                .map(one -> recoveries(
                        one.getKey(), one.getValue(), wasted.get(one.getKey()), sum(taken.get(one.getKey()))))
                .toList();
    }

    private Wasted sum(BitSet of) {
        return of.stream().mapToObj(waste::of).reduce(Wasted.NOTHING, Wasted::plus);
    }

    /** A command that fails for no known reason, as a test, tells something new; so does a hook that finds a fault. */
    private static boolean isWork(Step failed) {
        var category = failed.result().category();
        return FailureCause.ofSubject(failed.failedSubject())
                .filter(known -> known != FailureCause.SAME_ERROR)
                .map(cause -> cause.isAnswer() || cause == FailureCause.HOOK)
                .orElse(category == ErrorCategory.COMMAND_FAILED
                        || category == ErrorCategory.OTHER
                                && Shell.runs(failed.use().tool()));
    }

    /** The kind under which {@link Totals.Builder} counts it. */
    private static Failure failure(Step step, Set<Failure> known) {
        var failure = new Failure(step.result().category(), step.failedSubject());
        var pooled = new Failure(failure.category(), TurnRules.OTHER);
        if (known.contains(failure)) {
            return failure;
        }
        return known.contains(pooled) ? pooled : new Failure(ErrorCategory.OTHER, TurnRules.OTHER);
    }

    private Walk walk(Recovery recovery) {
        int last = recovery.from() + recovery.steps() - 1;
        return new Walk(recovery, StepWaste.timeMs(rows.get(recovery.from()), rows.get(last)));
    }

    private DetourTotals.Recoveries recoveries(Failure failure, List<Walk> walks, Wasted wasted, Wasted taken) {
        return new DetourTotals.Recoveries(
                failure.category(),
                failure.subject(),
                walks.size(),
                recovered(walks),
                steps(walks),
                timeMs(walks),
                wasted,
                ways(walks),
                taken);
    }

    private List<Way> ways(List<Walk> walks) {
        var counts = new LinkedHashMap<String, Long>();
        walks.forEach(walk -> counts.merge(walk.recovery.way(), 1L, Long::sum));
        var ranked = counts.entrySet().stream()
                .map(way -> new Way(way.getKey(), way.getValue()))
                .sorted(MOST_FREQUENT)
                .toList();
        var ways = new ArrayList<Way>();
        long others = 0;
        for (var one : ranked) {
            boolean hasRoom = ways.size() < WAYS_MAX && wayText + one.way().length() <= TEXT_MAX;
            wayText += hasRoom ? one.way().length() : 0;
            if (hasRoom) {
                ways.add(one);
            } else {
                others += one.count();
            }
        }
        if (others > 0) {
            ways.add(new Way(TurnRules.OTHER, others));
        }
        return ways;
    }

    /** What each step of a turn used; few are asked for. */
    private static final class StepWaste {
        private final List<StepRow> rows;
        private final Map<String, MessageUsage> usage;
        private final Prices prices;
        private final Map<String, Integer> calls = new HashMap<>();
        private final Map<Integer, Long> waits = new HashMap<>();
        /** Of each step, among those of its message, from 1. */
        private final int[] places;

        /** {@code usage}: what each message of the turn used, by its ID. A call takes no time at a question. */
        StepWaste(List<StepRow> rows, Map<String, MessageUsage> usage, Prices prices, List<Asked> asked) {
            this.rows = rows;
            this.usage = usage;
            this.prices = prices;
            this.places = new int[rows.size()];
            for (int i = 0; i < places.length; i++) {
                places[i] = calls.merge(message(rows.get(i)), 1, Integer::sum);
            }
            asked.forEach(one -> waits.put(one.step(), one.waitedMs()));
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

        /** From the start of one step to the completion of another; 0 when unknown. */
        static long timeMs(StepRow first, StepRow last) {
            var start = first.use().startedAt();
            var end = last.use().completedAt();
            return start == null || end == null
                    ? 0
                    : Math.max(0, Duration.between(start, end).toMillis());
        }

        Wasted of(int step) {
            var row = rows.get(step);
            var id = message(row);
            var message = usage.get(id);
            var used = message == null ? Wasted.NOTHING : part(message, places[step], calls.get(id), prices);
            var wait = waits.get(step);
            long ms = wait == null ? timeMs(row, row) : Math.max(0, timeMs(row, row) - wait);
            return new Wasted(1, ms, used.tokens(), used.costUsd(), used.unpriced());
        }
    }
}
