package footfall.tail;

import footfall.line.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Splits a file into chunks of whole lines, in order. A last line without a newline is a chunk of its own. A
 * line longer than {@code lineBytesMax} is skipped without buffering it: its chunk is empty and has only the
 * length of the line. If the file grows, only the bytes that were present when it was opened are read.
 */
public final class Chunks implements WholeLines {
    private final Disk.Opened file;
    private long size;
    private final int lineBytesMax;
    private final int chunkBytes;
    private long position;

    public Chunks(Path path, int chunkBytes, int lineBytesMax) throws IOException {
        this(LocalDisk.openFollowingLinks(path), 0, new Sizes(chunkBytes, lineBytesMax));
    }

    /** Starts at {@code from}, the offset of the beginning of a line. Closing this closes the file. */
    Chunks(Disk.Opened file, long from, Sizes sizes) throws IOException {
        this.file = file;
        this.size = file.size();
        this.position = from;
        this.chunkBytes = sizes.chunkBytes;
        this.lineBytesMax = sizes.lineBytesMax;
    }

    /** {@code chunkBytes}: the usual size. {@code lineBytesMax}: the size to which a long line can grow it. */
    record Sizes(int chunkBytes, int lineBytesMax) {}

    /**
     * Lines or elements of a file. {@code offset}: position of the first byte in the file. {@code tooLong}:
     * length of a skipped line in bytes, otherwise 0. {@code isWhole}: the chunk ends with a newline.
     * {@code elements}: the elements of a qbit file, whose offsets are their indexes; null for lines and for a
     * skipped element. {@code number}: the line, from 1, where a skipped element begins; otherwise 0.
     */
    public record Chunk(Bytes bytes, long offset, long tooLong, boolean isWhole, List<Element> elements, long number) {
        public Chunk {
            elements = elements == null ? null : List.copyOf(elements);
        }

        /** A chunk of lines. */
        public Chunk(Bytes bytes, long offset, long tooLong, boolean isWhole) {
            this(bytes, offset, tooLong, isWhole, null, 0);
        }

        /** {@code place}: position of the first byte in the file. {@code number}: the line of that byte. */
        public record Element(Bytes bytes, long place, long number) {}

        /** The offset after the last line or element. It includes the newline of a skipped line. */
        long end() {
            if (elements != null || number > 0) {
                return offset + (elements == null ? 1 : elements.size());
            }
            int newline = tooLong > 0 && isWhole ? 1 : 0;
            return offset + bytes.length() + tooLong + newline;
        }

        /** The first line, without its newline, or the first element. */
        Element first() {
            return elements == null ? new Element(lineAt(offset), offset, 0) : elements.get(0);
        }

        /** The line, without its newline, or the element at an offset. */
        Bytes lineAt(long at) {
            if (elements != null) {
                return elements.get((int) (at - offset)).bytes();
            }
            int start = bytes.from() + (int) (at - offset);
            return new Bytes(bytes.array(), start, bytes.newlineFrom(start));
        }

        /** The position in bytes, from the start of the file, of the line or element at an offset. */
        public long placeOf(long at) {
            return elements == null ? at : elements.get((int) (at - offset)).place();
        }

        /** The number of the line, from 1, in which a qbit element begins; 0 for lines, which have no number. */
        public long numberOf(long at) {
            return elements == null ? number : elements.get((int) (at - offset)).number();
        }

        /** Accepts one line, without its newline, and its offset in the file. */
        public interface Line {
            void take(Bytes bytes, long offset);
        }

        public void eachLine(Line line) {
            if (elements != null) {
                for (int i = 0; i < elements.size(); i++) {
                    line.take(elements.get(i).bytes(), offset + i);
                }
                return;
            }
            var array = bytes.array();
            int start = bytes.from();
            for (int end = bytes.newlineFrom(start); end < bytes.to(); end = bytes.newlineFrom(start)) {
                line.take(new Bytes(array, start, end), offset + start - bytes.from());
                start = end + 1;
            }
            if (start < bytes.to()) {
                line.take(new Bytes(array, start, bytes.to()), offset + start - bytes.from());
            }
        }
    }

    @Override
    public Chunk next() throws IOException {
        return next(new byte[(int) Math.min(chunkBytes, Math.max(1, size - position))]);
    }

    /** The next chunk, in the caller's array or in a larger one if a line needs it; null at the end. */
    @Override
    public Chunk next(byte[] lent) throws IOException {
        return next(lent, bytes -> {});
    }

    @Override
    public Chunk next(byte[] lent, IntConsumer grows) throws IOException {
        var array = lent;
        int length = 0;
        while (true) {
            length += read(array, length, position + length);
            boolean atEnd = position + length >= size;
            int whole = new Bytes(array, 0, length).newlineBefore() + 1;
            int end = whole == 0 && atEnd ? length : whole;
            if (end > 0 && end <= lineBytesMax || whole > 0) {
                var chunk = new Chunk(new Bytes(array, 0, end), position, 0, whole > 0);
                position += end;
                return chunk;
            } else if (length == 0 && atEnd) {
                return null;
            } else if (length > lineBytesMax) {
                return skipLine(length);
            }
            int larger = (int) Math.min(2L * array.length, lineBytesMax + 1L);
            grows.accept(larger);
            array = Arrays.copyOf(array, larger);
        }
    }

    private Chunk skipLine(int seen) throws IOException {
        long start = position;
        var buffer = new byte[64 << 10];
        position += seen;
        while (position < size) {
            int length = read(buffer, 0, position);
            if (length == 0) {
                break;
            }
            int newline = newlineFrom(buffer, length);
            position += newline < 0 ? length : newline + 1;
            if (newline >= 0) {
                return new Chunk(Bytes.of(new byte[0]), start, position - 1 - start, true);
            }
        }
        return new Chunk(Bytes.of(new byte[0]), start, position - start, false);
    }

    private int read(byte[] array, int from, long at) throws IOException {
        var buffer = ByteBuffer.wrap(array, from, (int) Math.min(array.length - from, Math.max(0, size - at)));
        int start = buffer.position();
        while (buffer.hasRemaining() && file.read(buffer, at + buffer.position() - start) >= 0) {
            // Reads until the array is full or the file ends.
        }
        if (buffer.hasRemaining()) {
            size = at + buffer.position() - start; // The file was truncated.
        }
        return buffer.position() - start;
    }

    private static int newlineFrom(byte[] array, int to) {
        for (int i = 0; i < to; i++) {
            if (array[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
