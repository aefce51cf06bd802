package footfall.turn;

import footfall.line.FileId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.turn.Trail.Mark;
import footfall.turn.Trail.Mark.Sender;
import java.time.Instant;
import java.util.ArrayList;
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

    /**
     * Its lines may be the last of a file with lines of others, so nothing is withdrawn as long as those come. Settles
     * all trails of its session: each of them would have to look at all.
     */
    static void settle(FoldCall work, Instant now) {
        var latest = new Instant[] {work.trail.rereads};
        var others = new TreeMap<TrailId, Trail>();
        work.rows.each(RowKey.all(FoldRows.TRAIL, work.id.session()), (key, trail) -> {
            if (!trail.lastArrival().isAfter(now)) {
                latest[0] = later(latest[0], trail.lastArrival());
            }
            if (trail.rereads() != null && !key.trailId().equals(work.id)) {
                others.put(key.trailId(), trail);
            }
        });
        settle(work, latest[0], now);
        others.forEach((id, other) -> {
            var call = work.of(id, other.edit());
            settle(call, later(latest[0], other.rereads()), now);
            call.rearm();
        });
    }

    private static void settle(FoldCall work, Instant latest, Instant now) {
        if (latest.plus(work.rules.timers().stopGrace()).isAfter(now)) {
            work.trail.rereads = latest;
        } else {
            withdrawRest(work);
        }
    }

    private static Instant later(Instant one, Instant other) {
        return other.isAfter(one) ? other : one;
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

    /**
     * Who may move the mark of a file: the shipper that sent its first line, and each that goes on exactly where the
     * mark is, which it knows only from the file. Lines of a stranger count, but neither move the mark nor start the
     * file over, so a forged line makes no line of others a duplicate.
     */
    static final class Senders {
        /** For each file; strangers go first, and a shipper that went is trusted again with its next line. */
        private static final int MAX = 16;

        private Senders() {}

        /** The line under the name that its file has here; null for one of a stranger. */
        static Arrival trusted(List<Mark> marks, Arrival arrival) {
            boolean isKnown = false;
            for (var mark : marks) {
                if (mark.isOfName(arrival.file())) {
                    isKnown = true;
                    for (var sender : mark.senders()) {
                        if (sender.id() == arrival.sender() && sender.isTrusted()) {
                            return sender.named(arrival);
                        }
                    }
                }
            }
            return isKnown ? null : arrival;
        }

        /** All that send files of this name, with the sender of a line that is trusted. */
        static List<Sender> of(List<Mark> marks, Arrival arrival) {
            var senders = List.<Sender>of();
            for (var mark : marks) {
                senders = mark.isOfName(arrival.file()) ? mark.senders() : senders;
            }
            for (var sender : senders) {
                if (sender.id() == arrival.sender()) {
                    return senders;
                }
            }
            return with(senders, Sender.of(arrival, arrival.file()));
        }

        private static List<Sender> with(List<Sender> senders, Sender one) {
            var all = new ArrayList<>(senders);
            all.removeIf(other -> other.id() == one.id());
            if (all.size() >= MAX) {
                all.remove(all.stream()
                        .filter(other -> !other.isTrusted())
                        .findFirst()
                        .orElse(all.get(0)));
            }
            all.add(one);
            return all;
        }

        /** Whether the line of a stranger counts. */
        static boolean admitStranger(FoldCall work, Arrival arrival) {
            Mark ofName = null;
            Mark ofFile = null;
            for (var mark : work.trail.marks) {
                ofName = mark.isOfName(arrival.file()) ? mark : ofName;
                ofFile = mark.isOfFile(arrival.file()) ? mark : ofFile;
            }
            long own = -1;
            for (var sender : ofName.senders()) {
                own = sender.id() == arrival.sender() ? sender.jumpedTo(arrival.file()) : own;
            }
            boolean isRepeated = arrival.offset() <= own || ofFile != null && arrival.offset() <= ofFile.offset();
            if (ofFile != null
                    && (arrival.offset() == ofFile.offset() || !isRepeated && goesOn(work, arrival, ofFile))) {
                var senders = with(ofFile.senders(), Sender.of(arrival, ofFile.file()));
                replace(work, ofFile, new Mark(ofFile.file(), arrival.offset(), senders));
                if (isRepeated) {
                    work.store();
                }
                return !isRepeated;
            }
            if (isRepeated) {
                return false;
            }
            if (arrival.previousOffset() != own || own == -1) {
                long from = Math.max(0, arrival.previousOffset());
                work.out.accept(new Output.Gap(work.id.session(), arrival.file(), from, arrival.offset()));
            }
            replace(
                    work,
                    ofName,
                    new Mark(ofName.file(), ofName.offset(), with(ofName.senders(), Sender.stranger(arrival))));
            return true;
        }

        /**
         * Whether the line before this one is the last one of the file here, or of another trail of its session that
         * one of the same shippers sent: anybody may begin a trail.
         */
        private static boolean goesOn(FoldCall work, Arrival arrival, Mark mark) {
            if (arrival.previousOffset() == mark.offset()) {
                return true;
            }
            var found = new boolean[1];
            work.rows.each(RowKey.all(FoldRows.TRAIL, work.id.session()), (key, trail) -> {
                for (var other : trail.marks()) {
                    found[0] |= other.file().equals(mark.file())
                            && other.offset() == arrival.previousOffset()
                            && isTrustedInBoth(other, mark);
                }
            });
            return found[0];
        }

        private static boolean isTrustedInBoth(Mark one, Mark other) {
            for (var sender : one.senders()) {
                for (var same : other.senders()) {
                    if (sender.id() == same.id() && sender.isTrusted() && same.isTrusted()) {
                        return true;
                    }
                }
            }
            return false;
        }

        private static void replace(FoldCall work, Mark old, Mark now) {
            var marks = new ArrayList<>(work.trail.marks);
            marks.set(marks.indexOf(old), now);
            work.trail.marks = marks;
        }
    }
}
