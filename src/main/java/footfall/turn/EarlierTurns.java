package footfall.turn;

import footfall.line.Envelope;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.ToolResult;
import footfall.row.RowKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.function.Supplier;

/**
 * Turns that may change after the next one opened: another process of the session goes on with one that a prompt
 * closed, or a command fails that runs in the background. A result belongs to the turn of its call, and a line to the
 * turn of its parent. Such a line changes its turn only, and then closes it as before. Rows are kept for the latest
 * {@code MAX} of these turns of each trail.
 */
final class EarlierTurns {
    static final int MAX = 8;

    /** Of an event. {@code line}: the hash of its uuid; null when it has none. */
    record Place(Long line, Arrival arrival, String parentUuid) {
        static Place of(Arrival arrival, String lineId, Line line) {
            var at = line.envelope();
            return new Place(hash(at.uuid() == null ? lineId : at.uuid()), arrival, at.parentUuid());
        }

        private boolean follows(Long other) {
            var parent = other == null || arrival.parent() != null ? arrival.parent() : hash(parentUuid);
            return parent != null && parent.equals(other);
        }

        private static Long hash(String uuid) {
            return uuid == null ? null : (Long) Ids.hash(uuid);
        }
    }

    private EarlierTurns() {}

    /** The turn that a line changes although another one is open or a prompt waits; null for none. */
    static Head.Edit of(FoldCall work, Place place, Line line) {
        var trail = work.trail;
        if (line instanceof Line.Prompt || trail.head == null) {
            return null;
        }
        if (trail.state == Trail.State.PENDING || !trail.earlier.isEmpty()) {
            boolean hasCall = hasCall(work, trail.head.index, line);
            boolean goesOn = trail.state == Trail.State.PENDING
                    && (hasCall || trail.head.wasCutOff() && place.follows(trail.head.line));
            if (goesOn && !trail.head.prompt.isCopy(work.id.session())) {
                return trail.head;
            } else if (hasCall) {
                return null;
            }
        }
        for (int index : trail.earlier) {
            var head = work.rows.get(key(work, index));
            if (place.follows(head.line()) || hasCall(work, index, line)) {
                return head.edit();
            }
        }
        return null;
    }

    /** A result completes the call of its own turn, whatever else its line completes. Returns whether it did. */
    static boolean complete(FoldCall work, Envelope at, ToolResult result) {
        return inTurnOf(work, result.toolUseId(), () -> Steps.complete(work, at, result));
    }

    /** A call ended that returned at its launch. */
    static void end(FoldCall work, Instant at, ToolResult result) {
        if (work.trail.head == null || !inTurnOf(work, result.toolUseId(), () -> Steps.end(work, at, result))) {
            work.ignored(Output.Ignored.Reason.RESULT_WITHOUT_CALL);
        }
    }

    /** The agent says more of a call. */
    static void time(FoldCall work, Line.CallTimes times) {
        if (work.trail.head == null || !inTurnOf(work, times.toolUseId(), () -> Steps.time(work, times))) {
            work.ignored(Output.Ignored.Reason.RESULT_WITHOUT_CALL);
        }
    }

    /** Applies an effect to the turn that has the call, else to the open one. */
    private static boolean inTurnOf(FoldCall work, String toolUseId, Supplier<Boolean> effect) {
        var trail = work.trail;
        if (!trail.earlier.isEmpty() && !hasCall(work, trail.head.index, toolUseId)) {
            for (int index : trail.earlier) {
                if (hasCall(work, index, toolUseId)) {
                    return change(work, work.rows.get(key(work, index)).edit(), effect);
                }
            }
        }
        return effect.get();
    }

    /** A call of the open turn. An earlier turn with its ID ends: the ID no longer says whose a result is. */
    static void supersede(FoldCall work, String toolUseId) {
        if (work.isEarlier) {
            return;
        }
        for (int index : work.trail.earlier) {
            if (hasCall(work, index, toolUseId)) {
                drop(work, index);
                work.trail.earlier =
                        work.trail.earlier.stream().filter(one -> one != index).toList();
            }
        }
    }

    private static boolean hasCall(FoldCall work, int index, Line line) {
        for (var result : line.results()) {
            if (hasCall(work, index, result.toolUseId())) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasCall(FoldCall work, int index, String toolUseId) {
        return toolUseId != null && work.rows.get(FoldRows.step(work.id, index, toolUseId)) != null;
    }

    private static RowKey<Head> key(FoldCall work, int index) {
        return RowKey.turn(FoldRows.PAST, work.id, index);
    }

    /** Applies the effect of a line to such a turn. Its revision is emitted soon, or at once if the line ends it. */
    static <T> T change(FoldCall work, Head.Edit turn, Supplier<T> effect) {
        var trail = work.trail;
        var latest = trail.head;
        var state = trail.state;
        var pending = trail.pending;
        trail.head = turn;
        trail.pending = null;
        trail.state = turn.wasCutOff() ? Trail.State.OPEN : Trail.State.IDLE;
        turn.closedBy = turn.wasCutOff() ? null : turn.closedBy;
        boolean isEarlier = work.isEarlier;
        work.isEarlier |= turn != latest;
        var effective = effect.get();
        work.isEarlier = isEarlier;
        if (turn.closedBy == null) {
            turn.closedBy = turn.endsTurn ? ClosedBy.END_TURN : ClosedBy.NEXT_PROMPT;
        }
        trail.head = latest;
        trail.state = state;
        trail.pending = pending;
        if (turn != latest) {
            work.rows.put(key(work, turn.index), turn.done());
            trail.touched = turn.dirty ? trail.lastArrival : trail.touched;
        }
        return effective;
    }

    /**
     * A new turn opens: emits the current one if it changed, and deletes it unless it may go on or its parent is not
     * known.
     */
    static void leave(FoldCall work, Head.Edit turn) {
        if (turn.isSkipped()) {
            return;
        }
        if (turn.dirty || work.trail.touched != null) {
            Emission.emit(work, turn);
        }
        boolean mayGoOn = (turn.closedBy == ClosedBy.NEXT_PROMPT || turn.runsOn) && turn.prompt.copyOf() == null;
        if (mayGoOn) {
            keep(work, turn);
        }
        if (mayGoOn || !Emission.isSettled(work)) {
            work.rows.put(key(work, turn.index), turn.done());
        } else {
            Emission.delete(work, turn.index);
        }
    }

    /** Keeps one more turn, and deletes the rows of the oldest. */
    private static void keep(FoldCall work, Head.Edit turn) {
        var kept = new ArrayList<>(work.trail.earlier);
        kept.add(0, turn.index);
        if (kept.size() > MAX) {
            drop(work, kept.remove(MAX));
        }
        work.trail.earlier = kept;
    }

    /** Emits what changed of a turn that is no longer kept, and deletes its rows. */
    private static void drop(FoldCall work, int index) {
        var last = work.rows.get(key(work, index)).edit();
        if (last.dirty || work.trail.touched != null) {
            Emission.emit(work, last);
            work.rows.put(key(work, index), last.done());
        }
        if (Emission.isSettled(work)) {
            work.rows.delete(key(work, index));
            Emission.delete(work, index);
        }
    }
}
