package footfall.view;

import footfall.eventlog.FollowsSums;
import footfall.turn.Position;

/**
 * Which call directly follows which in some turns, and the calls that their records omit. {@code scanned} and
 * {@code reached} as in {@link Tallied}.
 */
public record FollowsPart(FollowsSums sums, long callsOmitted, long scanned, Position reached) {
    public static final FollowsPart NONE = new FollowsPart(FollowsSums.NONE, 0, 0, null);

    /** They must have no turn in common. */
    public FollowsPart plus(FollowsPart other) {
        return new FollowsPart(
                sums.plus(other.sums),
                callsOmitted + other.callsOmitted,
                scanned + other.scanned,
                Direction.ASC.first(reached, other.reached));
    }
}
