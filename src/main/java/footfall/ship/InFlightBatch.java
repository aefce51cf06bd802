package footfall.ship;

import footfall.tail.Cursor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lines of one file that were handed over together. When all are acknowledged, and those of the passages
 * before them, the file's cursor is the one behind them.
 */
final class InFlightBatch {
  /** One for whoever hands over, and one for each record. */
  private final AtomicInteger open = new AtomicInteger(1);
  private final ShipCount count = new ShipCount();
  private Cursor after;

  Runnable record() {
    open.incrementAndGet();
    return open::decrementAndGet;
  }

  void ends(Cursor cursor) {
    after = cursor;
    open.decrementAndGet();
  }

  ShipCount count() {
    return count;
  }

  boolean isAcknowledged() { return open.get() == 0; }

  Cursor after() {
    return after;
  }
}
