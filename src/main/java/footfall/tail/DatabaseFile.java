package footfall.tail;

import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.LenientJson;
import footfall.line.SessionFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.sqlite.SQLiteJDBCLoader;

/**
 * A path in a database: a session is a file in it, {@code opencode.db/ses_1}, and that of a subagent a file in a
 * folder of its session, {@code opencode.db/ses_1/ses_2}. These paths do not exist for the file system; {@link
 * LocalDisk} reads them. {@code session}: null for the database itself. A folder whose sessions are many files each is
 * a database, too.
 */
record DatabaseFile(Path database, String session) {
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final List<String> BESIDE = List.of("-wal", "-shm", "-journal");
    private static final Dialect DIALECT = Dialects.all().stream()
            .filter(dialect -> dialect.tables() != null)
            .findFirst()
            .orElse(null);
    private static final Map<Path, SessionStore> OPEN = new ConcurrentHashMap<>();

    /** Null for a path that is in no database. */
    static DatabaseFile of(Path path) {
        var at = path.toAbsolutePath().normalize();
        if (DIALECT == null) {
            return null;
        }
        return isStore(at) ? new DatabaseFile(at, null) : below(at, DatabaseFile::isStore);
    }

    /** A path at most two levels below a store. */
    private static DatabaseFile below(Path path, Predicate<Path> isStore) {
        var name = String.valueOf(path.getFileName());
        var folder = DIALECT.isNamed(name) ? path.getParent() : null;
        for (int i = 0; i < 2 && folder != null; i++, folder = folder.getParent()) {
            if (isStore.test(folder)) {
                return new DatabaseFile(folder, name);
            }
        }
        return null;
    }

    private static boolean isStore(Path path) {
        return OPEN.containsKey(path) || isSessionFolder(path) || isDatabase(path);
    }

    /** A path in a database that is open; null for any other. */
    static DatabaseFile inOpen(Path path) {
        return OPEN.isEmpty() ? null : below(path, OPEN::containsKey);
    }

    /** Whether it is a folder with a session in many files each. */
    static boolean isSessionFolder(Path path) {
        return DIALECT != null
                && DIALECT.files() != null
                && path.endsWith(DIALECT.files().folder())
                && Files.isDirectory(path);
    }

