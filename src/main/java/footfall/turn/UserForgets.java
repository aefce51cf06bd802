package footfall.turn;

import footfall.line.SessionId;
import footfall.row.RowReader;
import footfall.row.RowWriter;
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

        private static void write(RowWriter out, Sweep sweep) {
            out.text(sweep.user);
            out.unsigned(sweep.epoch);
            out.text(sweep.request);
            out.text(sweep.after == null ? null : sweep.after.value());
        }

        private static Sweep read(RowReader in) {
            var user = in.text();
            int epoch = in.number();
            var request = in.text();
            var after = in.text();
            return new Sweep(user, epoch, request, after == null ? null : new SessionId(after));
        }
    }

    static void write(RowWriter out, UserForgets forgets) {
        out.unsigned(forgets.count);
        out.list(forgets.sweeps, Sweep::write);
    }

    static UserForgets read(RowReader in) {
        return new UserForgets(in.number(), in.list(Sweep::read));
    }
}
