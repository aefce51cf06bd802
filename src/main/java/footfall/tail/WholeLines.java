package footfall.tail;

import footfall.line.Dialect;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.IntConsumer;

/** Reads the whole lines or the elements of a transcript, a chunk at a time. */
public interface WholeLines extends Closeable {
    /** The next chunk; null at the end. Its bytes are not reused. */
    Chunks.Chunk next() throws IOException;

    /** The next chunk, perhaps in the caller's array; null at the end. */
    default Chunks.Chunk next(byte[] lent) throws IOException {
        return next();
    }

    /** The same. {@code grows}: receives the size of a larger array before it is allocated. */
    default Chunks.Chunk next(byte[] lent, IntConsumer grows) throws IOException {
        return next(lent);
    }

    /** {@code chunkBytes}: the approximate chunk size. {@code lineBytesMax}: the limit for one line. */
    static WholeLines of(Transcript file, int chunkBytes, int lineBytesMax) throws IOException {
        return file.source().dialect().framing() == Dialect.Framing.ELEMENTS
                ? new Elements(file.path(), chunkBytes, lineBytesMax)
                : new Chunks(LocalDisk.openListed(file.path()), 0, new Chunks.Sizes(chunkBytes, lineBytesMax));
    }
}
