package footfall.tail;

import footfall.line.Bytes;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Source;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A transcript that is open to be read on from a cursor: whole lines, a chunk at a time, up to the end that
 * the file had when it was opened. A last line without its newline waits, unless no more is expected and it
 * is whole by itself. A file that was shortened, or has other bytes where it was read before, was replaced. A
 * qbit file is read by elements, also when it is an array that is rewritten with each: half of it waits.
 */
public final class FileTail implements Closeable {
  /** Small enough that what is read stays near the processor, and is no large object to a collector. */
  private static final int CHUNK_BYTES = 256 << 10;

  private static final int LINE_BYTES = 8 << 10;

  private final FixedLengthFile file;
  private final Source source;
  private final Chunks.Sizes sizes;
  private final ReadEnd end = new ReadEnd();
  private Cursor cursor;
  private boolean isReplaced;
  private boolean isHalf;
  private Chunks chunks;
  private byte[] lent;
  private Elements elements;
  private Elements earlier;
  private Chunks.Chunk earlierChunk;
  private long waiting;
  private long blank;

  private FileTail(FixedLengthFile file, Source source, Cursor from, int lineBytesMax) {
    this.file = file;
    this.source = source;
    this.cursor = from;
    this.sizes = new Chunks.Sizes(CHUNK_BYTES, lineBytesMax);
  }

  /** Opens the file, and finds the cursor in it. */
  public static FileTail open(Disk disk, Path path, Cursor from, int lineBytesMax) throws IOException {
    var opened = disk.open(path);
    try {
      var source = TranscriptPaths.name(path, from.dialect()).source();
      var tail = new FileTail(FixedLengthFile.atCurrentLength(opened), source, from, lineBytesMax);
      tail.find();
      return tail;
    } catch (IOException | RuntimeException why) {
      opened.close();
      throw why;
    }
  }

  private void find() throws IOException {
    if (cursor.isIn(file)) {
      return;
    }
    var rewrite = cursor.isElements() ? Rewrite.of(file, cursor, sizes) : Rewrite.OTHER;
    isHalf = rewrite.kind() == Rewrite.Kind.HALF;
    waiting = isHalf ? Math.max(1, file.size()) : 0;
    isReplaced = rewrite.kind() == Rewrite.Kind.OTHER;
    cursor = rewrite.kind() == Rewrite.Kind.MOVED ? rewrite.cursor() : cursor;
  }

  /** Whether it is another file than the one that was read: {@link #restart} has to be called then. */
  public boolean isReplaced() {
    return isReplaced;
  }

  /** Reads the file from its beginning, as a generation of its own. */
  public void restart(int generation) {
    cursor = Cursor.start(cursor.file().name(), generation);
    isReplaced = false;
  }

  /** Whether it was seen while it is rewritten: nothing of it can be read yet. */
  public boolean isHalf() {
    return isHalf;
  }

  public Source source() {
    return source;
  }

  /** The position behind what was read last. */
  public Cursor cursor() {
    return cursor;
  }

  /** The bytes of a last line that waits, of a half file all: once {@link #next} gave null. */
  public long waiting() {
    return waiting;
  }

  /** Once {@link #next} gave null: the bytes behind the last element of a file that is whole. */
  public long blank() {
    return blank;
  }

  /**
   * The next lines, whose bytes are lent until the next call; null at the end. {@code isQuiet}: a whole last
   * line needs no newline.
   */
  public Chunks.Chunk next(boolean isQuiet) throws IOException {
    return cursor.isElements() ? nextElements() : nextLines(isQuiet);
  }

  private Chunks.Chunk nextLines(boolean isQuiet) throws IOException {
    if (chunks == null) {
      chunks = new Chunks(file, cursor.offset(), sizes);
      lent = new byte[(int) Math.max(1, Math.min(CHUNK_BYTES, file.size() - cursor.offset()))];
    }
    var chunk = chunks.next(lent);
    if (chunk != null && !chunk.isWhole() && !(isQuiet && isObject(chunk))) {
      waiting = chunk.bytes().length() + chunk.tooLong();
      return null;
    }
    return chunk == null ? null : passed(chunk, end.after(file, chunk));
  }

  private boolean isObject(Chunks.Chunk chunk) {
    var parts = new LineParser().parse(chunk.bytes(), chunk.offset(), source);
    return chunk.tooLong() == 0 && !parts.isEmpty()
        && parts.stream().allMatch(Parsed.Accepted.class::isInstance);
  }

  /** An element whose last brace is there needs no more; an array that was seen half written waits. */
  private Chunks.Chunk nextElements() throws IOException {
    if (elements == null) {
      elements = cursor.isStart() ? Elements.live(file, sizes)
          : Elements.behind(cursor.offset(), cursor.place(), file, sizes);
    }
    var chunk = elements.next();
    if (chunk == null) {
      long rest = file.size() - cursor.place();
      waiting = elements.isTorn() ? Math.max(1, rest) : 0;
      blank = elements.isTorn() ? 0 : rest;
      return null;
    }
    return passed(chunk, chunk.tooLong() > 0 ? new FileFingerprint(elements.place(), 0, 0)
        : FileFingerprint.last(chunk.elements().get(chunk.elements().size() - 1)));
  }

  private Chunks.Chunk passed(Chunks.Chunk chunk, FileFingerprint last) {
    boolean isFirst = cursor.isStart() && chunk.tooLong() == 0;
    cursor = (isFirst ? cursor.begunBy(chunk.first()) : cursor).movedTo(chunk.end(), last);
    return chunk;
  }

  /** The line at an offset before the cursor, null when it is none. To be asked in the order of offsets. */
  public Bytes lineAt(long offset) throws IOException {
    Chunks.Chunk chunk;
    if (cursor.isElements()) {
      chunk = earlierChunk(offset);
    } else {
      chunk = new Chunks(file, offset, new Chunks.Sizes(LINE_BYTES, sizes.lineBytesMax())).next();
    }
    return chunk == null || chunk.tooLong() > 0 ? null : chunk.lineAt(offset);
  }

  /** In one pass from the beginning: where an element is in the file, none but its index tells. */
  private Chunks.Chunk earlierChunk(long offset) throws IOException {
    earlier = earlier == null ? Elements.live(file, sizes) : earlier;
    earlierChunk = earlierChunk == null ? earlier.next() : earlierChunk;
    while (earlierChunk != null && earlierChunk.end() <= offset) {
      earlierChunk = earlier.next();
    }
    return earlierChunk;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
