package footfall.view;

import footfall.alert.Alert;
import footfall.desire.Comparison;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.desire.DesireRules;
import footfall.desire.StepCoverage;
import footfall.loop.Level;
import footfall.pattern.Pattern;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Sample;
import footfall.pattern.Subject;
import footfall.pattern.Subject.Kind;
import footfall.pattern.TallyView;
import footfall.pattern.Tool;
import footfall.session.SessionSummary;
import footfall.turn.Position;
import footfall.turn.Turn;
import footfall.view.ToolFold.ToolDetail;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Answers from shards: merges their parts, sorts them, and applies the rules that need all parts. */
public record MergedAnswers(Shards shards, AnswerRules rules) implements Answers {
    private static final Comparator<RecurringLoop> MOST_EXCESS = Comparator.comparingLong(RecurringLoop::excess)
            .thenComparingLong(RecurringLoop::turns)
            .reversed()
            .thenComparing(RecurringLoop::name);

    @Override
    public Answer<Turn> turns(Selection selection, Page page) {
        return paged(selection, page, shard -> shard.turns(selection, range(page)), Position::of);
    }

    @Override
    public Answer<Turn> topTurns(Selection selection, TopTurns.TurnSort sort, int max) {
        if (sort == TopTurns.TurnSort.STARTED_AT) {
            var newest = turns(selection, new Page(null, max, Direction.DESC));
            return new Answer<>(newest.items(), null, newest.coverage());
        }
        var asked = shards.ask(shard -> shard.topTurns(sort, selection, max, rules.scanMax()));
        var top = TopTurns.merged(asked.parts(), sort, max);
        var coverage = coverage(asked, selection, top.reached());
        return new Answer<>(top.turns(), null, top.isCut() ? coverage.incomplete() : coverage);
    }

    @Override
    public Answer<SessionSummary> sessions(Selection selection, Page page) {
        return paged(selection, page, shard -> shard.sessions(selection, range(page)), SessionSummary::position);
    }

    @Override
    public Answer<Alert> alerts(Selection selection, Page page) {
        return paged(selection, page, shard -> shard.alerts(selection, range(page)), Alert::position);
    }

    private Shard.Range range(Page page) {
        return new Shard.Range(page.after(), page.limit(), rules.scanMax(), page.direction(), page.isCounted());
    }

    private <T> Answer<T> paged(
            Selection selection, Page page, Function<Shard, Shard.Slice<T>> question, Function<T, Position> position) {
        var asked = shards.ask(question);
        var merged = Shard.Slice.merged(asked.parts(), page.limit(), page.direction(), position);
        var reached = merged.items().size() < page.limit() ? merged.next() : null;
        var total = page.isCounted() && asked.missing().isEmpty() ? merged.total() : null;
        return new Answer<>(merged.items(), merged.next(), coverage(asked, selection, reached), total);
    }

    /** What expired before the selected time does not lack. */
    private static Coverage coverage(Shards.Parts<?> asked, Selection selection, Position reached) {
        var coverage = Coverage.of(asked.missing(), asked.stale(), reached);
        var expired = asked.expired();
        boolean isSelected = expired != null
                && selection.since().map(expired.before()::isAfter).orElse(true)
                && selection.until().map(expired.first()::isBefore).orElse(true);
        return isSelected ? coverage.without(expired) : coverage;
    }

    @Override
    public Single<Turn> turn(String turnId) {
        return single(shard -> shard.turn(turnId), Shard.LATEST);
    }

    @Override
    public Single<SessionSummary> session(String sessionId) {
        return single(shard -> shard.session(sessionId), (one, same) -> 0);
    }

    private <T> Single<T> single(Function<Shard, Optional<T>> question, Comparator<T> order) {
        var asked = shards.ask(question);
        var found = asked.parts().stream().flatMap(Optional::stream).max(order);
        // What was found did not expire.
        var coverage = Coverage.of(asked.missing(), asked.stale(), null);
        return new Single<>(found.orElse(null), found.isPresent() ? coverage : coverage.without(asked.expired()));
    }

    @Override
    public Answer<String> sessionIds(String prefix, int max) {
        var asked = shards.ask(shard -> shard.sessionIds(prefix, max));
        var ids =
                asked.parts().stream().flatMap(List::stream).distinct().sorted().limit(max);
        return new Answer<>(ids.toList(), null, coverage(asked, Selection.ALL, null));
    }

    @Override
    public Answer<OpenTurn> openTurns(Selection selection, int max) {
        var asked = shards.ask(shard -> shard.openTurns(selection, max));
        return new Answer<>(OpenTurns.merged(asked.parts(), max).turns(), null, coverage(asked, selection, null));
    }

    @Override
    public Optional<Shard.Repeats> repeats() {
        var asked = shards.ask(Shard::repeats);
        var all = asked.parts().stream().reduce(Shard.Repeats.NONE, Shard.Repeats::plus);
        return asked.missing().isEmpty() ? Optional.of(all) : Optional.empty();
    }

