package footfall.row;

import java.util.Arrays;

/**
 * A kind of stored rows: the code at the start of its keys, its name, and the type of its values, whose bytes are
 * {@link RowBytes}.
 */
public final class RowKind<V> {
    private static final int CODE_MAX = 100;

    private final byte code;
    private final String name;
    private final Class<V> type;
    private final boolean readByTurn;

    private RowKind(int code, String name, Class<V> type, boolean readByTurn) {
        if (!isCode(code)) {
            throw new IllegalArgumentException("code is not from 1 to " + CODE_MAX);
        }
        this.code = (byte) code;
        this.name = name;
        this.type = type;
        this.readByTurn = readByTurn;
    }

    /** Each kind in a store has its own code, from 1 to 100. */
    public RowKind(int code, String name, Class<V> type) {
        this(code, name, type, false);
    }

    /** The kind with rows that are read by turn; others are read by session. */
    public RowKind<V> readByTurn() {
        return new RowKind<>(code, name, type, true);
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

    public Class<V> type() {
        return type;
    }

    /** The first byte of the keys of this kind. */
    public byte code() {
        return code;
    }

    public byte[] bytes(V value) {
        return RowBytes.of(value);
    }

    /**
     * The value, which has all of the bytes.
     *
     * @throws IllegalArgumentException when the bytes are garbage
     * @throws UnsupportedVersion when another version of footfall wrote the row
     */
    public V value(byte[] bytes) {
        return RowBytes.read(bytes, type, "a " + name + " row");
    }

    /**
     * Whether bytes are a whole row of this kind, its key included.
     *
     * @throws UnsupportedVersion when another version of footfall wrote the row
     */
    public boolean isRow(byte[] key, byte[] bytes) {
        return RowBytes.tried(() -> {
                    var parsed = RowKey.parse(this, key);
                    parsed.group(); // Throws for a key that no row of this kind has.
                    return Arrays.equals(parsed.bytes(), key) && value(bytes) != null;
                })
                .orElse(false);
    }

    @Override
    public String toString() {
        return name;
    }
}
