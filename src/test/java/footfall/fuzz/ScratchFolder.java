package footfall.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder for the files of one target, which its process deletes at its end. */
final class ScratchFolder {
    private ScratchFolder() {}

    static Path create() {
        try {
            var folder = Files.createTempDirectory("footfall-fuzz");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            return folder;
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private static void delete(Path folder) {
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
