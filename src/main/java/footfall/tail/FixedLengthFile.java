package footfall.tail;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file as long as it was when the look at it began. What a writer puts behind that end meanwhile is for the
 * next look: an array that is written anew says something else where its bracket stood.
 */
record FixedLengthFile(Disk.Opened file, long size) implements Disk.Opened {
  static FixedLengthFile atCurrentLength(Disk.Opened file) throws IOException {
    return new FixedLengthFile(file, file.size());
  }

  @Override
  public int read(ByteBuffer into, long at) throws IOException {
    if (at >= size) {
      return -1;
    }
    int limit = into.limit();
    into.limit(into.position() + (int) Math.min(into.remaining(), size - at));
    try {
      return file.read(into, at);
    } finally {
      into.limit(limit);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
