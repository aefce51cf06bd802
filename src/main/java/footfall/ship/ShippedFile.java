package footfall.ship;

import footfall.line.FileId;
import footfall.line.Rejected;
import footfall.line.Skipped;
import footfall.redact.RawLine;
import footfall.redact.Redacted;
import footfall.redact.RedactedLine;
import footfall.redact.Redactor;
import footfall.tail.Cursor;
import footfall.tail.Disk;
import footfall.tail.FileTail;
import footfall.tail.Transcript;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** One file on its way: what was handed over of it, and how far that is acknowledged. For one thread. */
final class ShippedFile implements FileTail.Reader {
  /** As {@link Transcript#ORDER}, but an owner of copies is by session before it is by path. */
  static final Comparator<Transcript> ORDER =
      Comparator.comparing(Transcript::firstAt, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(file -> file.source().session().value())
          .thenComparing(Transcript.ORDER);

  private static final long COARSE_MS = 100;

  private final FileTail tail;
  private final Shipping shipping;
  private final ArrayDeque<Passage> underWay = new ArrayDeque<>();
  private final Map<String, Long> previous = new HashMap<>();
  private Cursor acknowledged;
  private Redactor redactor;
  private Disk.Entry seen;
  private long seenAtMs;
  private Passage passage = new Passage();
  private long size;
  private boolean isGone;
  long waitsSinceMs = -1;

  ShippedFile(FileTail tail, Shipping shipping) {
    this.tail = tail;
    this.shipping = shipping;
    this.acknowledged = tail.cursor();
  }

  FileTail tail() {
    return tail;
  }

  /** Null when nothing of the file was acknowledged. */
  Cursor acknowledged() {
    return acknowledged;
  }

  long read(int generation, boolean isQuiet) throws IOException {
    return tail.read(generation, isQuiet, shipping.settings().lineBytesMax(), this);
  }

  /** Lets go of what can be had again from the cursor. */
  void rest() {
    if (tail.isElements() && redactor != null && !redactor.openCalls().places().isEmpty()) {
      return; // An element is found again only by reading all before it.
    }
    redactor = null;
    previous.clear();
  }

  /** As if it had been met just now: what was handed over and not acknowledged is forgotten. */
  ShippedFile again() {
    var again = new ShippedFile(tail.from(acknowledged), shipping);
    again.size = size;
    again.isGone = isGone;
    return again;
  }

  /** Moves to what has been acknowledged in order; whether it moved. */
  boolean settle() {
    boolean isMoved = false;
    while (!underWay.isEmpty() && underWay.peek().isAcknowledged()) {
      var passed = underWay.remove();
      acknowledged = passed.after();
      shipping.acknowledged(passed.count());
      isMoved = true;
    }
    return isMoved;
  }

  /** Whether nothing can have changed since it was read: a file system's times are coarse. */
  boolean isSame(Disk.Entry now) {
    return now.equals(seen) && seenAtMs - now.modifiedMs() > COARSE_MS;
  }

  /** Null: it has to be looked at again. */
  void seen(Disk.Entry entry, long atMs) {
    seen = entry;
    seenAtMs = atMs;
  }

  /** It is there, and so large. */
  void found(long bytes) {
    size = bytes;
    isGone = false;
  }

  /** As it was found last, in bytes; 0 while it is gone. */
  long size() {
    return size;
  }

  boolean isGone() { return isGone; }

  /** Bytes that are not acknowledged. */
  long behind() {
    return Math.max(0, size - tail.blank() - (acknowledged == null ? 0 : acknowledged.place()));
  }

  /**
   * Nothing of it is waited for until it is there again, and then it is looked at whatever its size. Whether
   * nothing of it is under way.
   */
  boolean gone() {
    size = 0;
    isGone = true;
    seen = null;
    waitsSinceMs = -1;
    return !isUnderWay();
  }

  boolean isUnderWay() { return !underWay.isEmpty(); }

  @Override
  public void line(RawLine raw) {
    for (var part : redactor.redact(raw)) {
      take(raw.file(), part);
    }
  }

  private void take(FileId file, Redacted part) {
    if (part instanceof RedactedLine line) {
      var session = line.session().value();
      var owner = shipping.prompts().ownerOther(line.promptUuid(), session);
      long before = previous.getOrDefault(session, -1L);
      boolean isSent = shipping.outlet().send(new Outlet.Outgoing(line, before, owner, skipped(line)),
          passage.record());
      if (isSent) {
        passage.count().sent();
        previous.put(session, line.offset());
      } else {
        passage.count().rejected(Rejected.Reason.UNSENDABLE);
      }
    } else if (part instanceof Redacted.Refused refused) {
      rejected(file, refused.rejected());
    }
  }

  private Skipped skipped(RedactedLine line) {
    return tail.cursor().isSkipped() ? shipping.skipped(line.session(), line.agent()) : null;
  }

  @Override
  public void rejected(FileId file, Rejected why) {
    passage.count().rejected(why.reason());
    shipping.outlet().send(file.toString(), why, passage.record());
  }

  @Override
  public Cursor passed(Cursor cursor) {
    var after = FileTail.sent(cursor, previous, redactor.openCalls());
    passage.ends(after);
    underWay.add(passage);
    passage = new Passage();
    shipping.settleWhenDue();
    return after;
  }

  @Override
  public void begins(FileTail.Recall open) throws IOException {
    if (redactor == null) {
      var recalled = shipping.redactor();
      open.into(recalled);
      redactor = recalled; // Not before it knows all: else what it lacks is lost for good.
      if (tail.cursor() != null) {
        previous.putAll(tail.cursor().previous());
      }
    }
  }

  @Override
  public int replaced(String name, int generation) throws IOException {
    int now = shipping.replaced(name, generation);
    previous.clear();
    redactor = shipping.redactor();
    return now;
  }
}
