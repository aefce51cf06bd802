package footfall.row;

import java.util.Arrays;

/**
 * A kind of stored rows: the code at the start of its keys, its name, and the encoding of values. Values
 * start with {@link #VERSION}. Rows of another version are not read ({@link UnsupportedVersion}).
 */
public final class RowKind<V> {
    /** Of all rows, and of the records between the parts of the topology. Raised when any of their bytes change. */
    public static final int VERSION = 11;

    private static final int CODE_MAX = 100;

    private final byte code;
    private final String name;
    private final Write<V> write;
    private final Read<V> read;
    private final boolean readByTurn;

    private RowKind(RowKind<V> first, boolean readByTurn) {
        this.code = first.code;
        this.name = first.name;
        this.write = first.write;
        this.read = first.read;
        this.readByTurn = readByTurn;
    }

    /** Each kind in a store has its own code, from 1 to 100. */
    public RowKind(int code, String name, Write<V> write, Read<V> read) {
        if (!isCode(code)) {
            throw new IllegalArgumentException("code is not from 1 to " + CODE_MAX);
        }
        this.code = (byte) code;
        this.name = name;
        this.write = write;
        this.read = read;
        this.readByTurn = false;
    }

    /** The kind with rows that are read by turn; others are read by session. */
    public RowKind<V> readByTurn() {
        return new RowKind<>(this, true);
    }

    private static boolean isCode(int code) {
        return code >= 1 && code <= CODE_MAX;
    }

    /**
     * Checks a row whose key has the code of no kind of its store.
     *
     * @throws UnsupportedVersion when another version of footfall may have written it
     */
    public static void checkUnknown(int code, byte[] value) {
        if (isCode(code)) {
            UnsupportedVersion.checkUnknown(code, value);
        }
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

    /** The first byte of the keys of this kind. */
    public byte code() {
        return code;
    }

    public byte[] bytes(V value) {
        var out = new RowWriter();
        out.unsigned(VERSION);
        write.to(out, value);
        return out.done();
    }

    /** @throws UnsupportedVersion when another version of footfall wrote the row */
    public V value(byte[] bytes) {
        return read.from(RowReader.of(bytes, rowName()));
    }

    /**
     * The value, which has all of the bytes.
     *
     * @throws IllegalArgumentException when bytes are left
     * @throws UnsupportedVersion when another version of footfall wrote the row
     */
    public V decode(byte[] bytes) {
        var in = RowReader.of(bytes, rowName());
        return in.complete(read.from(in));
    }

    /**
     * Whether bytes are a whole row of this kind, its key included.
     *
     * @throws UnsupportedVersion when another version of footfall wrote the row
     */
    public boolean isRow(byte[] key, byte[] bytes) {
        return RowReader.tried(() -> {
                    var parsed = RowKey.parse(this, key);
                    parsed.group(); // Throws for a key that no row of this kind has.
                    return Arrays.equals(parsed.bytes(), key) && decode(bytes) != null;
                })
                .orElse(false);
    }

    private String rowName() {
        return "a " + name + " row";
    }

    @Override
    public String toString() {
        return name;
    }
}
