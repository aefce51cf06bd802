package footfall.row;

import java.util.Arrays;

/**
 * A kind of stored rows: the code at the start of its keys, its name, and the encoding of values. Values
 * start with a version. Codes and bytes are stored, so they are never reused or changed: a new encoding gets
 * a new version, and earlier versions can still be read.
 */
public final class RowKind<V> {
    private static final int CODE_MAX = 100;

    private final byte code;
    private final String name;
    private final Write<V> write;
    private final Read<V> read;
    private final int version;
    private final boolean readByTurn;

    private RowKind(RowKind<V> first, int version, boolean readByTurn) {
        this.code = first.code;
        this.name = first.name;
        this.write = first.write;
        this.read = first.read;
        this.version = version;
        this.readByTurn = readByTurn;
    }

    /** A kind in its first version. Each kind in a store has its own code, from 1 to 100. */
    public RowKind(int code, String name, Write<V> write, Read<V> read) {
        if (code < 1 || code > CODE_MAX) {
            throw new IllegalArgumentException("code is not from 1 to " + CODE_MAX);
        }
        this.code = (byte) code;
        this.name = name;
        this.write = write;
        this.read = read;
        this.version = 1;
        this.readByTurn = false;
    }

    /** The kind with the version to write; {@link RowReader#version} is the stored one. */
    public RowKind<V> version(int number) {
        return new RowKind<>(this, number, readByTurn);
    }

    /** The kind with rows that are read by turn; others are read by session. */
    public RowKind<V> readByTurn() {
        return new RowKind<>(this, version, true);
    }

    boolean isReadByTurn() {
        return readByTurn;
    }

    /** Encodes a value. */
    public interface Write<V> {
        void to(RowWriter out, V value);
    }

    /** Decodes a value. */
    public interface Read<V> {
        V from(RowReader in);
    }

    /**
     * A kind that only a newer footfall knows; no version of it can be read.
     *
     * @throws IllegalArgumentException when no kind may have the code
     */
    public static RowKind<?> unknown(int code) {
        return new RowKind<>(code, "kind " + code, RowWriter::text, RowReader::text).version(0);
    }

    /** The first byte of the keys of this kind. */
    public byte code() {
        return code;
    }

    /** The version that is written now. */
    public int version() {
        return version;
    }

    public byte[] bytes(V value) {
        var out = new RowWriter();
        out.unsigned(version);
        write.to(out, value);
        return out.done();
    }

    /** @throws NewerRow when a newer footfall wrote the row */
    public V value(byte[] bytes) {
        return read.from(reader(bytes));
    }

    /**
     * The value, which has all of the bytes.
     *
     * @throws IllegalArgumentException when bytes are left
     * @throws NewerRow when a newer footfall wrote the row
     */
    public V decode(byte[] bytes) {
        var in = reader(bytes);
        return in.complete(read.from(in));
    }

    /**
     * Whether bytes are a whole row of this kind, its key included.
     *
     * @throws NewerRow when a newer footfall wrote the row
     */
    public boolean isRow(byte[] key, byte[] bytes) {
        return RowReader.tried(() -> {
                    var parsed = RowKey.parse(this, key);
                    parsed.group(); // Throws for a key that no row of this kind has.
                    return Arrays.equals(parsed.bytes(), key) && decode(bytes) != null;
                })
                .orElse(false);
    }

    private RowReader reader(byte[] bytes) {
        var in = new RowReader(bytes);
        long written = in.unsigned();
        NewerRow.check("a " + name + " row", written, version);
        in.version((int) written);
        return in;
    }

    @Override
    public String toString() {
        return name;
    }
}
