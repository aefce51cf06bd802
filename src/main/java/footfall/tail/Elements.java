package footfall.tail;

import footfall.line.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Cuts a qbit transcript into its elements, numbered from 0: an object a line, or the elements of one JSON
 * array that is written anew with each event. An element never changes, so that one whose last brace is there
 * is final even when the file is seen half written. What is torn at the end of an array waits, since a writer
 * is about to write it; it is passed on when the file is not read live and ends with a bracket all the same,
 * which says that no more comes. What is torn at the end of lines waits when they are read live. An element
 * longer than {@code lineBytesMax} is passed over without being held. Only braces and quotes are understood:
 * what lies between may be no JSON.
 */
public final class Elements implements WholeLines {
  private static final int READ_BYTES = 64 << 10;

  private final Disk.Opened file;
  private final byte[] read = new byte[READ_BYTES];
  private int at;
  private int limit;
  private final Scan scan = new Scan();
  private final int chunkBytes;
  private final int lineBytesMax;
  private boolean isLive;
  private long position;
  private long number = 1;
  private byte lastRead;
  private long index;
  private boolean isTorn;
  private Chunks.Chunk waiting;

  /** Reads the file as it is now: nobody looks again. */
  public Elements(Path path, int chunkBytes, int lineBytesMax) throws IOException {
    this(FixedLengthFile.atCurrentLength(LocalDisk.openFollowingLinks(path)), new Chunks.Sizes(chunkBytes,
        lineBytesMax));
  }

  private Elements(Disk.Opened file, Chunks.Sizes sizes) {
    this.file = file;
    this.chunkBytes = sizes.chunkBytes();
    this.lineBytesMax = sizes.lineBytesMax();
  }

  /** What a file has that is being written, but for an element that is torn. Closing this closes the file. */
  static Elements live(Disk.Opened file, Chunks.Sizes sizes) {
    var elements = new Elements(file, sizes);
    elements.isLive = true;
    return elements;
  }

  /**
   * Goes on in a file that is being written, with the element {@code index}, behind a place in bytes: from
   * there lines are counted.
   */
  static Elements behind(long index, long place, Disk.Opened file, Chunks.Sizes sizes) throws IOException {
    var elements = live(file, sizes);
    elements.scan.skip(); // Its first byte says which form it has.
    elements.position = place;
    elements.at = 0;
    elements.limit = 0;
    elements.index = index;
    return elements;
  }

  /** Once {@link #next} gave null: whether something torn stands at the end, and more is to come. */
  public boolean isTorn() {
    return isTorn;
  }

  /** Once {@link #next} gave null: whether the file is one that was written to its end. */
  boolean isEnded() {
    return scan.isArray ? scan.isClosed : !isTorn;
  }

  /** Where the element ends that was passed over last, in bytes from the beginning of the file. */
  long place() {
    return position - (limit - at);
  }

  /** Once {@link #next} gave null: the index with which to go on. */
  public long nextIndex() {
    return index;
  }

  @Override
  public Chunks.Chunk next() throws IOException {
    if (waiting != null) {
      var chunk = waiting;
      waiting = null;
      return chunk;
    }
    var batch = new ElementBatch(room());
    while (batch.length() < chunkBytes && waiting == null && element(batch)) {
      // Goes on until the chunk is full, or the file is at its end.
    }
    if (batch.isEmpty() && waiting == null) {
      return null;
    }
    return batch.isEmpty() ? next() : batch.chunk();
  }

  /** A chunk ends with the element that fills it: a little more than it should hold, or all that is left. */
  private int room() throws IOException {
    long left = Math.max(0, file.size() - place());
    return (int) Math.min(left, chunkBytes + chunkBytes / 8L);
  }

  /** Adds the next element to a chunk; false at the end. */
  private boolean element(ElementBatch batch) throws IOException {
    if (!scan.skip()) {
      return false;
    }
    var begin = new Begin(batch.length(), place(), number);
    long length = 0;
    do {
      int end = scan.walk(read, at, limit);
      length += end - at;
      if (length <= lineBytesMax) {
        batch.add(read, at, end - at);
      }
      passLines(end);
    } while (!scan.isOver && hasMore());
    if (!scan.isOver && waits()) {
      isTorn = true;
      batch.cutTo(begin.start);
      return false;
    }
    end(batch, begin, length);
    return true;
  }

