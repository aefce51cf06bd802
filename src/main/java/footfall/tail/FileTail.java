package footfall.tail;

import footfall.line.FileId;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Source;
import footfall.tail.Cursor.FileFingerprint;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads a transcript from a cursor to the length that the file had when it was opened: whole lines, a chunk
 * at a time. A last line without a newline is not read yet, unless the file is quiet and the line is valid. A
 * file was replaced if it is shorter than before, or if bytes that were read have changed. A qbit file is
 * read by elements. If it is an array that is being rewritten, nothing is read until the rewrite is complete.
 */
public final class FileTail implements Closeable {
    /** Small enough for the CPU cache, and below the size of a large object in the garbage collector. */
    private static final int CHUNK_BYTES = 256 << 10;

    private final FixedLengthFile file;
    private final Source source;
    private final Chunks.Sizes sizes;
    private final ReadEnd end = new ReadEnd();
    private Cursor cursor;
    private boolean isReplaced;
    private boolean isHalf;
    private Chunks chunks;
    private byte[] lent;
    private Elements elements;
    private long waiting;
    private long blank;

    private FileTail(FixedLengthFile file, Source source, Cursor from, int lineBytesMax) {
        this.file = file;
        this.source = source;
        this.cursor = from;
        this.sizes = new Chunks.Sizes(CHUNK_BYTES, lineBytesMax);
    }

    /** Opens the file and locates the cursor in it. */
    public static FileTail open(Disk disk, Path path, Cursor from, int lineBytesMax) throws IOException {
        var opened = disk.open(path);
        try {
            var source =
                    SidecarFile.read(TranscriptPaths.name(path, from.dialect()).source(), path);
            var tail = new FileTail(FixedLengthFile.atCurrentLength(opened), source, from, lineBytesMax);
            tail.find();
            return tail;
        } catch (IOException | RuntimeException why) {
            opened.close();
            throw why;
        }
    }

    private void find() throws IOException {
        if (cursor.isIn(file)) {
            return;
        }
        var rewrite = cursor.isElements() ? Rewrite.of(file, cursor, sizes) : Rewrite.OTHER;
        isHalf = rewrite.kind() == Rewrite.Kind.HALF;
        waiting = isHalf ? Math.max(1, file.size()) : 0;
        isReplaced = rewrite.kind() == Rewrite.Kind.OTHER;
        cursor = rewrite.kind() == Rewrite.Kind.MOVED ? rewrite.cursor() : cursor;
    }

    /** Whether the file was replaced. The caller must then call {@link #restart}. */
    public boolean isReplaced() {
        return isReplaced;
    }

    /** Restarts at the beginning of the file, with a new generation. */
    public void restart(FileId next) {
        cursor = Cursor.start(next);
        isReplaced = false;
    }

    /** Whether the file is being rewritten, so that nothing can be read yet. */
    public boolean isHalf() {
        return isHalf;
    }

    public Source source() {
        return source;
    }

    /** The position after the last line or element that was read. */
    public Cursor cursor() {
        return cursor;
    }

    /** After {@link #next} returned null: bytes not read yet, because a line or a rewrite is incomplete. */
    public long waiting() {
        return waiting;
    }

    /** After {@link #next} returned null: the bytes after the last element of a complete file. */
    public long blank() {
        return blank;
    }

    /**
     * The next lines; null at the end. Their bytes are valid until the next call. {@code isQuiet}: accept a
     * valid last line without a newline.
     */
    public Chunks.Chunk next(boolean isQuiet) throws IOException {
        return cursor.isElements() ? nextElements() : nextLines(isQuiet);
    }

    private Chunks.Chunk nextLines(boolean isQuiet) throws IOException {
        if (chunks == null) {
            chunks = new Chunks(file, cursor.offset(), sizes);
            lent = new byte[(int) Math.max(1, Math.min(CHUNK_BYTES, file.size() - cursor.offset()))];
        }
        var chunk = chunks.next(lent);
        if (chunk != null && !chunk.isWhole() && !(isQuiet && isObject(chunk))) {
            waiting = chunk.bytes().length() + chunk.tooLong();
            return null;
        }
        return chunk == null ? null : passed(chunk, end.after(file, chunk));
    }

