package footfall.tail;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The file system operations that the tail uses. A symbolic
 * link is {@link Kind#LINK} and is never opened; only the parent folders of a path that the user named may be
 * links. Every method throws {@link NoSuchFileException} if the path does not exist, and {@link
 * java.nio.file.AccessDeniedException} if permission is denied.
 */
public interface Disk {
    /** The type of a directory entry. */
    enum Kind {
        FILE,
        FOLDER,
        LINK,
        OTHER
    }

    /** {@code modifiedMs}: milliseconds since the epoch. {@code size}: in bytes. */
    record Entry(Path path, Kind kind, long size, long modifiedMs) {}

    /** A file open for reading. */
    interface Opened extends Closeable {
        long size() throws IOException;

        /** The same, or about that where nobody has measured it. */
        default long sizeAbout() throws IOException {
            return size();
        }

        /** Reads at an offset in bytes. Returns the number of bytes read, or -1 at the end. */
        int read(ByteBuffer into, long at) throws IOException;

        /** Reads bytes at an offset; fewer if the file ends before. */
        default byte[] bytes(long offset, int length) throws IOException {
            var bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining() && read(bytes, offset + bytes.position()) > 0) {
                // Reads until the buffer is full or the file ends.
            }
            return bytes.hasRemaining() ? Arrays.copyOf(bytes.array(), bytes.position()) : bytes.array();
        }
    }

    /** The entries of a folder, in no particular order, without those deleted during the listing. */
    List<Entry> list(Path folder) throws IOException;

    Entry stat(Path path) throws IOException;

    /** Like {@link #stat}, but something else than a file does not exist. */
    default Entry file(Path path) throws IOException {
        var entry = stat(path);
        if (entry.kind() != Kind.FILE) {
            throw new NoSuchFileException(path.toString());
        }
        return entry;
    }

    Opened open(Path file) throws IOException;

    /** Resolves the links of a path that the user named, or of an agent's transcript folder. */
    default Path real(Path named) throws IOException {
        return named.toRealPath();
    }

    /** Reads all bytes of a file that footfall wrote. */
    byte[] read(Path file) throws IOException;

    /** Creates or replaces a file that only its owner can read, and flushes it to disk. */
    void write(Path file, byte[] bytes) throws IOException;

    /** Renames atomically and replaces an existing file. */
    void move(Path from, Path to) throws IOException;

    /** Flushes the directory entries of a folder to disk. */
    void force(Path folder) throws IOException;

    /** A compressed file has more content than footfall unpacks: it may be damaged, or made to occupy the machine. */
    final class ContentTooLarge extends IOException {
        private static final int GIB_SHIFT = 30;

        ContentTooLarge(long bytesMax) {
            super("its content is larger than " + (bytesMax >> GIB_SHIFT)
                    + " GiB, the limit for compressed files; unpack it to have it read");
        }
    }

    /** A compressed file cannot be unpacked. */
    final class ContentDamaged extends IOException {
        ContentDamaged(IOException cause) {
            super(
                    "the compressed file is damaged or incomplete, and nothing of it was read; replace it with a copy "
                            + "from a backup, or delete it",
                    cause);
        }
    }

    /** A database of sessions cannot be read; the message says why, and what to do. */
    final class DatabaseUnreadable extends IOException {
        DatabaseUnreadable(String why, Throwable cause) {
            super(why, cause);
        }
    }
}
