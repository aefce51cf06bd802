package footfall.feed;

import footfall.view.Feed;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** The latest events, for subscribers that were away for a short time. Bounded by number and bytes of records. */
final class RecentEvents {
    private static final int EVENTS_MAX = 5_000;
    private static final long BYTES_MAX = 8 << 20;

    private final Deque<Entry> entries = new ArrayDeque<>();
    private final Offsets start;
    private long bytes;

    /** Without events, at a position. */
    RecentEvents(Offsets start) {
        this.start = start;
    }

    /** An event, and the place and size of its record. */
    record Entry(Source source, int partition, long offset, int bytes, Feed.Event event) {}

    void add(Entry entry) {
        entries.addLast(entry);
        bytes += entry.bytes;
        while (entries.size() > EVENTS_MAX || bytes > BYTES_MAX) {
            var oldest = entries.removeFirst();
            bytes -= oldest.bytes;
            start.set(oldest.source, oldest.partition, oldest.offset + 1);
        }
    }

    /** Every event after this position is here. */
    Offsets start() {
        return start.copy();
    }

    /** Whether every event after a position is here. */
    boolean hasAllAfter(Offsets position) {
        return position.isAtLeast(start);
    }

    /**
     * Moves a position over all events after it. Each event gets the position at which it is delivered here: one that a
     * subscriber has from another instance may come later in the order of this one.
     */
    void eachAfter(Offsets position, Consumer<Feed.Event> out) {
        for (var entry : entries) {
            if (entry.offset >= position.of(entry.source, entry.partition)) {
                position.set(entry.source, entry.partition, entry.offset + 1);
                out.accept(entry.event.at(position.text()));
            }
        }
    }
}
