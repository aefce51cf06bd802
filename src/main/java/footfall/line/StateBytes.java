package footfall.line;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Bounded maps in the state of resolvers, which are never changed in place, and the state as bytes. */
final class StateBytes {
    private static final String FLAGGED = "called";

    private StateBytes() {}

    /** A copy with a key, which is the newest; the oldest is removed if there are then more than {@code max}. */
    static <V> Map<String, V> with(Map<String, V> all, String key, V value, int max) {
        var copy = new LinkedHashMap<>(all);
        copy.remove(key);
        copy.put(key, value);
        if (copy.size() > max) {
            copy.remove(copy.keySet().iterator().next());
        }
        return copy;
    }

    static <V> Map<String, V> without(Map<String, V> all, String key) {
        if (!all.containsKey(key)) {
            return all;
        }
        var copy = new LinkedHashMap<>(all);
        copy.remove(key);
        return copy;
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

    static Map<String, Boolean> flags(DataInputStream in) throws IOException {
        var all = new LinkedHashMap<String, Boolean>();
        map(in).forEach((key, text) -> all.put(key, text.equals(FLAGGED)));
        return all;
    }

    static Map<String, String> map(DataInputStream in) throws IOException {
        var all = new LinkedHashMap<String, String>();
        for (int left = in.readUnsignedByte(); left > 0; left--) {
            all.put(text(in), in.readUTF());
        }
        return all;
    }
}
