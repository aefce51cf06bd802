package footfall.ship;

import footfall.line.OwnerUuids;
import footfall.line.RejectedBytes;
import footfall.line.SkippedTurns;
import footfall.redact.Redacted;
import footfall.redact.RedactedLine;
import footfall.tail.Checkpoint;
import footfall.tail.Cursor;
import footfall.tail.Disk;
import footfall.tail.FileTail;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** One file on its way: what was handed over of it, and how far that is acknowledged. For one thread. */
final class ShippedFile implements Redaction.BatchSink {
  private static final long COARSE_MS = 100;

  private FileTail tail;
  private final Shipping shipping;
  private final ArrayDeque<InFlightBatch> underWay = new ArrayDeque<>(1);
  private Cursor acknowledged;
  private Cursor handed;
  private Redaction redaction;
  private Disk.Entry seen;
  private long seenAtMs;
  private long size;
  private boolean isGone;
  private long waitsSinceMs = -1;
  private ShipTotals.Share share = ShipTotals.Share.NONE;

  ShippedFile(FileTail tail, Shipping shipping) {
    this.tail = tail;
    this.shipping = shipping;
    this.acknowledged = tail.cursor();
    this.handed = acknowledged;
    report();
  }

  FileTail tail() {
    return tail;
  }

  /** Null when nothing of the file was acknowledged. */
  Cursor acknowledged() {
    return acknowledged;
  }

  /** Bytes of a last line that waits; {@code generation}: of its name, for a file never read. */
  long read(int generation, boolean isQuiet) throws IOException {
    redaction = redaction == null ? new Redaction(shipping::redactor) : redaction;
    return tail.read(generation, isQuiet, shipping.settings().lineBytesMax(), redaction.to(this));
  }

  /** What another thread is to read of it, which was never read. */
  ReadAhead.Source ahead(int generation, boolean isQuiet) {
    return new ReadAhead.Source(tail.from(null), new Redaction(shipping::redactor), generation, isQuiet,
        shipping.settings().lineBytesMax());
  }

  /** As {@link #read}, of a file that was never read. */
  long take(ReadAhead.File ahead) throws IOException {
    for (var stretch = ahead.next(); stretch != null; stretch = ahead.next()) {
      take(stretch);
    }
    tail = ahead.tail();
    redaction = ahead.redaction();
    return ahead.waiting();
  }

  /** Lets go of what can be had again from the cursor. */
  void rest() {
    if (tail.isElements() && redaction != null && redaction.isWaiting()) {
      return; // An element is found again only by reading all before it.
    }
    redaction = null;
  }

  /** As if it had been met just now: what was handed over and not acknowledged is forgotten. */
  ShippedFile again() {
    var again = new ShippedFile(tail.from(acknowledged), shipping);
    again.size = size;
    again.isGone = isGone;
    again.report();
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
    if (isMoved) {
      report();
    }
    return isMoved;
  }

  /** How it is to be read now; null when there is nothing new. {@code isForGood}: nothing more comes. */
  FileCheck due(Disk.Entry entry, long nowMs, boolean isForGood) {
    boolean isSame = isSame(entry);
    boolean isWaiting = waitsSinceMs >= 0;
    boolean isQuiet = isForGood && (!isSame || isWaiting)
        || isSame && isWaiting && nowMs - waitsSinceMs >= shipping.settings().quiet().toMillis();
    return isSame && !isQuiet ? null : new FileCheck(entry, nowMs, isQuiet);
  }

  /** Whether nothing can have changed since it was read: a file system's times are coarse. */
  private boolean isSame(Disk.Entry now) {
    return now.equals(seen) && seenAtMs - now.modifiedMs() > COARSE_MS;
  }

  /** It was read; {@code waiting}: bytes of a last line that waits. */
  void looked(FileCheck look, long waiting) {
    waitsSinceMs = waiting > 0 && !look.isQuiet() ? look.atMs() : -1;
    seen = look.entry();
    seenAtMs = look.atMs();
    report(); // Bytes that mean nothing are known now.
  }

  /** It could not be read to its end, and has to be looked at again. */
  void unread() {
    seen = null;
  }

  /** Whether a last line without its newline waits for more. */
  boolean isHalfWaiting() {
    return waitsSinceMs >= 0;
  }

  /** It is there, and so large. */
  void found(long bytes) {
    size = bytes;
    isGone = false;
    report();
  }

  private void report() {
    var now = new ShipTotals.Share(!isGone, size, behind());
    shipping.total().replace(share, now);
    share = now;
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
    report();
    return !isUnderWay();
  }

  boolean isUnderWay() { return !underWay.isEmpty(); }

  /** Hands over, and goes on behind. */
  @Override
  public Cursor take(RedactedBatch stretch) {
    var cursor = stretch.after();
    boolean isGoingOn = handed != null && handed.file().equals(cursor.file());
    var previous = new HashMap<>(isGoingOn ? handed.previous() : Map.of());
    var owners = new OwnerUuids(!isGoingOn || handed.awaitsAssistant());
    var passage = new InFlightBatch();
    for (var part : stretch.parts()) {
      if (part instanceof RedactedLine line) {
        take(new Outlet.Outgoing(line, previous.getOrDefault(line.session().value(), -1L), owner(line,
            owners),
            skipped(line, cursor)), previous, passage);
      } else if (part instanceof Redacted.Refused refused) {
        passage.count().rejected(refused.rejected().reason());
        shipping.outlet().send(cursor.file().toString(), refused.rejected(), passage.record());
      }
    }
    handed = cursor.sent(previous, owners.awaitsAssistant());
    passage.ends(handed);
    underWay.add(passage);
    shipping.total().underWay().add(this);
    shipping.settleWhenDue();
    return handed;
  }

  private void take(Outlet.Outgoing outgoing, Map<String, Long> previous, InFlightBatch passage) {
    if (shipping.outlet().send(outgoing, passage.record())) {
      passage.count().sent();
      previous.put(outgoing.line().session().value(), outgoing.line().offset());
    } else {
      passage.count().rejected(RejectedBytes.Reason.UNSENDABLE);
    }
  }

  private String owner(RedactedLine line, OwnerUuids owners) {
    return shipping.state().prompts().ownerOther(line.ownerUuid(owners), line.session().value());
  }

  private SkippedTurns skipped(RedactedLine line, Cursor cursor) {
    return cursor.isSkipped() ? shipping.state().skipped().get(Checkpoint.trail(line.session().value(), line
        .agent())) : null;
  }

  @Override
  public int replaced(String name, int generation) throws IOException {
    return shipping.replaced(name, generation);
  }
}
