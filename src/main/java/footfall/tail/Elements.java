package footfall.tail;

import footfall.line.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * Splits a transcript into its elements, numbered from 0. The file has one object per line, or one JSON
 * array that the agent rewrites with each event, or one object over several lines with such an array: then
 * the fields before the array are the first element. An element never changes, so an element with its closing
 * brace is final even if the file is only half written. In a live read, an incomplete element at the end is
 * not emitted until it is complete. In any other read, it is emitted, unless it is in an array that does not
 * end with a bracket. An element longer than {@code lineBytesMax} is skipped without buffering it. The
 * splitter checks only braces and quotes, so an element may be invalid JSON.
 */
public final class Elements implements WholeLines {
    private static final int READ_BYTES = 64 << 10;

    private final Disk.Opened file;
    private final byte[] read = new byte[READ_BYTES];
    private int at;
    private int limit;
    private final Scan scan = new Scan();
    private final int chunkBytes;
    private final int lineBytesMax;
    private boolean isLive;
    private long position;
    private long number = 1;
    private byte lastRead;
    private long index;
    private boolean isTorn;
    private Chunks.Chunk waiting;

    /** Reads the current contents of the file once, not live. */
    public Elements(Path path, int chunkBytes, int lineBytesMax) throws IOException {
        this(
                FixedLengthFile.atCurrentLength(LocalDisk.openFollowingLinks(path)),
                new Chunks.Sizes(chunkBytes, lineBytesMax));
    }

    private Elements(Disk.Opened file, Chunks.Sizes sizes) {
        this.file = file;
        this.chunkBytes = sizes.chunkBytes();
        this.lineBytesMax = sizes.lineBytesMax();
    }

    /** Reads a file live, without an incomplete element at its end. Closing this closes the file. */
    static Elements live(Disk.Opened file, Chunks.Sizes sizes) {
        var elements = new Elements(file, sizes);
        elements.isLive = true;
        return elements;
    }

    /**
     * Continues a live read with the element {@code index}, after a position in bytes. Line numbers are
     * relative to that position.
     */
    static Elements behind(long index, long place, Disk.Opened file, Chunks.Sizes sizes) throws IOException {
        var elements = live(file, sizes);
        elements.scan.skip(); // Detects the form of the file by its first byte.
        elements.position = place;
        elements.at = 0;
        elements.limit = 0;
        elements.index = index;
        elements.scan.enterList(index == 1);
        return elements;
    }

    /** After {@link #next} returned null: whether an incomplete element at the end was not emitted. */
    public boolean isTorn() {
        return isTorn;
    }

    /** After {@link #next} returned null: whether the file is complete. */
    boolean isEnded() {
        return scan.isArray ? scan.isClosed : !isTorn;
    }

    /** The current position in the file, in bytes; after a skipped element, its end. */
    long place() {
        return position - (limit - at);
    }

    /** After {@link #next} returned null: the index of the next element. */
    public long nextIndex() {
        return index;
    }

    @Override
    public Chunks.Chunk next() throws IOException {
        if (waiting != null) {
            var chunk = waiting;
            waiting = null;
            return chunk;
        }
        var batch = new ElementBatch(room());
        while (batch.length() < chunkBytes && waiting == null && element(batch)) {
            // Adds elements until the chunk is full or the file ends.
        }
        if (batch.isEmpty() && waiting == null) {
            return null;
        }
        return batch.isEmpty() ? next() : batch.chunk();
    }

    /** The initial capacity: the chunk size and a little more for its last element, or the rest of the file. */
    private int room() throws IOException {
        long left = Math.max(0, file.size() - place());
        return (int) Math.min(left, chunkBytes + chunkBytes / 8L);
    }

