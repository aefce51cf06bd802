package footfall.folder;

import com.github.luben.zstd.util.Native;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Loads the native libraries of lz4 and zstd compression from footfall's folder. By default they are extracted
 * into the temporary folder at every start: a killed process leaves lz4's there, and a process that cannot
 * write there cannot send a record.
 */
public final class CompressionLibraries {
    private CompressionLibraries() {}

    /**
     * Extracts them into the folder, loads them and deletes the files. If that fails, Kafka loads them from the
     * temporary folder. Call it before Kafka reads or writes a record. SQLite's library is extracted there, too, when
     * the first database is read.
     */
    public static void load(Path folder) {
        try {
            System.setProperty(
                    "org.sqlite.tmpdir", emptied(folder.resolve("sqlite")).toString());
            loadLz4(emptied(folder.resolve("lz4")));
            Native.load(emptied(folder.resolve("zstd")).toFile());
        } catch (IOException | ReflectiveOperationException | LinkageError notFromThere) {
            // The disk is full, or the system cannot delete a loaded library: the next start does.
        }
    }

    /**
     * lz4-java has no setting for the folder, and newer JVMs read {@code java.io.tmpdir} only once, so this uses two
     * private members by reflection. {@code UpKilledIT} fails if a later version renames them.
     */
    private static void loadLz4(Path home) throws IOException, ReflectiveOperationException {
        var lz4 = net.jpountz.util.Native.class;
        if (net.jpountz.util.Native.isLoaded()) {
            return;
        }
        var name = lz4.getDeclaredMethod("resourceName");
        name.setAccessible(true);
        try (var library = lz4.getResourceAsStream((String) name.invoke(null))) {
            if (library == null) {
                return; // There is none for this platform: lz4-java uses its Java implementation.
            }
            var file = Files.createTempFile(home, "lz4-", ".so");
            Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
            System.load(file.toAbsolutePath().toString());
            var loaded = lz4.getDeclaredField("loaded");
            loaded.setAccessible(true);
            loaded.setBoolean(null, true);
            Files.delete(file);
        }
    }

    private static Path emptied(Path home) throws IOException {
        OwnerOnly.newFolder(home);
        try (var files = Files.list(home)) {
            for (var file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        return home;
    }
}
