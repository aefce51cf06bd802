package footfall.row;

import java.nio.BufferUnderflowException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads what {@link RowWriter} wrote. */
public final class RowReader {
    private final byte[] bytes;
    private int at;

    public RowReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Of what begins with a version, {@code what} in words.
     *
     * @throws UnsupportedVersion when another version of footfall wrote it
     */
    public static RowReader of(byte[] bytes, String what) {
        var in = new RowReader(bytes);
        UnsupportedVersion.check(what, in.unsigned(), RowKind.VERSION);
        return in;
    }

    /**
     * What {@code read} makes of bytes that may be garbage; empty when they are.
     *
     * @throws UnsupportedVersion when another version of footfall wrote them
     */
    public static <V> Optional<V> tried(Supplier<V> read) {
        try {
            return Optional.of(read.get());
        } catch (UnsupportedVersion other) {
            throw other;
        } catch (IndexOutOfBoundsException
                | BufferUnderflowException
                | NullPointerException
                | ArithmeticException
                | IllegalArgumentException
                | IllegalStateException
                | DateTimeException damaged) {
            return Optional.empty();
        }
    }

    /**
     * The value itself, after all bytes were read for it.
     *
     * @throws IllegalArgumentException when bytes are left
     */
    public <V> V complete(V value) {
        if (at < bytes.length) {
            throw new IllegalArgumentException("row has trailing bytes");
        }
        return value;
    }

    public long unsigned() {
        long value = 0;
        int shift = 0;
        while (bytes[at] < 0) {
            value |= (bytes[at++] & 0x7FL) << shift;
            shift += 7;
        }
        return value | (long) bytes[at++] << shift;
    }

    public long signed() {
        long value = unsigned();
        return value >>> 1 ^ -(value & 1);
    }

    public int number() {
        return (int) unsigned();
    }

    /** The number of parts, of at least one byte each: a count that exceeds the remaining bytes is garbage. */
    public int count() {
        long count = unsigned();
        if (count < 0 || count > bytes.length - at + 1L) {
            throw new IllegalArgumentException("element count exceeds the remaining bytes of the row");
        }
        return (int) count;
    }

    public boolean flag() {
        return unsigned() != 0;
    }

    public String text() {
        int length = number();
        if (length == 0) {
            return null;
        }
        var value = new String(bytes, at, length - 1, StandardCharsets.UTF_8);
        at += length - 1;
        return value;
    }

    /** What {@link RowWriter#bytes} wrote. */
    public byte[] bytes() {
        int length = count();
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    public Instant instant() {
        if (!flag()) {
            return null;
        }
        long seconds = signed();
        return Instant.ofEpochSecond(seconds, unsigned());
    }

    /** What {@link RowWriter#optional} wrote; null for nothing. */
    public <V> V optional(RowKind.Read<V> value) {
        return flag() ? value.from(this) : null;
    }

    /** What {@link RowWriter#list} wrote. */
    public <V> List<V> list(RowKind.Read<V> item) {
        int count = count();
        var items = new ArrayList<V>(count);
        for (int i = 0; i < count; i++) {
            items.add(item.from(this));
        }
        return items;
    }

    public <E extends Enum<E>> E constant(E[] constants) {
        int place = number();
        return place == 0 ? null : constants[place - 1];
    }
}