    /** Adds the next element to a chunk; false at the end. */
    private boolean element(ElementBatch batch) throws IOException {
        if (!scan.skip()) {
            return false;
        }
        var begin = new Begin(batch.length(), place(), number);
        long length = 0;
        do {
            int end = scan.walk(read, at, limit);
            length += end - at;
            if (length <= lineBytesMax) {
                batch.add(read, at, end - at);
            }
            passLines(end);
        } while (!scan.isOver && hasMore());
        if (!scan.isOver && waits()) {
            isTorn = true;
            batch.cutTo(begin.start);
            return false;
        }
        end(batch, begin, length);
        return true;
    }

    /** Where an element begins: its offset in the chunk, its position in the file, and its line number. */
    record Begin(int start, long place, long number) {}

    private void passLines(int to) {
        if (scan.isSpread()) { // In a file of lines, skip() counts the newlines.
            for (int i = at; i < to; i++) {
                number += read[i] == '\n' ? 1 : 0;
            }
        }
        at = to;
    }

    /** Whether the agent is expected to complete the element at the end. */
    private boolean waits() {
        return isLive || scan.isObject || scan.isArray && lastRead != ']';
    }

    private void end(ElementBatch batch, Begin begin, long length) {
        if (length > lineBytesMax) {
            batch.cutTo(begin.start);
            waiting = new Chunks.Chunk(Bytes.of(new byte[0]), index, length, true, null, begin.number);
        } else {
            if (scan.isObject && index == 0 && scan.isArray) {
                batch.closeObject(begin.start);
            }
            batch.end(index, begin);
        }
        index++;
    }

    /** Whether unprocessed bytes are available. Fills the buffer when all of it has been processed. */
    private boolean hasMore() throws IOException {
        if (at < limit) {
            return true;
        }
        int count = file.read(ByteBuffer.wrap(read), position);
        at = 0;
        limit = Math.max(0, count);
        position += limit;
        noteLast();
        return limit > 0;
    }

