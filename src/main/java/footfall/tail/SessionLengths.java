package footfall.tail;

import java.util.ArrayDeque;

/** The length of a session of a database in bytes after some of its events, the latest last. Thread-safe. */
final class SessionLengths {
    private static final int KNOWN_MAX = 8;

    private final ArrayDeque<At> known = new ArrayDeque<>();

    /** After the event {@code seq}. */
    record At(long seq, long bytes) {
        static final At BEGIN = new At(-1, 0);
    }

    synchronized void add(long seq, long bytes) {
        if (known.size() == KNOWN_MAX) {
            known.removeFirst();
        }
        known.addLast(new At(seq, bytes));
    }

    synchronized void clear() {
        known.clear();
    }

    private synchronized At last() {
        return known.isEmpty() ? At.BEGIN : known.getLast();
    }

    long seq() {
        return last().seq;
    }

    long bytes() {
        return last().bytes;
    }

    /** The latest known place at or before an offset. */
    synchronized At before(long offset) {
        var found = At.BEGIN;
        for (var one : known) {
            found = one.bytes <= offset ? one : found;
        }
        return found;
    }
}
