package footfall.tail;

import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.FileId;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * A position in a file: the file's id, and the offset after the last line that was read. {@code first}
 * fingerprints the beginning of the file, and {@code last} the bytes right before the offset. If these bytes
 * differ, the file was rewritten. In a qbit file {@code offset} is an element index, and {@code last} gives
 * the position in bytes. Immutable.
 */
public record Cursor(FileId file, long offset, FileFingerprint first, FileFingerprint last) {
    static final int FIRST_BYTES_MAX = 64 << 10;
    static final int LAST_BYTES_MAX = 1 << 10;

    public Cursor {
        Objects.requireNonNull(file, "file is null");
    }

    /** The beginning of a file. The first line completes the file id. */
    public static Cursor start(String name, int generation) {
        return start(new FileId(name, "", generation, Dialects.ofFileId(name).readerVersion()));
    }

    /** The beginning of a file whose first line may be known. */
    public static Cursor start(FileId file) {
        return new Cursor(file, 0, FileFingerprint.NONE, FileFingerprint.NONE);
    }

    /** Whether nothing of the file has been read yet. */
    public boolean isStart() {
        return offset == 0;
    }

    /** The position in bytes. For elements it differs from {@code offset}, which is an index. */
    public long place() {
        return isElements() ? last.offset() + last.length() : offset;
    }

    /** Whether the file is read by elements; their offsets are indexes. */
    public boolean isElements() {
        return dialect().framing() == Dialect.Framing.ELEMENTS;
    }

    Dialect dialect() {
        return Dialects.ofFileId(file.name());
    }

    /** Whether the file still has the same bytes at both fingerprints. */
    boolean isIn(Disk.Opened opened) throws IOException {
        return opened.size() >= place() && first.isIn(opened) && last.isIn(opened);
    }

    Cursor begunBy(Chunks.Chunk.Element line) {
        var id = new FileId(file.name(), Transcript.hash(line.bytes()), file.generation(), file.reader());
        return new Cursor(id, offset, FileFingerprint.first(line), last);
    }

    Cursor movedTo(long to, FileFingerprint end) {
        return new Cursor(file, to, first, end);
    }

    /** The same position after the elements moved to other places in the file. */
    Cursor foundAt(FileFingerprint begin, FileFingerprint end) {
        return new Cursor(file, offset, begin, end);
    }

    /** Writes name, hash (texts), generation and reader (4 each), offset (8), both fingerprints. */
    public void write(DataOutput out) throws IOException {
        out.writeUTF(file.name());
        out.writeUTF(file.firstLineHash());
        out.writeInt(file.generation());
        out.writeInt(file.reader());
        out.writeLong(offset);
        first.write(out);
        last.write(out);
    }

    /** @throws IllegalArgumentException for a file of a dialect that is unknown */
    public static Cursor read(DataInput in) throws IOException {
        var file = new FileId(in.readUTF(), in.readUTF(), in.readInt(), in.readInt());
        Dialects.ofFileId(file.name());
        return new Cursor(file, in.readLong(), FileFingerprint.read(in), FileFingerprint.read(in));
    }

    /**
     * A checksum of a part of a file: {@code offset} and {@code length} in bytes, {@code crc} as CRC32C. It
     * distinguishes a file that was rewritten from a file that grew.
     */
    record FileFingerprint(long offset, int length, int crc) {
        static final FileFingerprint NONE = new FileFingerprint(0, 0, 0);

        static FileFingerprint of(byte[] array, int from, int length, long offset) {
            return new FileFingerprint(offset, length, crc(array, from, length));
        }

        /** The fingerprint of the first element of a file. */
        static FileFingerprint first(Chunks.Chunk.Element element) {
            var bytes = element.bytes();
            return of(bytes.array(), bytes.from(), Math.min(bytes.length(), Cursor.FIRST_BYTES_MAX), element.place());
        }

        /** The fingerprint of the end of an element. */
        static FileFingerprint last(Chunks.Chunk.Element element) {
            var bytes = element.bytes();
            int shown = Math.min(bytes.length(), Cursor.LAST_BYTES_MAX);
            return of(bytes.array(), bytes.to() - shown, shown, element.place() + bytes.length() - shown);
        }

        /** Whether the contents are equal, at any offset. */
        boolean saysAs(FileFingerprint other) {
            return length == other.length && crc == other.crc;
        }

        /** The current fingerprint of that part of the file; shorter if the file ends before. */
        static FileFingerprint read(Disk.Opened file, long offset, int length) throws IOException {
            var bytes = file.bytes(offset, length);
            return of(bytes, 0, bytes.length, offset);
        }

        /** Writes offset (8), length (4), crc (4). */
        void write(DataOutput out) throws IOException {
            out.writeLong(offset);
            out.writeInt(length);
            out.writeInt(crc);
        }

        static FileFingerprint read(DataInput in) throws IOException {
            return new FileFingerprint(in.readLong(), in.readInt(), in.readInt());
        }

        boolean isIn(Disk.Opened file) throws IOException {
            return read(file, offset, length).equals(this);
        }

        private static int crc(byte[] array, int from, int length) {
            var sum = new CRC32C();
            sum.update(array, from, length);
            return length == 0 ? 0 : (int) sum.getValue();
        }
    }
}