  /** Where an element begins: in its chunk, in the file, and in the line of which number. */
  record Begin(int start, long place, long number) {}

  private void passLines(int to) {
    if (scan.isArray) { // Those of a file of lines stand between its elements.
      for (int i = at; i < to; i++) {
        number += read[i] == '\n' ? 1 : 0;
      }
    }
    at = to;
  }

  /** Whether a writer is to go on with what is torn at the end. */
  private boolean waits() {
    return isLive || scan.isArray && lastRead != ']';
  }

  private void end(ElementBatch batch, Begin begin, long length) {
    if (length > lineBytesMax) {
      batch.cutTo(begin.start);
      waiting = new Chunks.Chunk(Bytes.of(new byte[0]), index, length, true, null, begin.number);
    } else {
      batch.end(index, begin);
    }
    index++;
  }

  /** Whether there are bytes to look at: reads on when all that were read have been seen. */
  private boolean hasMore() throws IOException {
    if (at < limit) {
      return true;
    }
    int count = file.read(ByteBuffer.wrap(read), position);
    at = 0;
    limit = Math.max(0, count);
    position += limit;
    noteLast();
    return limit > 0;
  }

  private void noteLast() {
    int last = limit - 1;
    while (last >= 0 && read[last] >= 0 && read[last] <= ' ') {
      last--;
    }
    lastRead = last < 0 ? lastRead : read[last];
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** Where elements begin and end. In a file of lines none goes over the end of its line. */
  private final class Scan {
    private boolean isKnown;
    private boolean isArray;
    private boolean isClosed;
    private byte first;
    private int depth;
    private boolean inString;
    private boolean isEscaped;
    private boolean isBegun;
    private boolean isOver;

    /** Goes to the first byte of the next element; false when there is none. */
    boolean skip() throws IOException {
      while (hasMore()) {
        byte b = read[at];
        if (isBetween(b)) {
          isClosed |= b == ']';
          number += b == '\n' ? 1 : 0;
          at++;
        } else if (isKnown || b != '[') {
          isKnown = true;
          begin(b);
          return true;
        } else {
          isKnown = true;
          isArray = true;
          at++;
        }
      }
      return false;
    }

    private void begin(byte b) {
      first = b;
      isClosed = false;
      depth = 0;
      inString = false;
      isEscaped = false;
      isBegun = false;
      isOver = false;
    }

    private boolean isBetween(byte b) {
      return switch (b) {
        case ' ', '\t', '\r', '\n', 0, (byte) 0xEF, (byte) 0xBB, (byte) 0xBF -> true;
        case ',', '[', ']' -> isArray;
        default -> false;
      };
    }

    /** Where the element ends before {@code to}, and then it is over; else {@code to}. */
    int walk(byte[] bytes, int start, int to) {
      int i = start;
      while (i < to && !isOver) {
        i = inString ? string(bytes, i, to) : structure(bytes, i, to);
      }
      return i;
    }

    private int string(byte[] bytes, int start, int to) {
      int i = start;
      if (isEscaped) {
        isEscaped = false;
        if (isArray || bytes[i] != '\n') {
          i++;
        }
      }
      i = Bytes.plainTo(bytes, i, to);
      if (i == to) {
        return to;
      }
      byte b = bytes[i];
      inString = b != '"';
      isEscaped = b == '\\';
      isOver = b == '\n' ? !isArray : !inString && isArray && first == '"';
      return b == '\n' && !isArray ? i : i + 1;
    }

    private int structure(byte[] bytes, int start, int to) {
      for (int i = start; i < to; i++) {
        byte b = bytes[i];
        if (isBegun && endsBefore(b)) {
          isOver = true;
          return i;
        }
        isBegun = true;
        if (b == '"') {
          inString = true;
          return i + 1;
        } else if (b == '{' || b == '[') {
          depth++;
        } else if (b == '}' || b == ']') {
          depth--;
          if (first == '{' && depth <= 0) {
            isOver = true;
            return i + 1;
          }
        }
      }
      return to;
    }

    private boolean endsBefore(byte b) {
      if (!isArray) {
        return b == '\n';
      }
      return first != '{' && (b == ',' || b == ']' || b == '{' || b >= 0 && b <= ' ');
    }
  }
}
