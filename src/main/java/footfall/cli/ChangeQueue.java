package footfall.cli;

import footfall.view.Views;
import footfall.view.Views.Change;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A bounded queue of changes between the threads that produce them and the display thread. Holds at most
 * {@code HELD_MAX}; further ones are only counted. Any change wakes the waiting thread, including one that
 * is not queued.
 */
final class ChangeQueue implements Views.Listener {
    private static final int HELD_MAX = 50_000;

    private final BlockingQueue<Change> held = new ArrayBlockingQueue<>(HELD_MAX);
    private final Semaphore bell = new Semaphore(0);
    private final AtomicLong unseen = new AtomicLong();
    private final Predicate<Change> kept;

    /** {@code kept}: which changes are queued. */
    ChangeQueue(Predicate<Change> kept) {
        this.kept = kept;
    }

    @Override
    public void changed(Change change) {
        if (kept.test(change) && !held.offer(change)) {
            unseen.incrementAndGet();
        }
        wake();
    }

    void wake() {
        if (bell.availablePermits() == 0) {
            bell.release();
        }
    }

    /** Waits until a change occurs, at most for the given time. */
    void await(long millis) throws InterruptedException {
        if (bell.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
            bell.drainPermits();
        }
    }

    /** Passes on the queued changes and removes them. */
    void drain(Consumer<Change> consumer) {
        for (int i = held.size(); i > 0; i--) {
            consumer.accept(held.remove());
        }
    }

    /** The number of changes that were dropped because the queue was full. */
    long unseen() {
        return unseen.get();
    }
}
