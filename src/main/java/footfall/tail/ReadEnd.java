package footfall.tail;

import java.io.IOException;
import java.util.Arrays;

/**
 * The last bytes that one pass over a file has read. A cursor compares these with the file later. The file
 * itself may have been rewritten between two chunks, and would then agree with what was never read.
 */
final class ReadEnd {
  private byte[] bytes;

  /** The end of what was read, up to the end of a chunk of lines. */
  FileFingerprint after(Disk.Opened file, Chunks.Chunk chunk) throws IOException {
    long to = chunk.end();
    int length = (int) Math.min(to, Cursor.LAST_BYTES_MAX);
    var read = chunk.bytes();
    if (read.length() >= length) {
      bytes = Arrays.copyOfRange(read.array(), read.to() - length, read.to());
    } else if (bytes == null || chunk.tooLong() > 0) { // Not held, or of an earlier pass.
      bytes = FileFingerprint.bytes(file, to - length, length);
    } else {
      bytes = joined(read.array(), read.from(), read.length(), length);
    }
    return FileFingerprint.of(bytes, 0, bytes.length, to - bytes.length);
  }

  private byte[] joined(byte[] array, int from, int count, int length) {
    int kept = Math.min(bytes.length, length - count);
    var joined = new byte[kept + count];
    System.arraycopy(bytes, bytes.length - kept, joined, 0, kept);
    System.arraycopy(array, from, joined, kept, count);
    return joined;
  }
}
