package footfall.tail;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * The contents of a file that was compressed with zstd. Readers go forward, and back by less than a line or to the
 * beginning: it keeps the last bytes, more of them after a read before them, and else unpacks from the beginning.
 * The contents are limited, because a small file may unpack to any size.
 */
final class UnpackedFile implements Disk.Opened {
    private static final int KEPT_BYTES_MIN = 1 << 20;
    private static final int KEPT_BYTES_MAX = 128 << 20;
    private static final int READ_BYTES = 64 << 10;

    private static final long BYTES_MAX = 4L << 30;

    private final Disk.Opened packed;
    private final long bytesMax;
    private InputStream stream;
    /** The byte at a position is at the remainder of the position and the length. */
    private byte[] kept;

    private long position;
    private long size = -1;

    UnpackedFile(Disk.Opened packed) {
        this(packed, BYTES_MAX);
    }

    /** {@code bytesMax}: of the contents. */
    UnpackedFile(Disk.Opened packed, long bytesMax) {
        this.packed = packed;
        this.bytesMax = bytesMax;
    }

    private void check(long bytes) throws ContentTooLarge {
        if (bytes > bytesMax) {
            throw new ContentTooLarge(bytesMax);
        }
    }

    @Override
    public long size() throws IOException {
        if (size < 0) {
            try (var all = unpacked()) {
                var buffer = new byte[READ_BYTES];
                long counted = 0;
                for (int count = all.read(buffer); count >= 0; count = all.read(buffer)) {
                    counted += count;
                    check(counted);
                }
                size = counted;
            }
        }
        return size;
    }

    @Override
    public int read(ByteBuffer into, long at) throws IOException {
        if (stream == null || at < position - Math.min(position, kept.length)) {
            start(at);
        }
        while (position <= at) {
            if (!unpack()) {
                return -1;
            }
        }
        int count = (int) Math.min(into.remaining(), position - at);
        int from = (int) (at % kept.length);
        int first = Math.min(count, kept.length - from);
        into.put(kept, from, first);
        into.put(kept, 0, count - first);
        return count;
    }

    private void start(long at) throws IOException {
        close(stream);
        stream = unpacked();
        long back = at == 0 ? 0 : position - at;
        int wanted = back > KEPT_BYTES_MAX / 2 ? KEPT_BYTES_MAX : Integer.highestOneBit((int) back) * 4;
        if (kept == null || kept.length < wanted) {
            kept = new byte[Math.max(KEPT_BYTES_MIN, wanted)];
        }
        position = 0;
    }

    /** Unpacks more bytes; false at the end. */
    private boolean unpack() throws IOException {
        int from = (int) (position % kept.length);
        int count = stream.read(kept, from, Math.min(READ_BYTES, kept.length - from));
        position += Math.max(0, count);
        check(position);
        return count >= 0;
    }

    private InputStream unpacked() throws IOException {
        return new CheckedStream(new ZstdInputStream(new PackedBytes(packed)));
    }

    /** Says in words that the content is damaged. */
    private static final class CheckedStream extends FilterInputStream {
        CheckedStream(InputStream stream) {
            super(stream);
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            try {
                return super.read(into, from, length);
            } catch (ZstdIOException why) {
                throw new ContentDamaged(why);
            }
        }
    }

    @Override
    public void close() throws IOException {
        close(stream);
        packed.close();
    }

    private static void close(InputStream stream) throws IOException {
        if (stream != null) {
            stream.close();
        }
    }

    /** The bytes of the file from the beginning. Closing this does not close the file. */
    private static final class PackedBytes extends InputStream {
        private final Disk.Opened file;
        private long at;

        private PackedBytes(Disk.Opened file) {
            this.file = file;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int count = file.read(ByteBuffer.wrap(into, from, length), at);
            at += Math.max(0, count);
            return count;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }
    }
}
