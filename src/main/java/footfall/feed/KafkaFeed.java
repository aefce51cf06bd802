package footfall.feed;

import footfall.view.Feed;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.common.KafkaException;

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
}
