package footfall.run;

import footfall.folder.AtomicFile;
import footfall.folder.FolderLock;
import footfall.folder.OwnerOnly;
import footfall.report.FailureReason;
import footfall.wire.Json;
import footfall.wire.RecordScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file in the data folder that says where the processor of this machine answers. Only the owner can read it.
 * Written when the server starts, deleted when it ends. Of several processors in a folder, that of the first stays.
 */
public final class ProcessorFile implements AutoCloseable {
    private static final String NAME = "processor.json";
    /** Held by the process that wrote the file. */
    private static final String LOCK = "processor.lock";

    private final Path file;
    /** Null when another processor holds it, or the file could not be written. */
    private final FolderLock lock;

    private ProcessorFile(Path file, FolderLock lock) {
        this.file = file;
        this.lock = lock;
    }

    /**
     * Where a processor answers; the file of the token that clients need, and that of its certificate, by which they
     * know it. Null for none.
     */
    public record Location(String url, String tokenFile, String certFile) {}

    /** The path of the file. */
    public static Path in(Path dataDir) {
        return dataDir.resolve(NAME);
    }

    /** Without the file, clients must name the URL, so a failure to write it is no reason to stop. */
    static ProcessorFile write(Path dataDir, Location location) {
        var file = in(dataDir);
        FolderLock lock = null;
        try {
            OwnerOnly.newFolder(dataDir);
            lock = FolderLock.acquire(dataDir, LOCK);
            AtomicFile.write(file, Json.bytes(location));
            return new ProcessorFile(file, lock);
        } catch (FolderLock.FolderInUse other) {
            log().info(
                            "{} names another processor ({}); to ask this process, add --server {}",
                            file,
                            other.holder(),
                            location.url());
        } catch (IOException why) {
            log().warn(
                            "cannot write {}: {}; name {} with --server to ask this process",
                            file,
                            FailureReason.of(why),
                            location.url());
            if (lock != null) {
                lock.close();
            }
        }
        return new ProcessorFile(file, null);
    }

    /** Not a constant: a question reads the file, and the library of logging takes longer to load than its answer. */
    private static Logger log() {
        return LoggerFactory.getLogger(ProcessorFile.class);
    }

    /** Empty when no processor wrote one. */
    public static Optional<Location> read(Path dataDir) throws IOException {
        byte[] json;
        try {
            json = Files.readAllBytes(in(dataDir));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
        var location = location(json);
        if (location == null || location.url() == null) {
            throw new IOException("it names no processor");
        }
        return Optional.of(location);
    }

    private static Location location(byte[] json) throws IOException {
        try {
            return RecordScanner.of(Location.class).read(json);
        } catch (IOException broken) {
            throw new IOException("it is not a file of footfall", broken);
        }
    }

    /** Deletes the file, unless it is that of another processor. */
    @Override
    public void close() throws IOException {
        if (lock != null) {
            try (lock) {
                Files.deleteIfExists(file);
            }
        }
    }
}
