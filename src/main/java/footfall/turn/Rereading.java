package footfall.turn;

import footfall.line.FileId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/**
 * A newer reader reads files again: what it says of a trail replaces what an older one said, under the same IDs. Turns
 * that it does not come to are withdrawn once no more lines arrive. What was forgotten stays so.
 */
final class Rereading {
    private Rereading() {}

    /** Whether the line may count; replaces the trail when a newer reader reads one of its files. */
    static boolean admit(FoldCall work, Arrival arrival) {
        var trail = work.trail;
        var file = arrival.file();
        if (isForgotten(trail.forgotten, file, arrival.offset()) || isReadByNewer(trail.marks, file)) {
            return false;
        }
        boolean isReplaced = trail.reader < file.reader() && isReadAgain(trail.marks, file);
        if (!isReplaced && !mayReplaceOthers(trail, arrival)) {
            return true;
        }
        var others = others(work);
        if (others.values().stream().anyMatch(other -> isForgotten(other.forgotten(), file, arrival.offset()))) {
            return false;
        }
        boolean isFirst = trail.reader < file.reader()
                && others.values().stream().noneMatch(other -> other.reader() >= file.reader());
        if (isReplaced) {
            replace(work, arrival);
            if (arrival.skipped() != null) {
                Trail.skip(trail, arrival.skipped());
            }
        }
        var isAnyReplaced = new boolean[] {isReplaced};
        others.forEach((id, other) -> {
            boolean isAlsoReplaced = other.reader() < file.reader()
                    && isReadAgain(other.marks(), file)
                    && Senders.trusted(other.marks(), arrival) != null;
            if (isAlsoReplaced) {
                replace(work, id, other, arrival);
            }
            isAnyReplaced[0] |= isAlsoReplaced;
            if (trail.marks.isEmpty()) { // It begins with the newest reader of its session.
                trail.reader = Math.max(trail.reader, isAlsoReplaced ? file.reader() : other.reader());
            }
        });
        if (isFirst && isAnyReplaced[0]) { // Which calls run which agents is learned again.
            work.rows.deleteAll(RowKey.all(FoldRows.CALL, work.id.session()));
            work.rows.deleteAll(RowKey.all(FoldRows.PARENT, work.id.session()));
        }
        return true;
    }

    private static boolean isReadAgain(List<Mark> marks, FileId file) {
        for (var mark : marks) {
            if (mark.file().isOlderReadingOf(file)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isReadByNewer(List<Mark> marks, FileId file) {
        for (var mark : marks) {
            if (file.isOlderReadingOf(mark.file())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the line may be the first of a file that a newer reader reads again, as far as the trail knows. */
    private static boolean mayReplaceOthers(Trail.Edit trail, Arrival arrival) {
        return arrival.file().reader() > 1 && (trail.marks.isEmpty() || arrival.previousOffset() == -1);
    }

    /** Whether the line of a file was forgotten as an older reader read it. */
    static boolean isForgotten(List<Mark> forgotten, FileId file, long offset) {
        for (var mark : forgotten) {
            if (mark.file().isOlderReadingOf(file) && offset <= mark.offset()) {
                return true;
            }
        }
        return false;
    }

    private static TreeMap<TrailId, Trail> others(FoldCall work) {
        var others = new TreeMap<TrailId, Trail>();
        work.rows.each(RowKey.all(FoldRows.TRAIL, work.id.session()), (key, trail) -> {
            if (!key.trailId().equals(work.id)) {
                others.put(key.trailId(), trail);
            }
        });
        return others;
    }

    /** Another trail with lines of the file: it may get none from the newer reader. */
    private static void replace(FoldCall work, TrailId id, Trail other, Arrival arrival) {
        if (!other.isForgotten()) {
            var call = work.of(id, other.edit());
            replace(call, arrival);
            call.rearm();
        }
    }

    private static void replace(FoldCall work, Arrival arrival) {
        var trail = work.trail;
        if (trail.head != null && trail.head.dirty) {
            work.out.accept(new Output.TurnUnchanged(work.id, Emission.asItIs(work, trail.head.done())));
        }
        work.rows.deleteAll(RowKey.all(FoldRows.PAST, work.id));
        work.rows.deleteAll(RowKey.all(FoldRows.SEEN, work.id));
        for (int index = 0; index < trail.nextIndex; index++) {
            Emission.delete(work, index);
        }
        work.out.accept(new Output.StartedOver(work.id, true));
        trail.nextIndex = first(work);
        if (work.id.isMain()) {
            work.rows.delete(FoldRows.project(work.id.session()));
        }
        trail.project = null;
        trail.clear();
        trail.reader = arrival.file().reader();
        trail.results = null;
        trail.model = null;
        trail.touched = null;
        trail.rereads = arrival.at();
        trail.lastArrival = arrival.at();
    }

    /** The index of the first turn whose record is known; the next one where none is, as of a trail that expired. */
    private static int first(FoldCall work) {
        var trail = work.trail;
        if (trail.stub && !trail.keepsTurns && trail.nextIndex > 1) {
            return trail.nextIndex;
        }
        var first = new int[] {trail.head == null ? trail.nextIndex : trail.head.index};
        work.rows.each(
                RowKey.all(FoldRows.EMITTED, work.id), (key, last) -> first[0] = Math.min(first[0], key.index()));
        return first[0];
    }

    /** Its lines may be the last of a file with lines of others, so nothing is withdrawn as long as those come. */
    static void settle(FoldCall work, Instant now) {
        var latest = new Instant[] {work.trail.rereads};
        work.rows.each(RowKey.all(FoldRows.TRAIL, work.id.session()), (key, trail) -> {
            boolean isLater = trail.lastArrival().isAfter(latest[0])
                    && !trail.lastArrival().isAfter(now);
            latest[0] = isLater ? trail.lastArrival() : latest[0];
        });
        if (latest[0].plus(work.rules.timers().stopGrace()).isAfter(now)) {
            work.trail.rereads = latest[0];
        } else {
            withdrawRest(work);
        }
    }

    /** No more lines come for now: withdraws the turns that the newer reader has not come to. */
    static void withdrawRest(FoldCall work) {
        work.trail.rereads = null;
        var rest = new TreeMap<Integer, Emitted>();
        work.rows.each(RowKey.all(FoldRows.EMITTED, work.id), (key, last) -> {
            if (key.index() >= work.trail.nextIndex && !last.isWithdrawn()) {
                rest.put(key.index(), last);
            }
        });
        rest.forEach((index, last) -> {
            work.out.accept(new Output.TurnWithdrawn(work.id, index, last));
            work.rows.put(RowKey.turn(FoldRows.EMITTED, work.id, index), last.withdrawn());
        });
    }
}
