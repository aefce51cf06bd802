package footfall.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import net.jpountz.util.Native;

/**
 * Loads the native library of lz4 compression from footfall's folder. By default it is extracted into the
 * temporary folder at every start, and a killed process leaves it there. lz4-java has no setting for that,
 * and newer JVMs read {@code java.io.tmpdir} only once, so this uses two private members by reflection.
 * {@code UpKilledIT} fails if a later version renames them.
 */
public final class Lz4Library {
    private Lz4Library() {}

    /**
     * Extracts it into {@code folder/lz4}, loads it and deletes the file. If that fails, Kafka loads it from
     * the temporary folder. Call it before Kafka reads or writes a record.
     */
    public static void load(Path folder) {
        if (Native.isLoaded()) {
            return;
        }
        try {
            var home = folder.resolve("lz4");
            OwnerOnly.newFolder(home);
            clear(home);
            var file = Files.createTempFile(home, "lz4-", ".so");
            var name = Native.class.getDeclaredMethod("resourceName");
            name.setAccessible(true);
            try (var library = Native.class.getResourceAsStream((String) name.invoke(null))) {
                if (library == null) {
                    return; // There is none for this platform: lz4-java uses its Java implementation.
                }
                Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
            }
            System.load(file.toAbsolutePath().toString());
            var loaded = Native.class.getDeclaredField("loaded");
            loaded.setAccessible(true);
            loaded.setBoolean(null, true);
            clear(home);
        } catch (IOException | ReflectiveOperationException | UnsatisfiedLinkError notFromThere) {
            // The disk is full, or the system cannot delete a loaded library: the next start does.
        }
    }

    private static void clear(Path home) throws IOException {
        try (var files = Files.list(home)) {
            for (var file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
