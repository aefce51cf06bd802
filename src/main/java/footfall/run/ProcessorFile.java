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
import org.slf4j.LoggerFactory;

/**
 * The file in the data folder that says where the processor of this machine answers. Only the owner can read it.
 * Written when the processor has started, deleted when it ends. Of several processors in a folder, that of the first
 * stays.
 */
public final class ProcessorFile implements AutoCloseable {
    private static final String NAME = "processor.json";
    /** Held by the process that writes the file. */
    private static final String LOCK = "processor.lock";

    private final Path dataDir;
    /** Null when another processor holds it, or there can be none. */
    private FolderLock lock;

    private String unwritten;

    private ProcessorFile(Path dataDir) {
        this.dataDir = dataDir;
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

    /**
     * Holds the file for a processor that starts, so that commands say that one does. Without the file, clients must
     * name the URL, so a failure to hold or write it is no reason to stop.
     */
    static ProcessorFile hold(Path dataDir) {
        var file = new ProcessorFile(dataDir);
        file.hold();
        return file;
    }

    private void hold() {
        try {
            OwnerOnly.newFolder(dataDir);
            lock = FolderLock.acquire(dataDir, LOCK);
            Files.deleteIfExists(in(dataDir)); // That of a processor which was killed.
        } catch (FolderLock.FolderInUse other) {
            unwritten = "names another processor (" + other.holder() + ")";
        } catch (IOException why) {
            unwritten = "cannot be written: " + FailureReason.of(why);
        }
    }

    /** Only after the start, so that commands ask no processor whose start fails. */
    void write(Location location) {
        if (lock == null) {
            hold(); // The other one may have ended meanwhile.
        }
        if (lock != null) {
            try {
                AtomicFile.write(in(dataDir), Json.bytes(location));
                return;
            } catch (IOException why) {
                unwritten = "cannot be written: " + FailureReason.of(why);
            }
        }
        LoggerFactory.getLogger(ProcessorFile.class)
                .warn("{} {}; to ask this process, add --server {}", in(dataDir), unwritten, location.url());
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

    /** Whether a processor starts, and cannot be asked yet. */
    public static boolean isStarting(Path dataDir) throws IOException {
        return Files.isDirectory(dataDir) && FolderLock.isHeld(dataDir, LOCK) && !Files.exists(in(dataDir));
    }

    /** Deletes the file, unless it is that of another processor. */
    @Override
    public void close() throws IOException {
        var held = lock;
        lock = null; // A second time, the file may be that of another processor.
        if (held != null) {
            try {
                Files.deleteIfExists(in(dataDir));
            } finally {
                held.close();
            }
        }
    }
}
