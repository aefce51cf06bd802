package footfall.view;

import footfall.alert.Alert;
import footfall.loop.Level;
import footfall.pattern.Sample;
import footfall.pattern.Subject;
import footfall.pattern.TallyView;
import footfall.session.SessionSummary;
import footfall.turn.Position;
import footfall.turn.SessionUsage;
import footfall.turn.Turn;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What one set of partitions, or a set of files, knows, in a form that can be merged with other shards. No two
 * shards have a session in common. Lists are in the order of {@link Position}, or in its reverse, and start after
 * {@code after} (null: at the beginning); at most {@code limit} items are returned and at most {@code scanMax} read.
 */
public interface Shard {
    /** The turns that a fold holds at once. */
    int PAGE = 500;

    /** A turn that continues after it closed has a higher revision in one store than in another. */
    Comparator<Turn> LATEST = Comparator.comparingInt(Turn::revision)
            .thenComparing(turn -> turn.span().closedBy() != null);

    Slice<Turn> turns(Selection selection, Range range);

    Slice<SessionSummary> sessions(Selection selection, Range range);

    Slice<Alert> alerts(Selection selection, Range range);

    /** The latest that this shard knows: of an open turn, its current state with the next revision. */
    Optional<Turn> turn(String turnId);

    Optional<SessionSummary> session(String sessionId);

    /** The first {@code max} IDs in order that start with this, also of sessions that have only an open turn. */
    List<String> sessionIds(String prefix, int max);

    /** The longest {@code max} of the selected open turns. */
    OpenTurns openTurns(Selection selection, int max);

    /** The stored totals when every turn is selected, else a fold over at most {@code scanMax} turns. */
    Tallied tallied(Set<Subject.Kind> kinds, Selection selection, int scanMax);

    /** A fold over at most {@code scanMax} turns. */
    SamplePart sample(Set<Subject.Kind> kinds, Selection selection, int scanMax);

    /** A fold over at most {@code scanMax} turns. */
    ToolPart tool(String tool, Selection selection, int scanMax);

    /** Lines of each shipper that had no effect, because they had been processed before. */
    default Repeats repeats() {
        return Repeats.NONE;
    }

    /** What was used: from a tally of hours where there is one, else a fold over at most {@code scanMax} turns. */
    default UsagePart usage(UsageQuestion question, int scanMax) {
        var fold = new UsageFold(question);
        var scan = fold(question.turns(), scanMax, fold::add);
        besideMessages().forEach(fold::add);
        return fold.part(scan.scanned(), scan.next());
    }

    /** The first {@code max} turns in an order: a fold over at most {@code scanMax} turns. */
    default TopTurns.Part topTurns(TopTurns.TurnSort sort, Selection selection, int max, int scanMax) {
        var fold = new TopTurns(sort, max);
        var scan = fold(selection, scanMax, fold::add);
        return fold.part(scan.scanned(), scan.next());
    }

    /** Which call directly follows which: a fold over at most {@code scanMax} turns. */
    default FollowsFold.FollowsPart follows(Level level, Selection selection, int scanMax) {
        var fold = new FollowsFold(level);
        var scan = fold(selection, scanMax, fold::add);
        return fold.part(scan.scanned(), scan.next());
    }

    /** Reads the selected turns page by page. The result has none of them. */
    private Slice<Turn> fold(Selection selection, int scanMax, Consumer<Turn> fold) {
        long scanned = 0;
        Position after = null;
        while (scanned < scanMax) {
            var page = turns(selection, new Range(after, PAGE, (int) (scanMax - scanned)));
            page.items().forEach(fold);
            scanned += page.scanned();
            after = page.next();
            if (after == null) {
                break;
            }
        }
        return new Slice<>(List.of(), scanned, after);
    }

    /** What sessions used beside their turns, where it is read from no store. */
    default List<SessionUsage> besideMessages() {
        return List.of();
    }

