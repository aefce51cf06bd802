package footfall.turn;

import footfall.line.SessionId;
import java.util.List;

/**
 * The requests of a partition to forget users: how many it has received, and the sweeps that are still to be
 * done. A sweep forgets the sessions that had begun before its request, whatever happens to them meanwhile.
 */
public record UserForgets(int count, List<Sweep> sweeps) {
    public static final UserForgets NONE = new UserForgets(0, List.of());

    public UserForgets {
        sweeps = List.copyOf(sweeps);
    }

    /**
     * The sessions of a user whose trails have an epoch before {@code epoch}. Those up to {@code after} in the
     * order of rows are done; null for none. {@code request}: the ID of the request.
     */
    public record Sweep(String user, int epoch, String request, SessionId after) {
        public boolean concerns(Trail trail) {
            return !trail.isForgotten() && trail.epoch() < epoch && user.equals(trail.user());
        }

        public Sweep doneUpTo(SessionId session) {
            return new Sweep(user, epoch, request, session);
        }
    }
}
