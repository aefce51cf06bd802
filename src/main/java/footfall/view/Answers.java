package footfall.view;

import footfall.alert.Alert;
import footfall.desire.Comparison;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.desire.StepCoverage;
import footfall.desire.Trend;
import footfall.loop.Level;
import footfall.pattern.Pattern;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Tool;
import footfall.session.SessionSummary;
import footfall.turn.Position;
import footfall.turn.Turn;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Answers to questions, the same from files, from the stores of a processor and from a processor over HTTP.
 * Turns, sessions and alerts are in order of time, in either direction, and come in pages; the other lists are the
 * top N of an order.
 */
public interface Answers {
    /** The most items of a page, and of the open turns. */
    int PAGE_MAX = 500;
    /** The most items of a ranked list and rows of usage: they have no pages, and are small. */
    int RANKED_MAX = 10_000;

    /** The most items that a list as lines can be limited to. */
    int LINES_MAX = 999_999_999;

    Answer<Turn> turns(Selection selection, Page page);

    /** The first {@code max}, at most {@link #PAGE_MAX}, of the selected turns in another order. There are no pages. */
    Answer<Turn> topTurns(Selection selection, TopTurns.TurnSort sort, int max);

    Single<Turn> turn(String turnId);

    /** The longest first, selected by {@link Filter#OF_OPEN_TURNS}. */
    Answer<OpenTurn> openTurns(Selection selection, int max);

    Answer<SessionSummary> sessions(Selection selection, Page page);

    Single<SessionSummary> session(String sessionId);

    /** The first IDs in order that start with this, also of sessions that have only an open turn. */
    Answer<String> sessionIds(String prefix, int max);

    Answer<Alert> alerts(Selection selection, Page page);

    Answer<Pattern> patterns(Selection selection, Top top);

    Answer<Tool> tools(Selection selection, Top top);

    Single<ToolFold.ToolDetail> tool(String tool, Selection selection);

    /** Which call directly follows which in the selected turns; all of it. */
    Single<FollowsFold.Follows> follows(Selection selection, Level level);

    /** With {@code turns}, also the turn patterns that are desires. */
    Answer<Path> paths(Selection selection, boolean turns, int max);

    /** The order is that of {@code top} if it has one, else that of the question. */
    Answer<Desire> desires(Selection selection, DesireQuestion question, Top top);

    Single<Desire> desire(String id);

    /** What an ID names among the selected turns, also where they are too few for a desire. */
    Single<Desire> desire(String id, Selection selection);

    /** The most certain differences first. The order of {@code desires} has no effect. */
    Answer<Comparison> compare(CompareQuestion question, DesireQuestion desires, int max);

    /** Desires with their trends: how they differ between the groups of {@code latest}. */
    default Answer<MarkedDesire> marked(Selection selection, DesireQuestion question, Top top, CompareQuestion latest) {
        return MarkedDesire.of(desires(selection, question, top), compare(latest, question, Integer.MAX_VALUE));
    }

    /** How much of the selected turns the first desires explain, of each kind. */
    Answer<StepCoverage> stepCoverage(Selection selection);

    /** The loops of one level in long turns, those with most excess first; ties by count and name. */
    Answer<RecurringLoop> loops(Selection selection, Level level, int max);

    /** Lines of each shipper that had been processed before; empty where that is not known of all of them. */
    default Optional<Shard.Repeats> repeats() {
        return Optional.empty();
    }

    UsageBill usage(UsageQuestion question, UsageBill.Order order);

    /**
     * A page of a list in a direction; {@code after} is null for the first one. {@code isCounted}: also how many items
     * the whole list has.
     */
    record Page(Position after, int limit, Direction direction, boolean isCounted) {
        public Page(Position after, int limit, Direction direction) {
            this(after, limit, direction, false);
        }

        /** The oldest first. */
        public Page(Position after, int limit) {
            this(after, limit, Direction.ASC);
        }

        /** The first item of a list, with how many there are. */
        public static Page counted() {
            return new Page(null, 1, Direction.ASC, true);
        }

        /** The page that follows, whose first item comes after a position. */
        public Page after(Position position) {
            return new Page(position, limit, direction);
        }
    }

    /** The first {@code max} of a list; {@code sort} is null for the list's usual order. */
    record Top(Sort sort, int max) {
        public static final Top ALL = new Top(null, Integer.MAX_VALUE);
    }

    /** A desire, and how it differs between two ranges of time; {@code trend} is null when they were not compared. */
    record MarkedDesire(Desire desire, Trend trend) {
        public static Answer<MarkedDesire> of(Answer<Desire> desires, Answer<Comparison> compared) {
            var trends = compared.items().stream().collect(Collectors.toMap(Comparison::id, Comparison::trend));
            var marked = desires.items().stream()
                    .map(one -> new MarkedDesire(one, trends.getOrDefault(one.id(), Trend.TOO_FEW)))
                    .toList();
            return new Answer<>(marked, null, desires.coverage().and(compared.coverage()));
        }

        /** Without trends. */
        public static List<MarkedDesire> of(List<Desire> desires) {
            return desires.stream().map(one -> new MarkedDesire(one, null)).toList();
        }
    }
}