    private boolean isObject(Chunks.Chunk chunk) {
        var parts = new LineParser().parse(chunk.bytes(), chunk.offset(), source);
        return chunk.tooLong() == 0 && !parts.isEmpty() && parts.get(parts.size() - 1) instanceof Parsed.Accepted;
    }

    /** Reads elements that have their closing brace; the rest waits until it is complete. */
    private Chunks.Chunk nextElements() throws IOException {
        if (elements == null) {
            elements = cursor.isStart()
                    ? Elements.live(file, sizes)
                    : Elements.behind(cursor.offset(), cursor.place(), file, sizes);
        }
        var chunk = elements.next();
        if (chunk == null) {
            long rest = file.size() - cursor.place();
            waiting = elements.isTorn() ? Math.max(1, rest) : 0;
            blank = elements.isTorn() ? 0 : rest;
            return null;
        }
        return passed(
                chunk,
                chunk.tooLong() > 0
                        ? new FileFingerprint(elements.place(), 0, 0)
                        : FileFingerprint.last(
                                chunk.elements().get(chunk.elements().size() - 1)));
    }

    private Chunks.Chunk passed(Chunks.Chunk chunk, FileFingerprint last) {
        boolean isFirst = cursor.isStart() && chunk.tooLong() == 0;
        cursor = (isFirst ? cursor.begunBy(chunk.first()) : cursor).movedTo(chunk.end(), last);
        return chunk;
    }

    /** Passes on the lines before an offset, in order. Their bytes are valid until the next one. */
    public void before(long end, Chunks.Chunk.Line reader) throws IOException {
        var earlierLines = cursor.isElements() ? Elements.live(file, sizes) : new Chunks(file, 0, sizes);
        for (var chunk = earlierLines.next(); chunk != null && chunk.offset() < end; chunk = earlierLines.next()) {
            chunk.eachLine((bytes, offset) -> {
                if (offset < end) {
                    reader.take(bytes, offset);
                }
            });
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /**
     * The last bytes that were read in one pass over a file. A cursor later compares them with the file. They are
     * kept in memory because the file may be rewritten between two chunks; its new bytes were never read.
     */
    private static final class ReadEnd {
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

    /**
     * The result of comparing a changed file with its fingerprints: half written, moved or replaced elements.
     * {@code cursor}: the new position in the file, null if the elements were replaced.
     */
    private record Rewrite(Kind kind, Cursor cursor) {
        static final Rewrite OTHER = new Rewrite(Kind.OTHER, null);

        /** Incomplete, because it is being written; the same elements at other offsets; other elements. */
        enum Kind {
            HALF,
            MOVED,
            OTHER
        }

        /** Compares the first element, and the end of the element before the cursor. */
        static Rewrite of(Disk.Opened file, Cursor cursor, Chunks.Sizes sizes) throws IOException {
            var elements = Elements.live(file, sizes);
            FileFingerprint first = null;
            FileFingerprint last = null;
            for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
                long before = cursor.offset() - 1 - chunk.offset();
                if (chunk.elements() != null) {
                    first = chunk.offset() == 0
                            ? FileFingerprint.first(chunk.elements().get(0))
                            : first;
                    last = before >= 0 && before < chunk.elements().size()
                            ? FileFingerprint.last(chunk.elements().get((int) before))
                            : last;
                }
            }
            if (first != null && last != null && first.saysAs(cursor.first()) && last.saysAs(cursor.last())) {
                return new Rewrite(Kind.MOVED, cursor.foundAt(first, last));
            }
            boolean isHalf = elements.nextIndex() == 0 || !elements.isEnded();
            return isHalf ? new Rewrite(Kind.HALF, cursor) : OTHER;
        }
    }
}
