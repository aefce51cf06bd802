package footfall.tail;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.zip.CRC32C;

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
