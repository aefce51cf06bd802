package footfall.tail;

import footfall.line.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts a file into chunks of whole lines, in order. A last line that lacks its newline is a chunk of its own.
 * A line longer than {@code lineBytesMax} is passed over without being held, and stands as an empty chunk
 * with its length. The file may grow meanwhile: what was there when it was opened is read.
 */
public final class Chunks implements WholeLines {
  private final Disk.Opened file;
  private long size;
  private final int lineBytesMax;
  private final int chunkBytes;
  private long position;

  public Chunks(Path path, int chunkBytes, int lineBytesMax) throws IOException {
    this(LocalDisk.openFollowingLinks(path), 0, new Sizes(chunkBytes, lineBytesMax));
  }

  /** Begins at {@code from}, an offset where a line begins. Closing this closes the file. */
  Chunks(Disk.Opened file, long from, Sizes sizes) throws IOException {
    this.file = file;
    this.size = file.size();
    this.position = from;
    this.chunkBytes = sizes.chunkBytes;
    this.lineBytesMax = sizes.lineBytesMax;
  }

  /** {@code chunkBytes}: of a usual chunk. {@code lineBytesMax}: a chunk grows up to it to hold one line. */
  record Sizes(int chunkBytes, int lineBytesMax) {}

  /**
   * Lines. {@code offset}: of the first byte in the file. {@code tooLong}: the bytes of one line that was
   * passed over, else 0. {@code isWhole}: it ends with a newline. {@code elements}: of a qbit file, whose
   * offsets are their indexes, unless one was passed over; else null. {@code number}: of the line in which
   * what was passed over in a qbit file begins, from 1; else 0.
   */
  public record Chunk(Bytes bytes, long offset, long tooLong, boolean isWhole, List<Element> elements,
      long number) {
    public Chunk {
      elements = elements == null ? null : List.copyOf(elements);
    }

    /** Lines of a file. */
    public Chunk(Bytes bytes, long offset, long tooLong, boolean isWhole) {
      this(bytes, offset, tooLong, isWhole, null, 0);
    }

    /** {@code place}: of its first byte in the file; {@code number}: of the line in which that stands. */
    public record Element(Bytes bytes, long place, long number) {}

    /** The offset behind the last line, with the newline of one that was skipped, or the last element. */
    long end() {
      if (elements != null || number > 0) {
        return offset + (elements == null ? 1 : elements.size());
      }
      int newline = tooLong > 0 && isWhole ? 1 : 0;
      return offset + bytes.length() + tooLong + newline;
    }

    /** The first line, without its newline, or element. */
    Element first() {
      return elements == null ? new Element(lineAt(offset), offset, 0) : elements.get(0);
    }

    /** The line, without its newline, or element at an offset. */
    Bytes lineAt(long at) {
      if (elements != null) {
        return elements.get((int) (at - offset)).bytes();
      }
      int start = bytes.from() + (int) (at - offset);
      return new Bytes(bytes.array(), start, bytes.newlineFrom(start));
    }

    /** Where the line or element at an offset begins, in bytes from the beginning of the file. */
    public long placeOf(long at) {
      return elements == null ? at : elements.get((int) (at - offset)).place();
    }

    /** The line in which an element of qbit begins, counted from 1; 0 for lines, which are not counted. */
    public long numberOf(long at) {
      return elements == null ? number : elements.get((int) (at - offset)).number();
    }

    /** Takes one line, without its newline, and its offset in the file. */
    public interface Line {
      void take(Bytes bytes, long offset);
    }

    public void eachLine(Line line) {
      if (elements != null) {
        for (int i = 0; i < elements.size(); i++) {
          line.take(elements.get(i).bytes(), offset + i);
        }
        return;
      }
      var array = bytes.array();
      int start = bytes.from();
      for (int end = bytes.newlineFrom(start); end < bytes.to(); end = bytes.newlineFrom(start)) {
        line.take(new Bytes(array, start, end), offset + start - bytes.from());
        start = end + 1;
      }
      if (start < bytes.to()) {
        line.take(new Bytes(array, start, bytes.to()), offset + start - bytes.from());
      }
    }
  }

  @Override
  public Chunk next() throws IOException {
    return next(new byte[(int) Math.min(chunkBytes, Math.max(1, size - position))]);
  }

  /** The next chunk in the caller's array, or in a larger one when a line needs it; null at the end. */
  public Chunk next(byte[] lent) throws IOException {
    var array = lent;
    int length = 0;
    while (true) {
      length += read(array, length, position + length);
      boolean atEnd = position + length >= size;
      int whole = newlineBefore(array, length) + 1;
      int end = whole == 0 && atEnd ? length : whole;
      if (end > 0 && end <= lineBytesMax || whole > 0) {
        var chunk = new Chunk(new Bytes(array, 0, end), position, 0, whole > 0);
        position += end;
        return chunk;
      } else if (length == 0 && atEnd) {
        return null;
      } else if (length > lineBytesMax) {
        return passOver(length);
      }
      array = Arrays.copyOf(array, (int) Math.min(2L * array.length, lineBytesMax + 1L));
    }
  }

  private Chunk passOver(int seen) throws IOException {
    long start = position;
    var buffer = new byte[64 << 10];
    position += seen;
    while (position < size) {
      int length = read(buffer, 0, position);
      if (length == 0) {
        break;
      }
      int newline = newlineFrom(buffer, length);
      position += newline < 0 ? length : newline + 1;
      if (newline >= 0) {
        return new Chunk(Bytes.of(new byte[0]), start, position - 1 - start, true);
      }
    }
    return new Chunk(Bytes.of(new byte[0]), start, position - start, false);
  }

  private int read(byte[] array, int from, long at) throws IOException {
    var buffer = ByteBuffer.wrap(array, from, (int) Math.min(array.length - from, Math.max(0, size - at)));
    int start = buffer.position();
    while (buffer.hasRemaining() && file.read(buffer, at + buffer.position() - start) >= 0) {
      // Reads on until the array is full or the file ends.
    }
    if (buffer.hasRemaining()) {
      size = at + buffer.position() - start; // It was cut short meanwhile.
    }
    return buffer.position() - start;
  }

  private static int newlineBefore(byte[] array, int to) {
    int i = to - 1;
    while (i >= 0 && array[i] != '\n') {
      i--;
    }
    return i;
  }

  private static int newlineFrom(byte[] array, int to) {
    for (int i = 0; i < to; i++) {
      if (array[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
