package footfall.tail;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A view of a file that is limited to its length when the view was created. Bytes that are appended later
 * belong to the next read, because a rewritten array has other bytes in place of its closing bracket.
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
