package footfall.view;

import footfall.alert.Alert;
import footfall.loop.Level;
import footfall.pattern.Subject;
import footfall.session.SessionSummary;
import footfall.turn.Position;
import footfall.turn.SessionUsage;
import footfall.turn.Turn;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

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

    /** What was used: from a tally of hours where there is one, else a fold over at most {@code scanMax} turns. */
    default UsagePart usage(UsageQuestion question, int scanMax) {
        var fold = new UsageFold(question);
        var scan = fold(question.turns(), scanMax, fold::add);
        besideMessages().forEach(fold::add);
        return fold.part(scan.scanned(), scan.next());
    }

    /** The first {@code max} turns in an order: a fold over at most {@code scanMax} turns. */
    default TopTurns.Part topTurns(TurnSort sort, Selection selection, int max, int scanMax) {
        var fold = new TopTurns(sort, max);
        var scan = fold(selection, scanMax, fold::add);
        return fold.part(scan.scanned(), scan.next());
    }

    /** Which call directly follows which: a fold over at most {@code scanMax} turns. */
    default FollowsPart follows(Level level, Selection selection, int scanMax) {
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

    /** The part of a list that is wanted, in a direction. {@code after} is null for the beginning. */
    record Range(Position after, int limit, int scanMax, Direction direction) {
        /** The oldest first. */
        public Range(Position after, int limit, int scanMax) {
            this(after, limit, scanMax, Direction.ASC);
        }
    }
}
