package footfall.turn;

import footfall.line.FileId;
import java.util.List;

/**
 * The high-water mark: the last byte offset of a file that was processed for a trail. Lines at or below it
 * are duplicates. {@code senders}: who sent the file, by {@link Rereading.Senders}.
 */
public record Mark(FileId file, long offset, List<Sender> senders) {
    public Mark {
        senders = List.copyOf(senders);
    }

    /**
     * A shipper, by its secret ID. What it sends as this {@code reader} reads it is as {@code readsAs} reads it, and
     * its generations are less by {@code generationsLess}: a shipper that lost its checkpoint counts from 0 again.
     * {@code strange}: of a stranger, the file of its last line as it names it, and {@code jumpedTo} the offset; null
     * and -1 of one that is trusted.
     */
    record Sender(long id, int generationsLess, int reader, int readsAs, FileId strange, long jumpedTo) {
        /** The sender of a line of the file. */
        static Sender of(Arrival arrival, FileId file) {
            int less = file.generation() - arrival.file().generation();
            return new Sender(arrival.sender(), less, arrival.file().reader(), file.reader(), null, -1);
        }

        static Sender stranger(Arrival arrival) {
            return new Sender(arrival.sender(), 0, 0, 0, arrival.file(), arrival.offset());
        }

        boolean isTrusted() {
            return strange == null;
        }

        /** The offset of its last line of the file as a stranger, by any reader; -1 for none. */
        long jumpedTo(FileId file) {
            return strange != null && strange.readBy(file.reader()).equals(file) ? jumpedTo : -1;
        }

        /** A line of this sender, with its file as the others name it: nearly always the same line. */
        Arrival named(Arrival arrival) {
            var file = arrival.file();
            int version = file.reader() == reader ? readsAs : file.reader();
            int generation = Math.max(0, file.generation() + generationsLess);
            return version == file.reader() && generation == file.generation()
                    ? arrival
                    : arrival.of(new FileId(file.name(), file.firstLineHash(), generation, version));
        }
    }

    /** Whether a line of the file makes this mark obsolete. */
    boolean isReplacedBy(FileId next) {
        return file.equals(next) || file.isOlderReadingOf(next);
    }

    boolean isOfName(FileId other) {
        return file.name().equals(other.name());
    }

    /** Whether it is the same file, of any generation and reader. */
    boolean isOfFile(FileId other) {
        return isOfName(other) && file.firstLineHash().equals(other.firstLineHash());
    }
}