    private void noteLast() {
        int last = limit - 1;
        while (last >= 0 && read[last] >= 0 && read[last] <= ' ') {
            last--;
        }
        lastRead = last < 0 ? lastRead : read[last];
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Finds where elements begin and end. In a file of lines, an element ends with its line. */
    private final class Scan {
        private boolean isKnown;
        private boolean isArray;

        /** The file is one object; {@code isArray} is set behind the beginning of its array. */
        private boolean isObject;

        private boolean isClosed;
        private byte first;
        private int depth;
        private boolean inString;
        private boolean isEscaped;
        private boolean isBegun;
        private boolean isOver;

        /** Moves to the first byte of the next element; false if there is none. */
        boolean skip() throws IOException {
            while (hasMore()) {
                byte b = read[at];
                if (isBetween(b)) {
                    isClosed |= b == ']';
                    number += b == '\n' ? 1 : 0;
                    at = isObject && isClosed ? limit : at + 1; // Further fields of the object are none of it.
                } else if (isObject && isClosed) {
                    at = limit;
                } else if (isKnown || b != '[') {
                    isObject |= !isKnown && b == '{' && isLineEnd();
                    isKnown = true;
                    begin(b);
                    return true;
                } else {
                    isKnown = true;
                    isArray = true;
                    at++;
                }
            }
            return false;
        }

        /** Whether nothing is behind the current byte on its line. */
        private boolean isLineEnd() {
            int next = at + 1;
            while (next < limit && (read[next] == ' ' || read[next] == '\t' || read[next] == '\r')) {
                next++;
            }
            return next < limit && read[next] == '\n';
        }

        /** In a file with one object, behind its first element or one of the array. */
        void enterList(boolean isBefore) throws IOException {
            isArray |= isObject;
            while (isObject && isBefore && hasMore() && read[at] != '[') {
                at++;
            }
        }

        /** Whether an element may have several lines. */
        boolean isSpread() {
            return isArray || isObject;
        }

        private void begin(byte b) {
            first = b;
            isClosed = false;
            depth = 0;
            inString = false;
            isEscaped = false;
            isBegun = false;
            isOver = false;
        }

        private boolean isBetween(byte b) {
            return switch (b) {
                case ' ', '\t', '\r', '\n', 0, (byte) 0xEF, (byte) 0xBB, (byte) 0xBF -> true;
                case ',', '[', ']' -> isArray;
                default -> false;
            };
        }

        /** The end of the element, and sets {@code isOver}; {@code to} if the element does not end before it. */
        int walk(byte[] bytes, int start, int to) {
            int i = start;
            while (i < to && !isOver) {
                i = inString ? string(bytes, i, to) : structure(bytes, i, to);
            }
            return i;
        }

        private int string(byte[] bytes, int start, int to) {
            int i = start;
            if (isEscaped) {
                isEscaped = false;
                if (isSpread() || bytes[i] != '\n') {
                    i++;
                }
            }
            i = Bytes.plainTo(bytes, i, to);
            if (i == to) {
                return to;
            }
            byte b = bytes[i];
            inString = b != '"';
            isEscaped = b == '\\';
            isOver = b == '\n' ? !isSpread() : !inString && isArray && first == '"';
            return b == '\n' && !isSpread() ? i : i + 1;
        }

        private int structure(byte[] bytes, int start, int to) {
            for (int i = start; i < to; i++) {
                byte b = bytes[i];
                if (isBegun && endsBefore(b)) {
                    isOver = true;
                    return i;
                }
                isBegun = true;
                if (b == '"') {
                    inString = true;
                    return i + 1;
                } else if (b == '[' && isObject && !isArray && depth == 1) {
                    isArray = true;
                    isOver = true;
                    return i + 1;
                } else if (b == '{' || b == '[') {
                    depth++;
                } else if (b == '}' || b == ']') {
                    depth--;
                    if (first == '{' && depth <= 0) {
                        isOver = true;
                        return i + 1;
                    }
                }
            }
            return to;
        }

        private boolean endsBefore(byte b) {
            if (!isSpread()) {
                return b == '\n';
            }
            return first != '{' && (b == ',' || b == ']' || b == '{' || b >= 0 && b <= ' ');
        }
    }

    /** Consecutive elements of a file in one array. */
    private static final class ElementBatch {
        private byte[] array;
        private int length;
        private long first;
        private final ArrayList<Integer> ends = new ArrayList<>();
        private final ArrayList<Elements.Begin> begins = new ArrayList<>();

        /** @param bytes the expected size */
        ElementBatch(int bytes) {
            array = new byte[bytes];
        }

        void add(byte[] bytes, int from, int count) {
            if (length + count > array.length) {
                long more = Math.max(2L * array.length, (long) length + count);
                array = Arrays.copyOf(array, (int) Math.min(more, Integer.MAX_VALUE - 8));
            }
            System.arraycopy(bytes, from, array, length, count);
            length += count;
        }

        void end(long index, Elements.Begin begin) {
            first = ends.isEmpty() ? index : first;
            ends.add(length);
            begins.add(begin);
        }

        Chunks.Chunk chunk() {
            var elements = new ArrayList<Chunks.Chunk.Element>(ends.size());
            int start = 0;
            for (int end : ends) {
                var begin = begins.get(elements.size());
                elements.add(new Chunks.Chunk.Element(new Bytes(array, start, end), begin.place(), begin.number()));
                start = end;
            }
            return new Chunks.Chunk(new Bytes(array, 0, length), first, 0, true, elements, 0);
        }

        /** Ends an object that was cut before the value of its last field, without that field. */
        void closeObject(int start) {
            int end = length - 1;
            while (end > start + 1 && array[end] != ',') {
                end--;
            }
            array[end] = '}';
            length = end + 1;
        }

        int length() {
            return length;
        }

        /** Drops the bytes added after a position. */
        void cutTo(int start) {
            length = start;
        }

        boolean isEmpty() {
            return ends.isEmpty();
        }
    }
}
