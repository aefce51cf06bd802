package footfall.tail;

import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.Dialects;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
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
}
