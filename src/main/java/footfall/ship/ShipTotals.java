package footfall.ship;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The sums over all files that exist: their number, their bytes, and the bytes not acknowledged yet; and the
 * files that have lines under way. A file is removed before it changes and added again, so that reading the
 * sums costs the same with a million files. For one thread.
 */
final class ShipTotals {
  private final Set<ShippedFile> underWay = new LinkedHashSet<>();
  private int files;
  private long size;
  private long behind;

  void add(ShippedFile file) {
    count(file, 1);
  }

  void remove(ShippedFile file) {
    count(file, -1);
  }

  private void count(ShippedFile file, int times) {
    files += file.isGone() ? 0 : times;
    size += times * file.size();
    behind += times * file.behind();
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
