package footfall.row;

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
        if (code < 1 || code > CODE_MAX) {
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
     * @throws RowBytes.UnsupportedVersion when another version of footfall wrote the row
     */
    public V value(byte[] bytes) {
        return RowBytes.read(bytes, type, "a " + name + " row");
    }

    @Override
    public String toString() {
        return name;
    }
}
