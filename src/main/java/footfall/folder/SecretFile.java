package footfall.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** A secret on the only line of a file. */
public final class SecretFile {
    private SecretFile() {}

    /** The secret; empty if other users can read the file. */
    public static Optional<String> read(Path file) throws IOException {
        return OwnerOnly.isClosed(file)
                ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip())
                : Optional.empty();
    }

    /** Creates a missing file. Returns whether it did. */
    public static boolean create(Path file, Supplier<String> secret) throws IOException {
        if (Files.exists(file)) {
            return false;
        }
        OwnerOnly.newFolder(file.toAbsolutePath().getParent());
        try (var fresh = AtomicFile.open(file)) {
            try (var out = fresh.output()) {
                out.write((secret.get() + "\n").getBytes(StandardCharsets.US_ASCII));
            }
            fresh.createAs(file);
            return true;
        } catch (FileAlreadyExistsException another) {
            return false; // Another process was faster; its file is authoritative.
        }
    }
}
