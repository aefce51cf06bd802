package footfall.view;

import footfall.desire.AppliedRemedy;
import footfall.desire.Comparison;
import footfall.desire.DesireQuestion;
import footfall.view.CompareQuestion.ComparedGroup;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What came of a remedy: its desire from then {@code until} now, against as long a time before, from {@code since} on.
 * {@code comparison} is null when the desire is in neither. {@code alsoChanged}: what else changed its share of
 * the turns, and may be why; {@code heldEqual}: how often the desire occurs without that.
 */
public record RemedyEffect(
        AppliedRemedy remedy,
        Instant since,
        Instant until,
        Comparison comparison,
        List<SharedTurns> alsoChanged,
        List<HeldEqual> heldEqual) {
    /** By question: what tallies know, and what only turns do. */
    private static final List<List<UsageBy>> BY =
            List.of(List.of(UsageBy.MODEL, UsageBy.PROJECT, UsageBy.USER), List.of(UsageBy.AGENT));

    private static final double MOVED = 0.2;
    /** Turns on each side. */
    private static final int STRATUM_MIN = 50;

    /** Names; each is a comparison of its own. */
    private static final int STRATA_MAX = 3;

    /** The share of the turns that a model, agent, project or user had, from 0 to 1. */
    public record SharedTurns(String by, String name, double before, double after) {
        /** By 20 percentage points. */
        private boolean isMoved() {
            return Math.abs(after - before) >= MOVED;
        }

        private Filter filter() {
            return Stream.of(Filter.values())
                    .filter(filter -> filter.word().equals(by))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /**
     * The occurrences in 100 turns before and since, of the {@code names} (models, projects, ...) that have enough
     * turns on both sides, with the same weights on both: those of Mantel and Haenszel.
     */
    public record HeldEqual(String by, List<String> names, double before, double after) {
        static HeldEqual of(String by, Map<String, Comparison> strata) {
            double weights = 0;
            double before = 0;
            double after = 0;
            for (var one : strata.values()) {
                double was = one.before().groupTurns();
                double is = one.after().groupTurns();
                double weight = was * is / (was + is);
                weights += weight;
                before += weight * one.before().rate();
                after += weight * one.after().rate();
            }
            return new HeldEqual(by, List.copyOf(strata.keySet()), before / weights, after / weights);
        }
    }

    /** The same, with users as somebody sees them. */
    public RemedyEffect named(UnaryOperator<String> users) {
        var changed = alsoChanged.stream()
                .map(one -> new SharedTurns(one.by, named(one.by, one.name, users), one.before, one.after))
                .toList();
        var held = heldEqual.stream()
                .map(one -> {
                    var names = one.names.stream().map(name -> named(one.by, name, users));
                    return new HeldEqual(one.by, names.toList(), one.before, one.after);
                })
                .toList();
        return new RemedyEffect(remedy, since, until, comparison, changed, held);
    }

    private static String named(String by, String name, UnaryOperator<String> users) {
        return by.equals(UsageBy.USER.word()) ? users.apply(name) : name;
    }

    /** The end of a comparison that is made now. A clock may have been set back. */
    public static Instant until(AppliedRemedy remedy, Instant now) {
        return (now.isBefore(remedy.at()) ? remedy.at() : now).plusSeconds(1);
    }

    /** Asks about the turns of a selection. */
    public record Reader(Answers answers, Selection turns, ZoneId zone) {
        public Single<RemedyEffect> read(AppliedRemedy remedy, Instant until)
                throws Filter.InvalidFilter, ComparedGroup.InvalidGroup {
            var at = remedy.at();
            var since = at.minus(Duration.between(at, until));
            var groups = List.of(ComparedGroup.range(since, at), ComparedGroup.range(at, until));
            var answer = answers.compare(
                    CompareQuestion.of(turns, groups.get(0), groups.get(1)),
                    DesireQuestion.DEFAULT.only(remedy.desire()),
                    Integer.MAX_VALUE);
            var found = answer.items().stream().findFirst();
            var held = new ArrayList<HeldEqual>();
            var changed = new ArrayList<SharedTurns>();
            for (var shares : found.isEmpty() ? List.<List<SharedTurns>>of() : shares(since, at, until)) {
                var moved = shares.stream().filter(SharedTurns::isMoved).toList();
                changed.addAll(moved);
                if (!moved.isEmpty()) {
                    heldEqual(remedy.desire(), groups, shares).ifPresent(held::add);
                }
            }
            var alone = found.map(Comparison::alone).orElse(null);
            return new Single<>(new RemedyEffect(remedy, since, until, alone, changed, held), answer.coverage());
        }

        /** Of the names with the most turns; empty when none has enough on both sides. */
        private Optional<HeldEqual> heldEqual(String id, List<ComparedGroup> groups, List<SharedTurns> shares)
                throws Filter.InvalidFilter, ComparedGroup.InvalidGroup {
            var strata = new TreeMap<String, Comparison>();
            for (var one : shares.stream()
                    .filter(one -> one.before > 0 && one.after > 0)
                    .sorted(Comparator.comparing(one -> -Math.min(one.before, one.after)))
                    .limit(STRATA_MAX)
                    .toList()) {
                stratum(id, groups, turns.with(one.filter(), one.name))
                        .ifPresent(stratum -> strata.put(one.name, stratum));
            }
            return strata.isEmpty() ? Optional.empty() : Optional.of(HeldEqual.of(shares.get(0).by, strata));
        }

        private Optional<Comparison> stratum(String id, List<ComparedGroup> groups, Selection part)
                throws ComparedGroup.InvalidGroup {
            return answers
                    .compare(
                            CompareQuestion.of(part, groups.get(0), groups.get(1)),
                            DesireQuestion.DEFAULT.only(id),
                            Integer.MAX_VALUE)
                    .items()
                    .stream()
                    .filter(one ->
                            Math.min(one.before().groupTurns(), one.after().groupTurns()) >= STRATUM_MIN)
                    .findFirst();
        }

        /**
         * By model, project, user and agent. Usage counts whole hours, so that of the remedy is in neither part.
         * Nothing is said of parts that are not known in full.
         */
        private List<List<SharedTurns>> shares(Instant since, Instant at, Instant until) throws Filter.InvalidFilter {
            var hour = at.truncatedTo(ChronoUnit.HOURS);
            var next = hour.equals(at) ? at : hour.plus(1, ChronoUnit.HOURS);
            var all = new ArrayList<List<SharedTurns>>();
            if (!since.isBefore(hour) || !next.isBefore(until)) {
                return all;
            }
            for (var words : BY) {
                var was = rows(words, since, hour);
                var is = rows(words, next, until);
                for (var by : words) {
                    all.add(shares(by, shares(by, was), shares(by, is)));
                }
            }
            return all;
        }

        private static List<SharedTurns> shares(UsageBy by, Map<String, Double> was, Map<String, Double> is) {
            var names = new TreeSet<>(was.keySet());
            names.addAll(is.keySet());
            return was.isEmpty() || is.isEmpty()
                    ? List.of()
                    : names.stream()
                            .map(name -> new SharedTurns(
                                    by.word(), name, was.getOrDefault(name, 0.0), is.getOrDefault(name, 0.0)))
                            .toList();
        }

        private List<UsageRow> rows(List<UsageBy> by, Instant since, Instant until) throws Filter.InvalidFilter {
            var question = new UsageQuestion(by, turns.within(since, until), zone, UnaryOperator.identity(), false);
            var bill = answers.usage(question, new UsageBill.Order(null, Integer.MAX_VALUE, false));
            return bill.coverage().complete() ? bill.rows() : List.of();
        }

        /** Empty without turns. */
        private static Map<String, Double> shares(UsageBy by, List<UsageRow> rows) {
            double all = rows.stream().mapToLong(UsageRow::turns).sum();
            return rows.stream()
                    .filter(row -> row.turns() > 0 && row.key().value(by) != null)
                    .collect(Collectors.groupingBy(
                            row -> row.key().value(by), Collectors.summingDouble(row -> row.turns() / all)));
        }
    }
}
