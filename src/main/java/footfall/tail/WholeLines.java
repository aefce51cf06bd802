package footfall.tail;

import footfall.line.Dialect;
import java.io.Closeable;
import java.io.IOException;

/** The whole lines of a transcript, a chunk at a time: bytes between newlines, or the elements of a file. */
public interface WholeLines extends Closeable {
  /** The next chunk, null at the end. Its bytes are its own. */
  Chunks.Chunk next() throws IOException;

  /** {@code chunkBytes}: about so many are held at a time; a line may take up to {@code lineBytesMax}. */
  static WholeLines of(Transcript file, int chunkBytes, int lineBytesMax) throws IOException {
    return file.source().dialect().framing() == Dialect.Framing.ELEMENTS
        ? new Elements(file.path(), chunkBytes, lineBytesMax)
        : new Chunks(file.path(), chunkBytes, lineBytesMax);
  }
}
