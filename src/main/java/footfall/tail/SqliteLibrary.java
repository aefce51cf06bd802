package footfall.tail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sqlite.SQLiteJDBCLoader;

/**
 * Loads SQLite's native library once, when the first database is read. The driver extracts it into the folder of the
 * property {@code org.sqlite.tmpdir}, or else into the temporary folder, and a killed process leaves it there; here its
 * files are deleted as soon as it is loaded.
 */
final class SqliteLibrary {
    private static final String FOLDER = "org.sqlite.tmpdir";

    private SqliteLibrary() {}

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