    @Override
    public Answer<Pattern> patterns(Selection selection, Top top) {
        // Every turn of a pattern has at least 2 steps, or every one has exactly 1: the totals suffice.
        boolean isInTotals = selection.minLength() <= 2
                && selection.without(Filter.MIN_LENGTH).isAll();
        var asked = tallied(Set.of(Kind.PATTERN), isInTotals ? Selection.ALL : selection);
        Predicate<TallyView> isLongEnough = view ->
                selection.minLength() < 2 || view.sums().length() > view.sums().turns();
        return asked.top(Kind.PATTERN, isLongEnough, top, Pattern::of);
    }

    @Override
    public Answer<Tool> tools(Selection selection, Top top) {
        return tallied(Set.of(Kind.TOOL), selection).top(Kind.TOOL, view -> true, top, Tool::of);
    }

    @Override
    public Single<ToolDetail> tool(String tool, Selection selection) {
        var asked = tallied(Set.of(Kind.TOOL), selection);
        var view = asked.of(Kind.TOOL)
                .filter(one -> one.subject().name().equals(tool))
                .findFirst();
        if (view.isEmpty()) {
            return new Single<>(null, asked.coverage());
        }
        var parts = shards.ask(shard -> shard.tool(tool, selection, rules.scanMax()));
        var part = parts.parts().stream().reduce(Shard.ToolPart.NONE, Shard.ToolPart::plus);
        var detail = new ToolDetail(
                Tool.of(view.get()),
                ranked(part.failures()),
                ranked(part.next()),
                part.last(),
                part.unknown(),
                ranked(part.afterFailure()));
        return new Single<>(detail, asked.coverage().and(coverage(parts, selection, part.reached())));
    }

    private static List<ToolDetail.Count> ranked(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(one -> new ToolDetail.Count(one.getKey(), one.getValue()))
                .sorted(Comparator.comparingLong(ToolDetail.Count::count)
                        .reversed()
                        .thenComparing(ToolDetail.Count::name))
                .toList();
    }

    @Override
    public Single<FollowsFold.Follows> follows(Selection selection, Level level) {
        var parts = shards.ask(shard -> shard.follows(level, selection, rules.scanMax()));
        var all = parts.parts().stream().reduce(FollowsFold.FollowsPart.NONE, FollowsFold.FollowsPart::plus);
        return new Single<>(
                new FollowsFold.Follows(level, all.sums().graph(), all.callsOmitted()),
                coverage(parts, selection, all.reached()));
    }

    @Override
    public Answer<Path> paths(Selection selection, boolean turns, int max) {
        var asked = tallied(turns ? Set.of(Kind.TOOL, Kind.LONG_PATTERN) : Set.of(Kind.TOOL), selection);
        var tools = asked.of(Kind.TOOL).map(Tool::of).toList();
        var ranked = Path.ranked(tools, asked.desires(DesireQuestion.DEFAULT, rules), rules.aliases(), max);
        return new Answer<>(ranked, null, asked.coverage());
    }

    @Override
    public Answer<Desire> desires(Selection selection, DesireQuestion question, Top top) {
        var asked = tallied(Desire.KINDS, selection);
        var all = top.sort() == null ? asked.desires(question, rules) : asked.sorted(question, top.sort(), rules);
        var desires = all.stream().limit(top.max()).toList();
        return new Answer<>(desires, null, asked.coverage());
    }

    @Override
    public Answer<StepCoverage> stepCoverage(Selection selection) {
        var desires = desires(selection, DesireQuestion.DEFAULT, Top.ALL);
        var fold = new StepCoverage.Fold(desires.items());
        var page = turns(selection, new Page(null, PAGE_MAX));
        page.items().forEach(fold::add);
        while (page.next() != null) {
            page = turns(selection, new Page(page.next(), PAGE_MAX));
            page.items().forEach(fold::add);
        }
        return new Answer<>(fold.rows(), null, desires.coverage().and(page.coverage()));
    }

    @Override
    public Answer<RecurringLoop> loops(Selection selection, Level level, int max) {
        var asked = tallied(Set.of(Kind.LOOP), selection);
        var loops = asked.of(Kind.LOOP)
                .filter(view -> RecurringLoop.level(view) == level)
                .map(RecurringLoop::of)
                .sorted(MOST_EXCESS)
                .limit(max)
                .toList();
        return new Answer<>(loops, null, asked.coverage());
    }

    @Override
    public Single<Desire> desire(String id) {
        var all = desires(Selection.ALL, DesireQuestion.DEFAULT, Top.ALL);
        var found = all.items().stream().filter(one -> one.id().equals(id)).findFirst();
        return new Single<>(found.orElse(null), all.coverage());
    }

    @Override
    public Single<Desire> desire(String id, Selection selection) {
        var asked = tallied(Desire.KINDS, selection);
        var found = asked.views().stream()
                .flatMap(view -> Desire.of(view, DesireRules.ONCE).stream())
                .filter(one -> one.id().equals(id))
                .findFirst();
        return new Single<>(found.orElse(null), asked.coverage());
    }