    /** Whether a file is a SQLite database, by its first bytes. */
    static boolean isDatabase(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (var in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Whether the bytes begin a SQLite database. */
    static boolean isBegunBy(Bytes head) {
        return head.length() >= MAGIC.length
                && Arrays.equals(head.array(), head.from(), head.from() + MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    /** Whether a file is a database by its name. */
    static boolean isNamed(Path file) {
        return DIALECT != null && DIALECT.isDatabase(String.valueOf(file.getFileName()));
    }

    /** The database to which a file belongs, by the names of the files that SQLite keeps beside it. */
    static Path databaseOf(Path file) {
        var name = String.valueOf(file.getFileName());
        for (var end : BESIDE) {
            if (name.endsWith(end)) {
                return file.resolveSibling(name.substring(0, name.length() - end.length()));
            }
        }
        return file;
    }

    private SessionStore opened() throws IOException {
        if (isSessionFolder(database)) {
            return OPEN.computeIfAbsent(database, path -> new SessionFolder(path, DIALECT.files()));
        }
        SqliteLibrary.load();
        return OPEN.computeIfAbsent(database, path -> new SessionDatabase(path, DIALECT.tables()));
    }

    /** As {@link SessionStore#list}. */
    List<Disk.Entry> list(boolean isMeasured) throws IOException {
        return opened().list(session, isMeasured);
    }

    Disk.Entry stat() throws IOException {
        if (session == null) {
            throw new NoSuchFileException(database.toString());
        }
        return opened().stat(session);
    }

    Disk.Opened open() throws IOException {
        if (session == null) {
            throw new NoSuchFileException(database.toString());
        }
        return opened().open(session);
    }

    /** As {@link SessionStore#openListed}, of a store that is open. */
    Disk.Opened openListed() throws IOException {
        return OPEN.get(database).openListed(session);
    }

    /** As {@link SessionStore#stamp}, of a store that is open. */
    String stamp() {
        return OPEN.get(database).stamp(session);
    }

    /**
     * Loads SQLite's native library once, when the first database is read. The driver extracts it into the folder of
     * the property {@code org.sqlite.tmpdir}, or else into the temporary folder, and a killed process leaves it there;
     * here its files are deleted as soon as it is loaded.
     */
    private static final class SqliteLibrary {
        private static final String FOLDER = "org.sqlite.tmpdir";

        private static final class Loaded {
            private static final IOException FAILURE = load();

            private static IOException load() {
                try {
                    var set = System.getProperty(FOLDER);
                    var folder = set == null ? Files.createTempDirectory("footfall-sqlite-") : Path.of(set);
                    Files.createDirectories(folder);
                    System.setProperty(FOLDER, folder.toString());
                    SQLiteJDBCLoader.initialize();
                    clear(folder, set == null);
                    return null;
                } catch (Exception | LinkageError why) { // The driver throws any.
                    return new IOException("SQLite's native library cannot be loaded: " + why.getMessage(), why);
                }
            }

            private static void clear(Path folder, boolean isOurs) throws IOException {
                try (var files = Files.newDirectoryStream(folder, "sqlite-*")) {
                    for (var file : files) {
                        Files.deleteIfExists(file);
                    }
                } catch (IOException inUse) {
                    return; // This system cannot delete a loaded library: the driver does when the process ends.
                }
                if (isOurs) {
                    Files.deleteIfExists(folder);
                }
            }
        }

        static void load() throws IOException {
            if (Loaded.FAILURE != null) {
                throw Loaded.FAILURE;
            }
        }
    }

    /**
     * A folder of sessions whose messages are files, which are read as the lines of one file. A session is measured
     * again when its own file has changed. Thread-safe.
     */
    static final class SessionFolder implements SessionStore {
        private static final String SUFFIX = ".json";
        private static final byte[] END = {'}', '}', '\n'};

        private final Path path;
        private final SessionFiles files;
        private final Map<Path, Known> known = new ConcurrentHashMap<>();
        private volatile Map<String, Known> listed = Map.of();

        SessionFolder(Path path, SessionFiles files) {
            this.path = path;
            this.files = files;
        }

        /** A session as its own file was at a time; {@code bytes}: of all its lines. */
        private record Known(String id, Path file, long size, long modifiedMs, String parent, long bytes)
                implements Listed {}

        @Override
        public List<Disk.Entry> list(String folder, boolean isMeasured) throws IOException {
            return SessionStore.placed(path, folder, all()).stream()
                    .map(SessionFolder::entry)
                    .toList();
        }

        private static Disk.Entry entry(Placed<Known> placed) {
            var session = placed.session();
            return new Disk.Entry(placed.path(), Disk.Kind.FILE, session.bytes, session.modifiedMs);
        }

        private Map<String, Known> all() throws IOException {
            var all = new HashMap<String, Known>();
            for (var project : paths(path, "")) {
                for (var file : paths(project, SUFFIX)) {
                    var id = id(file);
                    if (ID.matcher(id).matches()) {
                        all.put(id, known(id, file));
                    }
                }
            }
            listed = all;
            return all;
        }

        private Known known(String id, Path file) throws IOException {
            var before = known.get(file);
            long size = Files.size(file);
            long modifiedMs = Files.getLastModifiedTime(file).toMillis();
            if (before != null && before.size == size && before.modifiedMs == modifiedMs) {
                return before;
            }
            var json = Files.readAllBytes(file);
            var parent = LenientJson.textOf(new Bytes(json, 0, json.length), files.parent());
            var lines = lines(id, file);
            long bytes = lines.isEmpty() ? 0 : lines.get(lines.size() - 1).end();
            var now = new Known(id, file, size, modifiedMs, parent == null || parent.isEmpty() ? null : parent, bytes);
            known.put(file, now);
            return now;
        }

        private static String id(Path file) {
            var name = file.getFileName().toString();
            return name.substring(0, name.length() - SUFFIX.length());
        }

        /** The entries of a folder whose names end so, sorted; none if it is not there. */
        private static List<Path> paths(Path folder, String suffix) throws IOException {
            var found = new ArrayList<Path>();
            try (var paths =
                    Files.newDirectoryStream(folder, file -> file.toString().endsWith(suffix))) {
                paths.forEach(found::add);
            } catch (NoSuchFileException | NotDirectoryException none) {
                return List.of();
            } catch (DirectoryIteratorException broken) {
                throw broken.getCause();
            }
            found.sort(Comparator.comparing(file -> file.getFileName().toString()));
            return found;
        }

        @Override
        public Disk.Entry stat(String session) throws IOException {
            var all = all();
            var one = find(session, all);
            return entry(new Placed<>(one, SessionStore.path(path, one, SessionStore.root(one, all))));
        }

        private Known find(String session, Map<String, Known> all) throws NoSuchFileException {
            var one = all.get(session);
            if (one == null) {
                throw new NoSuchFileException(path.resolve(session).toString());
            }
            return one;
        }

        @Override
        public Disk.Opened open(String session) throws IOException {
            return opened(find(session, all()));
        }

        private Disk.Opened opened(Known one) throws IOException {
            return new Assembled(lines(one.id, one.file));
        }

        @Override
        public Disk.Opened openListed(String session) throws IOException {
            var one = listed.get(session);
            return one == null || !Files.exists(one.file) ? open(session) : opened(one);
        }

        @Override
        public String stamp(String session) {
            return null; // Its messages may change without its own file.
        }

        /** One line: a file behind the beginning of an object. */
        private record JsonLine(Path file, byte[] head, long start, long end) {}

        private List<JsonLine> lines(String session, Path file) throws IOException {
            var lines = new ArrayList<JsonLine>();
            add(lines, file, files.session().before());
            below(lines, session, 0);
            return lines;
        }

        private void below(List<JsonLine> lines, String id, int level) throws IOException {
            if (level == files.levels().size()) {
                return;
            }
            var of = files.levels().get(level);
            for (var file : paths(path.resolveSibling(of.folder()).resolve(id), SUFFIX)) {
                add(lines, file, of.before());
                below(lines, id(file), level + 1);
                add(lines, file, of.after());
            }
        }

        private static void add(List<JsonLine> lines, Path file, String head) throws IOException {
            if (head != null) {
                long start = lines.isEmpty() ? 0 : lines.get(lines.size() - 1).end;
                var bytes = head.getBytes(StandardCharsets.US_ASCII);
                lines.add(new JsonLine(file, bytes, start, start + bytes.length + Files.size(file) + END.length));
            }
        }

        /** The lines as the bytes of a file, which are read mostly forward. */
        private static final class Assembled implements Disk.Opened {
            private final List<JsonLine> lines;
            private int current = -1;
            private byte[] bytes;

            Assembled(List<JsonLine> lines) {
                this.lines = lines;
            }

            @Override
            public long size() {
                return lines.isEmpty() ? 0 : lines.get(lines.size() - 1).end;
            }

            @Override
            public int read(ByteBuffer into, long at) throws IOException {
                if (at >= size()) {
                    return -1;
                }
                int count = 0;
                while (into.hasRemaining() && at + count < size()) {
                    load(at + count);
                    int from = (int) (at + count - lines.get(current).start);
                    int length = Math.min(into.remaining(), bytes.length - from);
                    into.put(bytes, from, length);
                    count += length;
                }
                return count;
            }

            private void load(long at) throws IOException {
                int found = Math.max(0, current);
                while (lines.get(found).start > at) {
                    found--;
                }
                while (lines.get(found).end <= at) {
                    found++;
                }
                if (found != current) {
                    bytes = bytes(lines.get(found));
                    current = found;
                }
            }

            private static byte[] bytes(JsonLine line) throws IOException {
                var json = Files.readAllBytes(line.file);
                var bytes = SessionStore.line(line.head, json, END);
                if (bytes.length != line.end - line.start) {
                    throw new IOException(line.file + " changed while it was read");
                }
                return bytes;
            }

            @Override
            public void close() {
                // Each file is closed once it is read.
            }
        }
    }
}
