package footfall.row;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * Writes a row's bytes. Numbers are variable-length (7 bits a byte, low first; signed ones zigzag), a text is
 * its UTF-8 length + 1 and bytes, null is 0; an instant is signed seconds and nanoseconds behind a 1, null is
 * 0.
 */
public final class RowWriter {
    private byte[] bytes = new byte[128];
    private int length;

    public void unsigned(long value) {
        long rest = value;
        room(10);
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    public void signed(long value) {
        unsigned(value << 1 ^ value >> 63);
    }

    public void flag(boolean value) {
        unsigned(value ? 1 : 0);
    }

    public void text(String value) {
        if (value == null) {
            unsigned(0);
            return;
        }
        var utf8 = value.getBytes(StandardCharsets.UTF_8);
        unsigned(utf8.length + 1L);
        append(utf8);
    }

    /** Their number, then the bytes. */
    public void bytes(byte[] value) {
        unsigned(value.length);
        append(value);
    }

    private void append(byte[] value) {
        room(value.length);
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
    }

    public void instant(Instant value) {
        flag(value != null);
        if (value != null) {
            signed(value.getEpochSecond());
            unsigned(value.getNano());
        }
    }

    /** A 1 and the value, or a 0 for null. */
    public <V> void optional(V value, RowKind.Write<V> write) {
        flag(value != null);
        if (value != null) {
            write.to(this, value);
        }
    }

    /** The number of items, then each. */
    public <V> void list(List<V> items, RowKind.Write<V> item) {
        unsigned(items.size());
        for (var one : items) {
            item.to(this, one);
        }
    }

    /** The ordinal + 1, null is 0: add constants at the end only. */
    public void constant(Enum<?> value) {
        unsigned(value == null ? 0 : value.ordinal() + 1L);
    }

    public byte[] done() {
        return Arrays.copyOf(bytes, length);
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
