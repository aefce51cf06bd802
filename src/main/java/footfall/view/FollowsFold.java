package footfall.view;

import footfall.eventlog.Event;
import footfall.eventlog.Events;
import footfall.eventlog.FollowsGraph;
import footfall.eventlog.FollowsTally;
import footfall.eventlog.LogRules;
import footfall.loop.Level;
import footfall.turn.Position;
import footfall.turn.Turn;

/** Folds turns into a {@link FollowsPart}. Copies, and turns without any time, contribute nothing. */
public final class FollowsFold {
    private final LogRules rules;
    private final FollowsTally tally = new FollowsTally();
    private long callsOmitted;

    public FollowsFold(Level level) {
        this.rules = new LogRules(LogRules.CaseBy.TURN, activity(level));
    }

    private static LogRules.ActivityBy activity(Level level) {
        return switch (level) {
            case TOOL -> LogRules.ActivityBy.TOOL;
            case INTENT -> LogRules.ActivityBy.INTENT;
        };
    }

    public void add(Turn turn) {
        if (turn.prompt().copyOf() == null) {
            var events = Events.of(turn, rules, Event.BY_START);
            events.forEach(tally::add);
            callsOmitted += events.isEmpty() ? 0 : turn.stepsOmitted();
        }
    }

    /** Call it once. */
    public FollowsPart part(long scanned, Position reached) {
        return new FollowsPart(tally.sums(), callsOmitted, scanned, reached);
    }

    /**
     * Which call directly follows which in some turns, and the calls that their records omit. {@code scanned} and
     * {@code reached} as in {@link Shard.Tallied}.
     */
    public record FollowsPart(FollowsTally.FollowsSums sums, long callsOmitted, long scanned, Position reached) {
        public static final FollowsPart NONE = new FollowsPart(FollowsTally.FollowsSums.NONE, 0, 0, null);

        /** They must have no turn in common. */
        public FollowsPart plus(FollowsPart other) {
            return new FollowsPart(
                    sums.plus(other.sums),
                    callsOmitted + other.callsOmitted,
                    scanned + other.scanned,
                    Direction.ASC.first(reached, other.reached));
        }
    }

    /**
     * Which call directly follows which, in turns: calls are named by their tool, or by what they were for.
     * {@code callsOmitted}: calls that the records of very long turns omit; they are not in the graph.
     */
    public record Follows(Level level, FollowsGraph graph, long callsOmitted) {}
}
