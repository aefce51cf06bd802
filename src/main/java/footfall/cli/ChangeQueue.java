package footfall.cli;

import footfall.view.Change;
import footfall.view.Views;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Changes on their way from the threads where they happen to the one that shows them. At most
 * {@code HELD_MAX} wait; those beyond are counted. Whoever waits here is woken by any change, also by one
 * that is not kept.
 */
final class ChangeQueue implements Views.Listener {
  private static final int HELD_MAX = 50_000;

  private final BlockingQueue<Change> held = new ArrayBlockingQueue<>(HELD_MAX);
  private final Semaphore bell = new Semaphore(0);
  private final AtomicLong unseen = new AtomicLong();
  private final Predicate<Change> kept;

  /** {@code kept}: which changes are handed on. */
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

  /** Waits until something happened, for so long at most. */
  void await(long millis) throws InterruptedException {
    if (bell.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
      bell.drainPermits();
    }
  }

  /** Hands on what is held now. */
  void drain(Consumer<Change> taker) {
    for (int i = held.size(); i > 0; i--) {
      taker.accept(held.remove());
    }
  }

  /** Changes that came too fast to be kept. */
  long unseen() {
    return unseen.get();
  }
}
