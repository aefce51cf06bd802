package footfall.ship;

/**
 * The sums over all files that exist: their number, their bytes, and the bytes not acknowledged yet. Each
 * file reports its changes, so that reading the sums costs the same with a million files. For one thread.
 */
final class ShippedBytes {
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
