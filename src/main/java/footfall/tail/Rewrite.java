package footfall.tail;

import java.io.IOException;

/**
 * What became of a file that has other bytes where it was read. {@code cursor}: the position in it now, null
 * when its elements are others.
 */
record Rewrite(Kind kind, Cursor cursor) {
  static final Rewrite OTHER = new Rewrite(Kind.OTHER, null);

  /** Seen while it is written; the same elements in other places; other elements. */
  enum Kind {
    HALF,
    MOVED,
    OTHER
  }

  /** As far as it is looked at: the first element, and the end of the one before the cursor. */
  static Rewrite of(Disk.Opened file, Cursor cursor, Chunks.Sizes sizes) throws IOException {
    var elements = Elements.live(file, sizes);
    FileFingerprint first = null;
    FileFingerprint last = null;
    for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
      long before = cursor.offset() - 1 - chunk.offset();
      if (chunk.elements() != null) {
        first = chunk.offset() == 0 ? FileFingerprint.first(chunk.elements().get(0)) : first;
        last = before >= 0 && before < chunk.elements().size()
            ? FileFingerprint.last(chunk.elements().get((int) before))
            : last;
      }
    }
    if (first != null && last != null && first.saysAs(cursor.first()) && last.saysAs(cursor.last())) {
      return new Rewrite(Kind.MOVED, cursor.foundAt(first, last));
    }
    boolean isHalf = elements.nextIndex() == 0 || !elements.isEnded();
    return isHalf ? new Rewrite(Kind.HALF, cursor) : OTHER;
  }
}
