package footfall.tail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A stretch of a file and what it said: {@code offset} and {@code length} in bytes, {@code crc} as CRC32C. By
 * it a file that was written anew is told from one that grew.
 */
record Patch(long offset, int length, int crc) {
  static final Patch NONE = new Patch(0, 0, 0);

  static Patch of(byte[] array, int from, int length, long offset) {
    return new Patch(offset, length, crc(array, from, length));
  }

  /** What a file says there now; shorter when it ends before. */
  static Patch read(Disk.Opened file, long offset, int length) throws IOException {
    var bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining() && file.read(bytes, offset + bytes.position()) > 0) {
      // Reads on until it has all, or the file ends.
    }
    return of(bytes.array(), 0, bytes.position(), offset);
  }

  boolean isIn(Disk.Opened file) throws IOException {
    return read(file, offset, length).equals(this);
  }

  private static int crc(byte[] array, int from, int length) {
    var sum = new CRC32C();
    sum.update(array, from, length);
    return length == 0 ? 0 : (int) sum.getValue();
  }
}
