package footfall.turn;

import footfall.line.FileId;
import footfall.row.RowKey;
import java.util.ArrayList;
import java.util.List;

/** Accepts each line of a file once and in order for each trail, and reports gaps. */
final class Marks {
    private Marks() {}

    /**
     * Whether the line is new; then advances its mark. A newer reader, or a new generation of its file, starts the
     * trail over first.
     */
    static boolean admit(FoldCall work, Arrival received) {
        var arrival = Rereading.Senders.trusted(work.trail.marks, received);
        if (arrival == null) {
            return Rereading.Senders.admitStranger(work, received);
        }
        var senders = Rereading.Senders.of(work.trail.marks, arrival);
        if (!Rereading.admit(work, arrival)) {
            return false;
        }
        int generation = generation(work.trail, arrival.file());
        if (arrival.file().generation() < generation) {
            return false;
        }
        if (generation >= 0 && arrival.file().generation() > generation) {
            replaced(work, arrival.file());
        }
        long mark = offset(work.trail, arrival);
        if (arrival.offset() <= mark) {
            return false;
        }
        if (isGap(work, arrival, mark)) {
            work.out.accept(
                    new Output.Gap(work.id.session(), arrival.file(), arrival.previousOffset(), arrival.offset()));
        }
        move(work.trail, arrival, senders);
        return true;
    }

    private static int generation(Trail.Edit trail, FileId file) {
        int found = -1;
        for (var mark : trail.marks) {
            if (mark.file().name().equals(file.name()) && mark.file().reader() == file.reader()) {
                found = Math.max(found, mark.file().generation());
            }
        }
        return found;
    }

    private static long offset(Trail.Edit trail, Arrival arrival) {
        for (var mark : trail.marks) {
            if (mark.file().equals(arrival.file())) {
                return mark.offset();
            }
        }
        return -1;
    }

    /**
     * The previous line may belong to another trail of the session: a main file can contain lines of a
     * sidechain.
     */
    private static boolean isGap(FoldCall work, Arrival arrival, long mark) {
        if (arrival.previousOffset() <= mark
                || Rereading.isForgotten(work.trail.forgotten, arrival.file(), arrival.previousOffset())) {
            return false;
        }
        var seen = new boolean[1];
        work.rows.each(RowKey.all(FoldRows.TRAIL, work.id.session()), (key, trail) -> {
            for (var other : trail.marks()) {
                seen[0] |= other.file().equals(arrival.file()) && other.offset() >= arrival.previousOffset();
            }
        });
        return !seen[0];
    }

    private static void move(Trail.Edit trail, Arrival arrival, List<Trail.Mark.Sender> senders) {
        var marks = new ArrayList<Trail.Mark>(trail.marks.size() + 1);
        for (var mark : trail.marks) {
            if (!mark.isReplacedBy(arrival.file())) {
                marks.add(mark);
            }
        }
        marks.add(new Trail.Mark(arrival.file(), arrival.offset(), senders));
        trail.marks = marks;
    }

    /**
     * An agent's lines may stand in its own file and in that of its parent. When one of them is replaced, the other is
     * not sent again, and the agent's lines are known by their IDs.
     */
    private static void replaced(FoldCall work, FileId file) {
        var others =
                work.trail.marks.stream().filter(mark -> !mark.isOfName(file)).toList();
        if (work.id.isMain() || others.isEmpty()) {
            startOver(work);
        }
        work.trail.marks = others;
    }

    private static void startOver(FoldCall work) {
        var trail = work.trail;
        if (trail.head != null && trail.head.dirty) {
            Emission.emit(work, trail.head);
        }
        Emission.emitPast(work);
        work.rows.deleteAll(RowKey.all(FoldRows.PAST, work.id));
        for (int index = 0; index < trail.nextIndex; index++) {
            Emission.delete(work, index);
        }
        work.out.accept(new Output.StartedOver(work.id, false));
        Links.forgetPlaces(work);
        work.rows.deleteAll(RowKey.all(FoldRows.SEEN, work.id));
        // What an expired trail emitted is forgotten: its turn ids are never given again. Of what was skipped
        // none was given.
        boolean isExpired = trail.stub && trail.nextIndex > 1;
        boolean isKnown =
                trail.skipped || !isExpired && work.rows.get(RowKey.turn(FoldRows.EMITTED, work.id, 0)) != null;
        trail.nextIndex = isKnown ? 0 : trail.nextIndex;
        trail.clear();
    }
}
