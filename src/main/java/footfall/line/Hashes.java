package footfall.line;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Hashes of 64 bits, in the order in which they were added; at most 65,535. Immutable. */
public final class Hashes {
    public static final Hashes NONE = new Hashes(new long[0]);

    private final long[] all;

    private Hashes(long[] all) {
        this.all = all;
    }

    public boolean contains(long hash) {
        for (long one : all) {
            if (one == hash) {
                return true;
            }
        }
        return false;
    }

    /** With another hash; the oldest is removed if there are then more than {@code max}. */
    public Hashes with(long hash, int max) {
        if (contains(hash)) {
            return this;
        }
        int from = all.length < max ? 0 : 1;
        var more = Arrays.copyOfRange(all, from, all.length + 1);
        more[more.length - 1] = hash;
        return new Hashes(more);
    }

    public int size() {
        return all.length;
    }

    /** 8 bytes each. */
    public byte[] bytes() {
        var bytes = ByteBuffer.allocate(all.length * Long.BYTES);
        bytes.asLongBuffer().put(all);
        return bytes.array();
    }

    /** What {@link #bytes} returned. */
    public static Hashes of(byte[] bytes) {
        if (bytes.length % Long.BYTES != 0) {
            throw new IllegalArgumentException("not a number of hashes: " + bytes.length + " bytes");
        }
        var all = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).asLongBuffer().get(all);
        return new Hashes(all);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Hashes hashes && Arrays.equals(all, hashes.all);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(all);
    }
}
