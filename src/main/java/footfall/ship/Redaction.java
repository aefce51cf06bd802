package footfall.ship;

import footfall.line.FileId;
import footfall.line.RejectedBytes;
import footfall.redact.RawLine;
import footfall.redact.Redacted;
import footfall.redact.Redactor;
import footfall.tail.Cursor;
import footfall.tail.FileTail;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * One file's redactor while it is followed: what is read of the file comes out redacted, a stretch at a time.
 * For one thread at a time.
 */
final class Redaction {
  private final Supplier<Redactor> fresh;
  private Redactor redactor;

  /** {@code fresh}: a redactor that knows of no call. */
  Redaction(Supplier<Redactor> fresh) {
    this.fresh = fresh;
  }

  /** Gets the stretches of a file, in order. */
  interface BatchSink {
    /** Gives back the cursor that the file is gone on with. */
    Cursor take(RedactedBatch stretch);

    /** As {@link FileTail.Reader#replaced}. */
    int replaced(String name, int generation) throws IOException;
  }

  /** Whether calls wait for their results. */
  boolean isWaiting() {
    return redactor != null && !redactor.openCalls().places().isEmpty();
  }

  FileTail.Reader to(BatchSink taker) {
    return new Reading(taker);
  }

  private final class Reading implements FileTail.Reader {
    private final BatchSink taker;
    private List<Redacted> parts = new ArrayList<>();

    private Reading(BatchSink taker) {
      this.taker = taker;
    }

    @Override
    public void begins(FileTail.Recall open) throws IOException {
      if (redactor == null) {
        var recalled = fresh.get();
        open.into(recalled);
        redactor = recalled; // Not before it knows all: else what it lacks is lost for good.
      }
    }

    @Override
    public int replaced(String name, int generation) throws IOException {
      int now = taker.replaced(name, generation);
      redactor = fresh.get();
      return now;
    }

    @Override
    public void line(RawLine raw) {
      parts.addAll(redactor.redact(raw));
    }

    @Override
    public void rejected(FileId file, RejectedBytes why) {
      parts.add(new Redacted.Refused(why));
    }

    @Override
    public Cursor passed(Cursor cursor) {
      var stretch = new RedactedBatch(parts, cursor.waiting(redactor.openCalls()));
      parts = new ArrayList<>();
      return taker.take(stretch);
    }
  }
}
