package footfall.tail;

import footfall.line.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * Cuts a qbit transcript into its elements, numbered from 0: an object a line, or the elements of one JSON
 * array that is written anew with each event. An element never changes, so that one whose last brace is there
 * is final even when the file is seen half written; what is torn at its end is passed on only when the file
 * is read for good. An element longer than {@code lineBytesMax} is passed over without being held. Only
 * braces and quotes are understood: what lies between may be no JSON.
 */
public final class Elements implements WholeLines {
  private static final int END = -1;

  private final FileChannel channel;
  private final ByteBuffer read = ByteBuffer.allocate(64 << 10).flip();
  private final Scan scan = new Scan();
  private final int chunkBytes;
  private final int lineBytesMax;
  private long from;
  private boolean isLive;
  private long position;
  private long index;
  private boolean isTorn;
  private Chunks.Chunk waiting;

  /** Reads the file for good, as it is now. */
  public Elements(Path path, int chunkBytes, int lineBytesMax) throws IOException {
    this.channel = FileChannel.open(path, StandardOpenOption.READ);
    this.chunkBytes = chunkBytes;
    this.lineBytesMax = lineBytesMax;
  }

  /**
   * What is new in a file that is being written: the elements from the index {@code from} on, but for one
   * that is torn. When a file holds fewer than that, it was met half written, and nothing is new.
   */
  public static Elements since(long from, Path path, int chunkBytes, int lineBytesMax) throws IOException {
    var elements = new Elements(path, chunkBytes, lineBytesMax);
    elements.from = from;
    elements.isLive = true;
    return elements;
  }

  /** Once {@link #next} gave null: whether something torn stands at the end, and more is to come. */
  public boolean isTorn() {
    return isTorn;
  }

  /** Once {@link #next} gave null: the index with which to go on. */
  public long nextIndex() {
    return Math.max(index, from);
  }

  @Override
  public Chunks.Chunk next() throws IOException {
    if (waiting != null) {
      var chunk = waiting;
      waiting = null;
      return chunk;
    }
    var batch = new Batch();
    while (batch.length < chunkBytes && waiting == null && element(batch)) {
      // Goes on until the chunk is full, or the file is at its end.
    }
    if (batch.ends.isEmpty() && waiting == null) {
      return null;
    }
    return batch.ends.isEmpty() ? next() : batch.chunk();
  }

  /** Adds the next element to a chunk; false at the end. */
  private boolean element(Batch batch) throws IOException {
    int b = scan.skip();
    if (b == END) {
      return false;
    }
    long place = position - read.remaining() - 1;
    boolean isOld = index < from;
    int start = batch.length;
    long length = 0;
    for (; b != END; b = scan.take()) {
      length++;
      if (!isOld && length <= lineBytesMax) {
        batch.add((byte) b);
      }
    }
    if (isLive && scan.isTorn) {
      isTorn = true;
      batch.length = start;
      return false;
    }
    end(batch, new Stretch(start, place), isOld ? 0 : length);
    return true;
  }

  /** Where an element begins, in its chunk and in the file. */
  private record Stretch(int start, long place) {}

  private void end(Batch batch, Stretch element, long length) {
    if (length > lineBytesMax) {
      batch.length = element.start;
      waiting = new Chunks.Chunk(Bytes.of(new byte[0]), index, length, true);
    } else if (length > 0) {
      batch.end(index, element.place);
    }
    index++;
  }

  private int readByte() throws IOException {
    if (!read.hasRemaining()) {
      read.clear();
      int count = channel.read(read, position);
      read.flip();
      if (count <= 0) {
        return END;
      }
      position += count;
    }
    return read.get() & 0xFF;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Elements one behind the other in one array. */
  private static final class Batch {
    private byte[] array = new byte[8 << 10];
    private int length;
    private long first;
    private final ArrayList<Integer> ends = new ArrayList<>();
    private final ArrayList<Long> places = new ArrayList<>();

    void add(byte b) {
      if (length == array.length) {
        array = Arrays.copyOf(array, (int) Math.min(2L * length, Integer.MAX_VALUE - 8));
      }
      array[length++] = b;
    }

    void end(long index, long place) {
      first = ends.isEmpty() ? index : first;
      ends.add(length);
      places.add(place);
    }

    Chunks.Chunk chunk() {
      var elements = new ArrayList<Chunks.Chunk.Element>(ends.size());
      int start = 0;
      for (int end : ends) {
        elements.add(new Chunks.Chunk.Element(new Bytes(array, start, end), places.get(elements.size())));
        start = end;
      }
      return new Chunks.Chunk(new Bytes(array, 0, length), first, 0, true, elements);
    }
  }

  /** Where elements begin and end. In a file of lines none goes over the end of its line. */
  private final class Scan {
    private boolean isKnown;
    private boolean isArray;
    private boolean isTorn;
    private int first;
    private int depth;
    private boolean inString;
    private boolean isEscaped;
    private boolean isOver;

    /** The first byte of the next element. */
    int skip() throws IOException {
      int b = readByte();
      while (b != END && isBetween(b)) {
        b = readByte();
      }
      if (!isKnown && b != END) {
        isKnown = true;
        isArray = b == '[';
        b = isArray ? skip() : b;
      }
      if (b != END) {
        first = b;
        depth = 0;
        inString = false;
        isOver = false;
        isTorn = false;
        see(b);
      }
      return b;
    }

    private boolean isBetween(int b) {
      boolean isBlank = b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == 0;
      boolean isMark = b == 0xEF || b == 0xBB || b == 0xBF;
      return isBlank || isMark || isArray && (b == ',' || b == '[' || b == ']');
    }

    /** The next byte of the element, END behind its last. */
    int take() throws IOException {
      if (isOver) {
        return END;
      }
      int b = readByte();
      if (b == END) {
        isTorn = true;
        return END;
      } else if (endsBefore(b)) {
        read.position(read.position() - 1);
        return END;
      }
      see(b);
      return b;
    }

    private boolean endsBefore(int b) {
      if (!isArray) {
        return b == '\n';
      }
      return first != '{' && !inString && (b == ',' || b == ']' || b == '{' || b <= ' ');
    }

    private void see(int b) {
      if (isEscaped) {
        isEscaped = false;
      } else if (inString) {
        isEscaped = b == '\\';
        inString = b != '"';
      } else if (b == '"') {
        inString = true;
      } else if (b == '{' || b == '[') {
        depth++;
      } else if (b == '}' || b == ']') {
        depth--;
      }
      isOver = first == '{' && depth <= 0 || isArray && first == '"' && !inString;
    }
  }
}