    @Override
    public Answer<Comparison> compare(CompareQuestion question, DesireQuestion desires, int max) {
        var before = sample(question.of(question.before()), desires);
        var after = sample(question.of(question.after()), desires);
        var compared =
                Comparison.of(before.item(), after.item(), desires.id() == null ? rules.desires() : DesireRules.ONCE)
                        .stream()
                        .filter(one ->
                                desires.category() == null || desires.category().equals(one.category()))
                        .limit(max)
                        .toList();
        return new Answer<>(compared, null, before.coverage().and(after.coverage()));
    }

    /** Of the level of the question. Those of all categories count for the correction. */
    private Single<Sample> sample(Selection selection, DesireQuestion desires) {
        var asked = shards.ask(shard -> shard.sample(Desire.KINDS, selection, rules.scanMax()));
        var all = asked.parts().stream().reduce(Shard.SamplePart.NONE, Shard.SamplePart::plus);
        return new Single<>(
                all.sample().only(spread -> desires.of(null).admits(spread.tally())),
                coverage(asked, selection, all.reached()));
    }

    @Override
    public UsageBill usage(UsageQuestion question, UsageBill.Order order) {
        var byModel = question.and(UsageBy.MODEL);
        var full = order.planUsd() == null ? byModel : byModel.and(UsageBy.DAY);
        var asked = usage(full.ofWindows());
        return UsageBill.of(question, order, UsageWindows.of(asked.item(), full), asked.coverage());
    }

    private Single<UsagePart> usage(UsageQuestion question) {
        var asked = shards.ask(shard -> shard.usage(question, rules.scanMax()));
        // Other instances may know pseudonyms only.
        var all = asked.parts().stream().map(part -> part.shown(question)).reduce(UsagePart.NONE, UsagePart::plus);
        return new Single<>(all, coverage(asked, question.selection(), all.reached()));
    }

    private Totals tallied(Set<Kind> kinds, Selection selection) {
        var asked = shards.ask(shard -> shard.tallied(kinds, selection, rules.scanMax()));
        var all = asked.parts().stream().reduce(Shard.Tallied.NONE, Shard.Tallied::plus);
        return new Totals(all.views(), coverage(asked, selection, all.reached()));
    }

    /** Tallies over all shards. */
    private record Totals(List<TallyView> views, Coverage coverage) {
        Stream<TallyView> of(Subject.Kind kind) {
            return views.stream().filter(view -> view.subject().kind() == kind && !view.isGone());
        }

        <T> Answer<T> top(Kind kind, Predicate<TallyView> which, Top top, Function<TallyView, T> record) {
            var order = top.sort() == null ? Sort.COUNT : top.sort();
            var items = of(kind).filter(which)
                    .sorted(order.order())
                    .limit(top.max())
                    .map(record)
                    .toList();
            return new Answer<>(items, null, coverage);
        }

        List<Desire> desires(DesireQuestion question, AnswerRules rules) {
            return question.ranked(views.stream(), rules.desires());
        }

        List<Desire> sorted(DesireQuestion question, Sort sort, AnswerRules rules) {
            return views.stream()
                    .filter(view -> !view.isGone() && question.admits(view))
                    .sorted(sort.order())
                    .flatMap(view -> Desire.of(view, rules.desires()).stream())
                    .toList();
        }
    }

    /**
     * Windows of five hours, as limits of subscriptions count them: a window starts at the full hour (UTC) of its first
     * message, and the next one with the first message that is not in it. So hours suffice to compute them.
     */
    static final class UsageWindows {
        private UsageWindows() {}

        /**
         * With the windows of hours, and the selected hours only. What is beside messages opens no window: it is in the
         * last one that started before its total.
         */
        static UsagePart of(UsagePart part, UsageQuestion question) {
            int window = question.by().indexOf(UsageBy.WINDOW);
            if (window < 0) {
                return part;
            }
            var starts = new TreeSet<Instant>();
            part.entries().stream()
                    .filter(entry -> !entry.isBeside())
                    .map(entry -> entry.values().get(window))
                    .filter(hour -> !hour.equals(UsageBy.UNKNOWN))
                    .map(Instant::parse)
                    .sorted()
                    .filter(hour ->
                            starts.isEmpty() || !hour.isBefore(starts.last().plus(UsageBy.WINDOW_LENGTH)))
                    .forEach(starts::add);
            var named = new ArrayList<UsagePart.Entry>();
            for (var entry : part.entries()) {
                var text = entry.values().get(window);
                var hour = text.equals(UsageBy.UNKNOWN) ? null : Instant.parse(text);
                if (question.admits(hour)) {
                    var values = new ArrayList<>(entry.values());
                    values.set(window, hour == null ? text : name(starts, hour, question));
                    named.add(new UsagePart.Entry(values, entry.isBeside(), entry.sums(), entry.wasted()));
                }
            }
            return part.with(UsagePart.merged(named));
        }

        private static String name(TreeSet<Instant> starts, Instant hour, UsageQuestion question) {
            var start = starts.floor(hour);
            return UsageBy.WINDOW.named(start == null ? hour : start, question.zone());
        }
    }

    /** When a pattern is a desire, the names of patterns and tools, and how many turns a question may read. */
    public record AnswerRules(DesireRules desires, Aliases aliases, int scanMax) {
        /** So many turns are read for one question. */
        public static final int SCAN_MAX = 100_000;
    }
}
