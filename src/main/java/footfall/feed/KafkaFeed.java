package footfall.feed;

import footfall.feed.CatchUp.Subscription;
import footfall.view.Feed;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * The feed of a cluster. Its thread starts with the first subscriber and ends after the last one. A subscriber that
 * comes while the cluster cannot be read is ended with a reason, and may come again.
 */
public final class KafkaFeed implements Feed, AutoCloseable {
    static final String UNAVAILABLE = "unavailable";
    static final String STOPPING = "stopping";

    private static final int RECORDS_MAX = 500;
    /** A client that comes back soon finds the events in memory. */
    private static final Duration IDLE_MAX = Duration.ofMinutes(1);

    private static final long CLOSE_MS_MAX = 1_000;

    private final Map<String, String> client;
    private final String prefix;
    private final Clock clock;
    private final Queue<Subscription> joining = new ConcurrentLinkedQueue<>();
    private Thread thread;
    private boolean isRunning;
    private volatile boolean isClosed;

    /** {@code client}: Kafka client properties. */
    public KafkaFeed(Map<String, String> client, String prefix, Clock clock) {
        this.client = Map.copyOf(client);
        this.prefix = prefix;
        this.clock = clock;
    }

    @Override
    public void subscribe(String position, Subscriber subscriber) {
        var from = position == null ? null : Offsets.parse(position);
        synchronized (this) {
            if (isClosed) {
                subscriber.end(STOPPING);
                return;
            }
            joining.add(new Subscription(subscriber, from));
            if (!isRunning) {
                isRunning = true;
                thread = new Thread(this::run, "footfall-feed");
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private void run() {
        try (var reader = new FeedReader(client, prefix, RECORDS_MAX);
                var catchUp = new CatchUp(client, prefix, joining)) {
            read(new LiveEvents(reader, catchUp, joining, clock));
        } catch (KafkaException unavailable) {
            ended();
        }
        synchronized (this) {
            if (!isRunning) {
                ended(); // What came from the other thread at last.
            }
        }
    }

    private void read(LiveEvents live) {
        try {
            var busyAt = clock.instant();
            while (!isClosed) {
                if (live.turn()) {
                    busyAt = clock.instant();
                } else if (isIdle(busyAt)) {
                    return;
                }
            }
        } catch (KafkaException unavailable) {
            // Ended below.
        }
        ended();
        live.end(isClosed ? STOPPING : UNAVAILABLE);
    }

    /** A subscriber that comes later starts another thread. */
    private synchronized boolean isIdle(Instant busyAt) {
        if (busyAt.plus(IDLE_MAX).isBefore(clock.instant()) && joining.isEmpty()) {
            isRunning = false;
            return true;
        }
        return false;
    }

    private synchronized void ended() {
        isRunning = false;
        for (var next = joining.poll(); next != null; next = joining.poll()) {
            next.subscriber.end(isClosed ? STOPPING : UNAVAILABLE);
        }
    }

    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            isClosed = true;
            running = thread;
        }
        if (running != null) {
            running.interrupt();
            try {
                running.join(CLOSE_MS_MAX);
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Reads the events as they are committed and hands each to all subscribers. A new subscriber joins between two
     * polls: at once, with the events in memory after its position, or later, when {@link CatchUp} has brought it near.
     */
    static final class LiveEvents {
        private static final Duration POLL = Duration.ofMillis(100);
        private static final Duration ALIVE_EVERY = Duration.ofSeconds(15);

        private final FeedReader reader;
        private final CatchUp catchUp;
        private final Queue<Subscription> joining;
        private final Clock clock;
        private final EventRecords events = new EventRecords();
        private final List<Feed.Subscriber> subscribers = new ArrayList<>();
        private final Offsets position;
        private final RecentEvents recent;
        private Instant aliveAt;
        private Optional<Offsets> end = Optional.empty();

        LiveEvents(FeedReader reader, CatchUp catchUp, Queue<Subscription> joining, Clock clock) {
            this.reader = reader;
            this.catchUp = catchUp;
            this.joining = joining;
            this.clock = clock;
            catchUp.start();
            reader.assign();
            this.position = reader.end();
            reader.seek(position);
            this.recent = new RecentEvents(position.copy());
            this.aliveAt = clock.instant();
        }

        /** One poll. Returns whether there are subscribers. */
        boolean turn() {
            for (var record : reader.poll(POLL)) {
                deliver(record);
            }
            reader.readInto(position);
            join();
            subscribers.removeIf(one -> !one.isOpen());
            if (Duration.between(aliveAt, clock.instant()).abs().compareTo(ALIVE_EVERY) > 0) { // It may be set back.
                aliveAt = clock.instant();
                var text = position.text();
                subscribers.forEach(one -> one.alive(text));
                joining.forEach(one -> one.subscriber.alive(null));
                catchUp.alive();
            }
            return !subscribers.isEmpty() || !joining.isEmpty() || catchUp.isBusy();
        }

        private void deliver(ConsumerRecord<String, byte[]> record) {
            var source = reader.source(record.topic());
            position.set(source, record.partition(), record.offset() + 1);
            events.event(source, record, position).ifPresent(event -> {
                int bytes = Math.max(0, record.serializedValueSize());
                recent.add(new RecentEvents.Entry(source, record.partition(), record.offset(), bytes, event));
                subscribers.forEach(one -> one.event(event));
            });
        }

        private void join() {
            end = Optional.empty();
            var later = new ArrayList<Subscription>();
            for (var next = joining.poll(); next != null; next = joining.poll()) {
                if (next.subscriber.isOpen() && !isJoined(next)) {
                    later.add(next);
                }
            }
            joining.addAll(later);
        }

        private boolean isJoined(Subscription next) {
            var asked = next.position == null ? position.copy() : next.position.fitted(position);
            var recreated = next.position == null ? EnumSet.noneOf(Source.class) : next.position.shrunk(position);
            if (!position.isAtLeast(asked)) {
                end = end.or(() -> Optional.of(end()));
                recreated.addAll(end.get().behind(asked));
                asked.moveBack(end.get(), position);
            }
            if (!recreated.isEmpty()) {
                next.reset("recreated", recreated, asked);
            }
            if (!position.isAtLeast(asked)) {
                return false; // Another instance has read further.
            }
            if (!recent.hasAllAfter(asked)) {
                next.position = asked;
                catchUp.add(next, recent.start());
                return true;
            }
            recent.eachAfter(asked, next.subscriber::event);
            next.subscriber.alive(position.text());
            subscribers.add(next.subscriber);
            return true;
        }

        /**
         * No instance has given a position after it, unless a topic was created again. All subscribers wait for the
         * broker's answer, so it is read at most once per poll.
         */
        private Offsets end() {
            try {
                return reader.end();
            } catch (TimeoutException unknown) {
                return Offsets.unknown(position);
            }
        }

        /** Ends all. */
        void end(String reason) {
            subscribers.forEach(one -> one.end(reason));
        }
    }

    /** The latest events, for subscribers that were away for a short time. Bounded by number and bytes of records. */
    static final class RecentEvents {
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
         * Moves a position over all events after it. Each event gets the position at which it is delivered here: one
         * that a subscriber has from another instance may come later in the order of this one.
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
}
