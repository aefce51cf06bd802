package footfall.line;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Bounded collections in the state of resolvers, and the state as bytes. A collection has at most 255 elements. */
final class StateBytes {
    private static final String FLAGGED = "called";

    private StateBytes() {}

    /** Adds an element; the oldest goes if there are then more than {@code max}. */
    static void add(Set<Long> all, long element, int max) {
        all.add(element);
        bound(all, max);
    }

    /** The same for a key, which becomes the newest. */
    static <V> void put(Map<String, V> all, String key, V value, int max) {
        all.remove(key);
        all.put(key, value);
        bound(all.keySet(), max);
    }

    private static void bound(Collection<?> all, int max) {
        if (all.size() > max) {
            var oldest = all.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    static void write(DataOutputStream out, Long number) throws IOException {
        out.writeBoolean(number != null);
        if (number != null) {
            out.writeLong(number);
        }
    }

    static Long number(DataInputStream in) throws IOException {
        return in.readBoolean() ? in.readLong() : null;
    }

    static void write(DataOutputStream out, String text) throws IOException {
        out.writeBoolean(text != null);
        if (text != null) {
            out.writeUTF(text);
        }
    }

    static String text(DataInputStream in) throws IOException {
        return in.readBoolean() ? in.readUTF() : null;
    }

    static void write(DataOutputStream out, Set<Long> all) throws IOException {
        out.writeByte(all.size());
        for (long element : all) {
            out.writeLong(element);
        }
    }

    static void read(DataInputStream in, Set<Long> all) throws IOException {
        for (int left = in.readUnsignedByte(); left > 0; left--) {
            all.add(in.readLong());
        }
    }

    static void write(DataOutputStream out, Map<String, String> all) throws IOException {
        out.writeByte(all.size());
        for (var entry : all.entrySet()) {
            write(out, entry.getKey());
            out.writeUTF(entry.getValue());
        }
    }

    /** A flag is a text, as the first version of the bytes has it. */
    static void writeFlags(DataOutputStream out, Map<String, Boolean> all) throws IOException {
        var texts = new LinkedHashMap<String, String>();
        all.forEach((key, flag) -> texts.put(key, flag ? FLAGGED : ""));
        write(out, texts);
    }

    static void readFlags(DataInputStream in, Map<String, Boolean> all) throws IOException {
        var texts = new LinkedHashMap<String, String>();
        read(in, texts);
        texts.forEach((key, text) -> all.put(key, text.equals(FLAGGED)));
    }

    static void read(DataInputStream in, Map<String, String> all) throws IOException {
        for (int left = in.readUnsignedByte(); left > 0; left--) {
            all.put(text(in), in.readUTF());
        }
    }
}
