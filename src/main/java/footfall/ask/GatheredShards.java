package footfall.ask;

import footfall.view.Instances;
import footfall.view.Shard;
import footfall.view.Shards;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Asks each instance for its partitions, in parallel and with a deadline. One replica of each partition answers:
 * the active one, or another one when that instance does not answer. An instance that failed is asked last for some
 * seconds. Where one instance has everything, the calling thread answers.
 */
public final class GatheredShards implements Shards, AutoCloseable {
    private static final int THREADS_MAX = 16;
    private static final int WAITING_MAX = 256;

    /** The API refuses an answer that takes 10 s. */
    private static final Duration ALONE = Duration.ofSeconds(8);

    private final Instances instances;
    private final Gathering.Asking asking;
    private final Duration deadline;

    /** {@code nanos}: a monotonic clock. */
    public GatheredShards(Instances instances, Peers peers, Duration deadline, LongSupplier nanos) {
        this.instances = instances;
        this.deadline = deadline;
        // No thread starts before another instance is asked.
        var threads = new ThreadPoolExecutor(
                THREADS_MAX, THREADS_MAX, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(WAITING_MAX), task -> {
                    var thread = new Thread(task, "footfall-ask");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        asking = new Gathering.Asking(peers, threads, new Gathering.Suspects(nanos), nanos, ALONE);
    }

    @Override
    public <T> Parts<T> ask(Function<Shard, T> question) {
        return new Gathering<>(instances, asking, question).within(deadline);
    }

    @Override
    public void close() {
        asking.threads().shutdownNow();
    }
}
