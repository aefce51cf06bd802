package footfall.topology;

import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import footfall.turn.FoldRows;
import footfall.turn.FoldRows.UserForgets;
import footfall.turn.Trail;
import footfall.wire.Forget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Carries out requests to forget. A session is forgotten at once. The sessions of a user are found by a sweep
 * over all trails of the partition: each tick reads about {@code TRAILS_MAX} of them and forgets at most
 * {@code SESSIONS_MAX} sessions, or those with {@code RECORDS_MAX} records. A session that gets a line before
 * the sweep reaches it is forgotten before that line, so the result does not depend on the pace of the sweep.
 */
final class Forgetter {
    static final int TRAILS_MAX = 5_000;
    static final int SESSIONS_MAX = 200;
    static final int RECORDS_MAX = 10_000;

    /** Further requests complete the oldest sweep at once, because all are one row. */
    static final int SWEEPS_MAX = 100;

    private final RowStore store;
    private final Rows rows;
    private final Assembler assembler;
    private final int partition;
    private final Consumer<Outlet.Outgoing<?, ?>> forward;
    private UserForgets requests;

    Forgetter(RowStore store, Assembler assembler, int partition, Consumer<Outlet.Outgoing<?, ?>> forward) {
        this.store = store;
        this.rows = store.rows();
        this.assembler = assembler;
        this.partition = partition;
        this.forward = forward;
        this.requests = FoldRows.userForgets(rows);
    }

    void forget(Forget request, Instant now) {
        if (request.sessionId() != null) {
            assembler.forget(request.sessionId(), now);
            confirm(request.id());
            return;
        }
        while (requests.sweeps().size() >= SWEEPS_MAX) {
            sweep(now, Integer.MAX_VALUE);
        }
        int count = requests.count() + 1;
        var sweeps = new ArrayList<>(requests.sweeps());
        sweeps.add(new UserForgets.Sweep(request.user(), count, request.id(), null));
        store(new UserForgets(count, sweeps));
    }

    /** A session is about to get a line. */
    void beforeLine(SessionId session, Instant now) {
        if (requests.sweeps().isEmpty()) {
            return;
        }
        var trails = new ArrayList<Trail>();
        rows.each(RowKey.all(FoldRows.TRAIL, session), (key, trail) -> trails.add(trail));
        if (requests.sweeps().stream().anyMatch(sweep -> trails.stream().anyMatch(sweep::concerns))) {
            assembler.forget(session, now);
        }
    }

    /** Continues the oldest sweep. Returns whether any is left. */
    boolean tick(Instant now) {
        if (!requests.sweeps().isEmpty()) {
            sweep(now, SESSIONS_MAX);
        }
        return !requests.sweeps().isEmpty();
    }

    private void sweep(Instant now, int sessionsMax) {
        var sweep = requests.sweeps().get(0);
        var scan = new Scan(sweep, sessionsMax);
        store.eachTrailAfter(sweep.after(), scan::add);
        var found = List.copyOf(scan.found);
        int forgotten = forget(found, now);
        var rest =
                new ArrayList<>(requests.sweeps().subList(1, requests.sweeps().size()));
        if (forgotten < found.size()) {
            rest.add(0, sweep.doneUpTo(found.get(forgotten - 1)));
        } else if (!scan.isAtTheEnd) {
            rest.add(0, sweep.doneUpTo(scan.last));
        } else {
            confirm(sweep.request());
        }
        store(new UserForgets(requests.count(), rest));
    }

    /** Returns how many were forgotten, at least one. */
    private int forget(List<SessionId> sessions, Instant now) {
        if (!sessions.isEmpty()) {
            store.noteAbsent(sessions);
        }
        int forgotten = 0;
        for (int records = 0; forgotten < sessions.size() && records < RECORDS_MAX; forgotten++) {
            records += assembler.forget(sessions.get(forgotten), now);
        }
        return forgotten;
    }

    /** The sessions that a sweep finds. It stops between two sessions only. */
    private static final class Scan {
        private final UserForgets.Sweep sweep;
        private final int sessionsMax;
        private final Set<SessionId> found = new LinkedHashSet<>();
        private SessionId last;
        private int trails;
        private boolean isAtTheEnd = true;

        Scan(UserForgets.Sweep sweep, int sessionsMax) {
            this.sweep = sweep;
            this.sessionsMax = sessionsMax;
        }

        boolean add(TrailId id, Trail trail) {
            if (!id.session().equals(last) && (trails >= TRAILS_MAX || found.size() >= sessionsMax)) {
                isAtTheEnd = false;
                return false;
            }
            last = id.session();
            trails++;
            if (sweep.concerns(trail)) {
                found.add(last);
            }
            return true;
        }
    }

    private void store(UserForgets now) {
        requests = now;
        FoldRows.put(rows, now);
    }

    private void confirm(String request) {
        forward.accept(Outlet.Assembly.SESSIONS.of(Forget.confirmation(request, partition), null));
    }
}
