package footfall.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;

/**
 * A temporary file for spilled bytes; flushed before reading. It is private to its owner and deleted at
 * close, or immediately after opening where the system allows it.
 */
final class SpillFile implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;

    private final FileChannel file;
    private final ByteBuffer unwritten = ByteBuffer.allocate(BUFFER_BYTES);
    private long written;

    private SpillFile(FileChannel file) {
        this.file = file;
    }

    static SpillFile open() throws IOException {
        var path = Files.createTempFile("footfall-", ".turns");
        try {
            return new SpillFile(FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE));
        } catch (IOException why) {
            Files.deleteIfExists(path);
            throw why;
        }
    }

    /** Appends bytes; returns their position. */
    long add(byte[] bytes) throws IOException {
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
    void flush() throws IOException {
        write(unwritten.flip());
        unwritten.clear();
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            written += file.write(bytes, written);
        }
    }

    byte[] read(long offset, int length) throws IOException {
        var bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, offset + bytes.position()) < 0) {
                throw new IOException("the spill file is truncated");
            }
        }
        return bytes.array();
    }

    /** The error when the disk is full. */
    static UserError noRoom(IOException why) {
        return new UserError(
                "cannot spill turns to " + System.getProperty("java.io.tmpdir")
                        + ": " + FailureReason.of(why)
                        + "; FOOTFALL_JAVA_OPTS=-Djava.io.tmpdir=DIR sets another folder",
                why);
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