    /**
     * The part of a list that is wanted, in a direction. {@code after} is null for the beginning; {@code isCounted}:
     * also how many items the whole list has.
     */
    record Range(Position after, int limit, int scanMax, Direction direction, boolean isCounted) {
        public Range(Position after, int limit, int scanMax, Direction direction) {
            this(after, limit, scanMax, direction, false);
        }

        /** The oldest first. */
        public Range(Position after, int limit, int scanMax) {
            this(after, limit, scanMax, Direction.ASC);
        }
    }

    /** Repeated lines by the hash of their sender. */
    record Repeats(Map<String, Long> lines) {
        public static final Repeats NONE = new Repeats(Map.of());

        public Repeats plus(Repeats other) {
            return new Repeats(ToolPart.sum(lines, other.lines));
        }
    }

    /** A sample of turns. {@code scanned} and {@code reached} as in {@link Tallied}. */
    record SamplePart(Sample sample, long scanned, Position reached) {
        public static final SamplePart NONE = new SamplePart(Sample.NONE, 0, null);

        public SamplePart plus(SamplePart other) {
            return new SamplePart(
                    sample.plus(other.sample), scanned + other.scanned, Direction.ASC.first(reached, other.reached));
        }
    }

    /**
     * Tallies of some turns, the number of turns read, and the last position read when a scan limit ended the
     * scan; {@code reached} is null when all turns were read.
     */
    record Tallied(List<TallyView> views, long scanned, Position reached) {
        public static final Tallied NONE = new Tallied(List.of(), 0, null);

        public Tallied {
            views = List.copyOf(views);
        }

        /** The tallies of both; they must have no session in common. */
        public Tallied plus(Tallied other) {
            var bySubject = new LinkedHashMap<Subject, TallyView>();
            Stream.concat(views.stream(), other.views.stream())
                    .forEach(view -> bySubject.merge(view.subject(), view, TallyView::plus));
            return new Tallied(
                    List.copyOf(bySubject.values()),
                    scanned + other.scanned,
                    Direction.ASC.first(reached, other.reached));
        }
    }

    /**
     * A part of an ordered list: its items, the number of records read, and the last position that was examined;
     * {@code next} is null when nothing follows. {@code total}: of the whole list, null if it is unknown.
     */
    record Slice<T>(List<T> items, long scanned, Position next, Answer.Total total) {
        public Slice {
            items = List.copyOf(items);
        }

        public Slice(List<T> items, long scanned, Position next) {
            this(items, scanned, next, null);
        }

        public Slice<T> with(Answer.Total of) {
            return new Slice<>(items, scanned, next, of);
        }

        public static <T> Slice<T> none() {
            return new Slice<>(List.of(), 0, null);
        }

        /** A part that stopped early may have more after the position it reached, so the merged slice ends there. */
        public static <T> Slice<T> merged(
                List<Slice<T>> parts, int limit, Direction direction, Function<T, Position> position) {
            var order = direction.order();
            var end = parts.stream().map(Slice::next).reduce(null, direction::first);
            long scanned = parts.stream().mapToLong(Slice::scanned).sum();
            var items = parts.stream()
                    .flatMap(part -> part.items().stream())
                    .filter(item -> end == null || order.compare(position.apply(item), end) <= 0)
                    .sorted(Comparator.comparing(position, order))
                    .toList();
            boolean isCounted = parts.stream().noneMatch(part -> part.total() == null);
            var total =
                    isCounted ? parts.stream().map(Slice::total).reduce(Answer.Total.NONE, Answer.Total::plus) : null;
            var first = items.subList(0, Math.min(limit, items.size()));
            return new Slice<>(
                    first, scanned, items.size() <= limit ? end : position.apply(first.get(limit - 1)), total);
        }
    }

    /**
     * What the calls of one tool led to, in some turns: failed calls by the word of their category, calls by the
     * tool called next in the same turn, calls that ended their turn, calls whose next step is omitted from
     * the turn's record, and failed calls by the tool called next, which an earlier build does not tell.
     * {@code scanned} and {@code reached} as in {@link Shard.Tallied}.
     */
    record ToolPart(
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
}
