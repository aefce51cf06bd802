package footfall.turn;

import footfall.row.RowKey;
import java.util.List;
import java.util.TreeMap;

/**
 * The expiry of a trail: first to a stub, so that no turn ID is assigned twice; then the stub loses what its turns
 * emitted, which are no longer on topics; then it ends. A trail that is forgotten becomes a stub at once.
 */
final class Expiry {
    private Expiry() {}

    static void of(FoldCall work) {
        if (work.trail.stub && work.trail.keepsTurns) {
            dropTurns(work);
            work.rearm();
            return;
        }
        work.out.accept(new Output.Expired(work.id, work.trail.stub));
        if (work.trail.stub) {
            work.rows.moveDeadline(work.id, work.trail.deadline, null);
            work.rows.deleteAll(RowKey.all(FoldRows.EMITTED, work.id));
            work.rows.delete(FoldRows.trail(work.id));
            forgetLines(work);
            return;
        }
        shrink(work);
        forgetLines(work);
        work.trail.keepsTurns = true;
        work.rearm();
    }

    /** After the last trail of a session. Those of a forgotten one are kept as its marks are, so that it stays so. */
    private static void forgetLines(FoldCall work) {
        if (isLastOfSession(work)) {
            work.rows.deleteAll(RowKey.all(FoldRows.SEEN, work.id.session()));
        }
    }

    /** All but those of the last: its revisions go on if it is emitted again. */
    private static void dropTurns(FoldCall work) {
        int last = work.trail.nextIndex - 1;
        work.rows.each(RowKey.all(FoldRows.EMITTED, work.id), (key, emitted) -> {
            if (key.index() != last) {
                work.rows.delete(key);
            }
        });
        work.trail.keepsTurns = false;
    }

    /** Withdraws every emitted turn; an open one ends, without a name of a project, host or user. */
    static void forget(FoldCall work) {
        var trail = work.trail;
        trail.project = null;
        trail.host = null;
        trail.user = null;
        if (trail.head != null && trail.head.dirty) {
            work.out.accept(new Output.TurnUnchanged(work.id, Emission.asItIs(work, trail.head.done())));
        }
        var emitted = new TreeMap<Integer, Emitted>();
        work.rows.each(RowKey.all(FoldRows.EMITTED, work.id), (key, last) -> emitted.put(key.index(), last));
        emitted.forEach((index, last) -> work.out.accept(new Output.TurnWithdrawn(work.id, index, last)));
        trail.forgotten = trail.marks;
        shrink(work);
        work.rows.deleteAll(RowKey.all(FoldRows.EMITTED, work.id));
        trail.live = false;
        trail.keepsTurns = false;
        trail.epoch = Trail.FORGOTTEN;
        work.rearm();
    }

    private static void shrink(FoldCall work) {
        var trail = work.trail;
        work.rows.each(RowKey.all(FoldRows.PAST, work.id), (key, head) -> {
            Emission.delete(work, head.index());
            work.rows.delete(key);
        });
        if (trail.head != null) {
            Emission.delete(work, trail.head.index);
        }
        trail.nextIndex = Math.max(trail.nextIndex, nextUnusedIndex(work));
        if (isLastOfSession(work)) {
            work.rows.deleteAll(RowKey.all(FoldRows.CALL, work.id.session()));
            work.rows.deleteAll(RowKey.all(FoldRows.PARENT, work.id.session()));
            work.rows.deleteAll(RowKey.all(FoldRows.PROJECT, work.id.session()));
        }
        trail.state = Trail.State.IDLE;
        trail.pending = null;
        trail.head = null;
        trail.compactions = 0;
        trail.earlier = List.of();
        trail.touched = null;
        trail.rereads = null;
        trail.stub = true;
        trail.skipped = false;
    }

    /**
     * The index after every emitted turn: a file that was replaced by a shorter one may have left turns after
     * its end.
     */
    private static int nextUnusedIndex(FoldCall work) {
        var next = new int[1];
        work.rows.each(
                RowKey.all(FoldRows.EMITTED, work.id), (key, emitted) -> next[0] = Math.max(next[0], key.index() + 1));
        return next[0];
    }

    /** Data shared among the trails of a session is kept as long as one of them. */
    private static boolean isLastOfSession(FoldCall work) {
        var living = new boolean[1];
        work.rows.each(
                RowKey.all(FoldRows.TRAIL, work.id.session()),
                (key, trail) -> living[0] |= !trail.stub() && !key.trailId().equals(work.id));
        return !living[0];
    }
}
