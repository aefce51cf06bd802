package footfall.line;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** Hashes in the state of resolvers, in the order in which they were added; at most 65,535. Immutable. */
final class Hashes {
    static final Hashes NONE = new Hashes(new long[0]);

    private final long[] all;

    private Hashes(long[] all) {
        this.all = all;
    }

    boolean contains(long hash) {
        for (long one : all) {
            if (one == hash) {
                return true;
            }
        }
        return false;
    }

    /** With another hash; the oldest is removed if there are then more than {@code max}. */
    Hashes with(long hash, int max) {
        if (contains(hash)) {
            return this;
        }
        int from = all.length < max ? 0 : 1;
        var more = Arrays.copyOfRange(all, from, all.length + 1);
        more[more.length - 1] = hash;
        return new Hashes(more);
    }

    /** At most 255. */
    void write(DataOutputStream out) throws IOException {
        out.writeByte(all.length);
        writeAll(out);
    }

    void writeMany(DataOutputStream out) throws IOException {
        out.writeShort(all.length);
        writeAll(out);
    }

    private void writeAll(DataOutputStream out) throws IOException {
        for (long hash : all) {
            out.writeLong(hash);
        }
    }

    /** What {@link #write} wrote. */
    static Hashes read(DataInputStream in) throws IOException {
        return read(in, in.readUnsignedByte());
    }

    /** What {@link #writeMany} wrote. */
    static Hashes readMany(DataInputStream in) throws IOException {
        return read(in, in.readUnsignedShort());
    }

    private static Hashes read(DataInputStream in, int count) throws IOException {
        var all = new long[count];
        for (int i = 0; i < count; i++) {
            all[i] = in.readLong();
        }
        return new Hashes(all);
    }
}
