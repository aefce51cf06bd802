package footfall.tail;

import java.io.IOException;
import java.util.Arrays;

/**
 * The last bytes that were read in one pass over a file. A cursor later compares them with the file. They are
 * kept in memory because the file may be rewritten between two chunks; its new bytes were never read.
 */
final class ReadEnd {
    private byte[] bytes;

    /** The fingerprint of the last bytes read, up to the end of a chunk of lines. */
    FileFingerprint after(Disk.Opened file, Chunks.Chunk chunk) throws IOException {
        long to = chunk.end();
        int length = (int) Math.min(to, Cursor.LAST_BYTES_MAX);
        var read = chunk.bytes();
        if (read.length() >= length) {
            bytes = Arrays.copyOfRange(read.array(), read.to() - length, read.to());
        } else if (bytes == null || chunk.tooLong() > 0) { // Skipped line, or first chunk of this pass.
            bytes = file.bytes(to - length, length);
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
