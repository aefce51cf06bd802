package footfall.ship;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The sums over all files that exist: their number, their bytes, and the bytes not acknowledged yet; and the
 * files that have lines under way. Each file reports its changes, so that reading the sums costs the same
 * with a million files. For one thread.
 */
final class ShipTotals {
  private final Set<ShippedFile> underWay = new LinkedHashSet<>();
  private int files;
  private long size;
  private long behind;

  /** What one file adds to the sums. */
  record Share(boolean isThere, long size, long behind) {
    static final Share NONE = new Share(false, 0, 0);
  }

  void replace(Share before, Share now) {
    files += (now.isThere ? 1 : 0) - (before.isThere ? 1 : 0);
    size += now.size - before.size;
    behind += now.behind - before.behind;
  }

  Set<ShippedFile> underWay() {
    return underWay;
  }

  int files() {
    return files;
  }

  long size() {
    return size;
  }

  long behind() {
    return behind;
  }
}
