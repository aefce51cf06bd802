package footfall.feed;

import footfall.view.Feed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Brings subscribers up to the events in memory, with one consumer that reads for a few of them in turn. A
 * subscriber without room waits for its next turn and delays no other.
 */
final class CatchUp implements AutoCloseable {
    private static final int RECORDS_MAX = 100;
    private static final int ACTIVE_MAX = 16;
    private static final int POLLS_MAX = 10;
    private static final Duration POLL = Duration.ofMillis(20);
    private static final long PAUSE_MS = 50;
    private static final long KEEP_MS = 1_000;
    private static final long CLOSE_MS_MAX = 1_000;

    private final Map<String, String> client;
    private final String prefix;
    private final Queue<Subscription> joining;
    private final Queue<Job> waiting = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<Job> active = new LinkedBlockingQueue<>();
    private final AtomicInteger unfinished = new AtomicInteger();
    private final Thread thread = new Thread(this::run, "footfall-feed-catch-up");
    private volatile boolean isClosed;
    private Job current;
    private Job last;

    CatchUp(Map<String, String> client, String prefix, Queue<Subscription> joining) {
        this.client = client;
        this.prefix = prefix;
        this.joining = joining;
    }

    /** {@code target}: where it is near enough. */
    private static final class Job {
        private final Subscription subscription;
        private final Offsets target;
        private final EventRecords events = new EventRecords();
        private boolean isBegun;

        Job(Subscription subscription, Offsets target) {
            this.subscription = subscription;
            this.target = target;
        }
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    void add(Subscription subscription, Offsets target) {
        unfinished.incrementAndGet();
        waiting.add(new Job(subscription, target));
        activate();
    }

    private synchronized void activate() {
        while (active.size() < ACTIVE_MAX && !waiting.isEmpty()) {
            active.add(waiting.poll());
        }
    }

    boolean isBusy() {
        return unfinished.get() > 0;
    }

    void alive() {
        waiting.forEach(job -> job.subscription.subscriber.alive(null));
        active.forEach(job -> job.subscription.subscriber.alive(null));
    }

    private void run() {
        try {
            while (!isClosed) {
                read(active.take());
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
        end(KafkaFeed.STOPPING);
    }

    /** Keeps the consumer until no job has come for a while. */
    private void read(Job first) throws InterruptedException {
        current = first;
        last = null;
        try (var reader = new FeedReader(client, prefix, RECORDS_MAX)) {
            reader.assign();
            for (var job = first; !isClosed && job != null; job = active.poll(KEEP_MS, TimeUnit.MILLISECONDS)) {
                current = job;
                process(reader, job);
                current = null;
                activate();
            }
        } catch (KafkaException unavailable) {
            end(isClosed ? KafkaFeed.STOPPING : KafkaFeed.UNAVAILABLE);
        }
    }

    private void process(FeedReader reader, Job job) throws InterruptedException {
        if (!job.subscription.subscriber.isOpen()) {
            unfinished.decrementAndGet();
            return;
        }
        if (job.subscription.subscriber.hasRoom()) {
            slice(reader, job);
        } else if (active.isEmpty()) {
            Thread.sleep(PAUSE_MS);
        }
        if (job.subscription.position.isAtLeast(job.target)) {
            joining.add(job.subscription);
            unfinished.decrementAndGet();
        } else {
            active.add(job);
        }
    }

    private void slice(FeedReader reader, Job job) {
        if (!job.isBegun) {
            begin(reader, job);
        }
        var position = job.subscription.position;
        if (job != last) {
            reader.seek(position);
            last = job;
        }
        for (int polls = 0; polls < POLLS_MAX && isToBeContinued(job); polls++) {
            for (var record : reader.poll(POLL)) {
                deliver(job, reader.source(record.topic()), record);
            }
            reader.readInto(position);
        }
    }

    private static boolean isToBeContinued(Job job) {
        return job.subscription.subscriber.hasRoom() && !job.subscription.position.isAtLeast(job.target);
    }

    private static void begin(FeedReader reader, Job job) {
        var beginning = reader.beginning();
        var gone = job.subscription.position.behind(beginning);
        if (!gone.isEmpty()) {
            job.subscription.reset("retention", gone, job.subscription.position.latest(beginning));
        }
        job.isBegun = true;
    }

    private static void deliver(Job job, Source source, ConsumerRecord<String, byte[]> record) {
        var position = job.subscription.position;
        position.set(source, record.partition(), record.offset() + 1);
        job.events.event(source, record, position).ifPresent(job.subscription.subscriber::event);
    }

    private void end(String reason) {
        if (current != null) {
            end(current, reason);
            current = null;
        }
        for (var queue : List.of(active, waiting)) {
            for (var job = queue.poll(); job != null; job = queue.poll()) {
                end(job, reason);
            }
        }
    }

    private void end(Job job, String reason) {
        unfinished.decrementAndGet();
        job.subscription.subscriber.end(reason);
    }

    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
        try {
            thread.join(CLOSE_MS_MAX);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    /** A subscriber that is not up to date yet. {@code position} is null: it begins now. */
    static final class Subscription {
        final Feed.Subscriber subscriber;
        /** Replaced and changed by the thread that has the subscription. */
        Offsets position;

        Subscription(Feed.Subscriber subscriber, Offsets position) {
            this.subscriber = subscriber;
            this.position = position;
        }

        /** Events of some sources are missing before {@code now}, where it continues. */
        void reset(String reason, Set<Source> sources, Offsets now) {
            position = now;
            var topics = sources.stream().map(source -> source.channel.name()).toList();
            subscriber.event(
                    new Feed.Event(Feed.Type.RESET, now.text(), null, null, null, new Feed.Reset(reason, topics)));
        }
    }
}
