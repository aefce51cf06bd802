package footfall.turn;

import footfall.row.RowKey;
import footfall.turn.Mark.Sender;
import java.util.ArrayList;
import java.util.List;

/**
 * Who may move the mark of a file: the shipper that sent its first line, and each that goes on exactly where the mark
 * is, which it knows only from the file. Lines of a stranger count, but neither move the mark nor start the file over,
 * so a forged line makes no line of others a duplicate.
 */
final class Senders {
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
            all.remove(
                    all.stream().filter(other -> !other.isTrusted()).findFirst().orElse(all.get(0)));
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
        if (ofFile != null && (arrival.offset() == ofFile.offset() || !isRepeated && goesOn(work, arrival, ofFile))) {
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
     * Whether the line before this one is the last one of the file here, or of another trail of its session that one of
     * the same shippers sent: anybody may begin a trail.
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
