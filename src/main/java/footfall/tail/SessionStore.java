package footfall.tail;

import footfall.line.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Sessions that are read as files at paths that do not exist, below the path of the store. Thread-safe. */
interface SessionStore {
    Pattern ID = Pattern.compile("[\\w-]{1,200}");
    int PARENTS_MAX = 100;

    /**
     * The sessions in the store, or in the folder of a session; those in folders come last. {@code isMeasured}: false
     * if nobody asks for their sizes.
     */
    List<Disk.Entry> list(String folder, boolean isMeasured) throws IOException;

    Disk.Entry stat(String session) throws IOException;

    Disk.Opened open(String session) throws IOException;

    /** As {@link #open}; one that was listed may be as it was then, so that it need not be looked for again. */
    Disk.Opened openListed(String session) throws IOException;

    /** A text that is another one after each change of a session, which was listed before; null for none. */
    String stamp(String session);

    /** A line of JSON behind the beginning of an object, which {@code end} closes. */
    static byte[] line(byte[] head, byte[] json, byte[] end) {
        var line = Arrays.copyOf(head, head.length + json.length + end.length);
        int to = head.length + json.length;
        System.arraycopy(json, 0, line, head.length, json.length);
        var written = new Bytes(line, 0, to);
        for (int at = written.newlineFrom(0); at < to; at = written.newlineFrom(at + 1)) {
            line[at] = ' '; // In JSON it is only white space.
        }
        System.arraycopy(end, 0, line, to, end.length);
        return line;
    }

    /** A session; {@code parent}: that of which it is a subagent, null for none. */
    interface Listed {
        String id();

        String parent();
    }

    record Placed<T>(T session, Path path) {}

    /** The sessions with their paths in a store at a path, or those in the folder of a session. */
    static <T extends Listed> List<Placed<T>> placed(Path store, String folder, Map<String, T> all) {
        var mains = new ArrayList<Placed<T>>();
        var agents = new ArrayList<Placed<T>>();
        for (var one : all.values()) {
            var root = root(one, all);
            boolean isMain = root.equals(one.id());
            if (folder == null || root.equals(folder) && !isMain) {
                (isMain ? mains : agents).add(new Placed<>(one, path(store, one, root)));
            }
        }
        mains.addAll(agents);
        return mains;
    }

    static <T extends Listed> Path path(Path store, T one, String root) {
        return (root.equals(one.id()) ? store : store.resolve(root)).resolve(one.id());
    }

    /** The session of the main agent; of a chain whose beginning is missing, the first that is there. */
    static <T extends Listed> String root(T of, Map<String, T> all) {
        var seen = new HashSet<String>();
        var at = of;
        while (seen.add(at.id()) && seen.size() < PARENTS_MAX && all.containsKey(at.parent())) {
            at = all.get(at.parent());
        }
        return at.id();
    }
}
