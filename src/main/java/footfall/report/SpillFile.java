package footfall.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A temporary file for spilled bytes; flushed before reading. It is private to its owner and deleted at
 * close, or immediately after opening where the system allows it. A failure of the disk, which may be full,
 * is an {@link UncheckedIOException}; {@link #noRoom} makes it an error for the user.
 */
final class SpillFile implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;

    private final FileChannel file;
    private final ByteBuffer unwritten = ByteBuffer.allocate(BUFFER_BYTES);
    private long written;

    private SpillFile(FileChannel file) {
        this.file = file;
    }

    static SpillFile open() {
        try {
            return open(Files.createTempFile("footfall-", ".turns"));
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    private static SpillFile open(Path path) throws IOException {
        try {
            return new SpillFile(FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE));
        } catch (IOException why) {
            Files.deleteIfExists(path);
            throw why;
        }
    }

    /** Appends bytes; returns their position. */
    long add(byte[] bytes) {
        long offset = written + unwritten.position();
        if (bytes.length > unwritten.remaining()) {
            flush();
        }
        if (bytes.length > unwritten.remaining()) {
            write(ByteBuffer.wrap(bytes));
        } else {
            unwritten.put(bytes);
        }
        return offset;
    }

    /** Ends writing; a full disk is reported here. */
    void flush() {
        write(unwritten.flip());
        unwritten.clear();
    }

    private void write(ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                written += file.write(bytes, written);
            }
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    byte[] read(long offset, int length) {
        var bytes = ByteBuffer.allocate(length);
        try {
            while (bytes.hasRemaining()) {
                if (file.read(bytes, offset + bytes.position()) < 0) {
                    throw new IOException("the spill file is truncated");
                }
            }
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
        return bytes.array();
    }

    /** The error when the disk is full. */
    static UserError noRoom(UncheckedIOException why) {
        return new UserError(
                "cannot spill turns to " + System.getProperty("java.io.tmpdir")
                        + ": " + FailureReason.of(why.getCause())
                        + "; FOOTFALL_JAVA_OPTS=-Djava.io.tmpdir=DIR sets another folder",
                why.getCause());
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException gone) {
            // Nobody needs its contents any more.
        }
    }
}
