package footfall.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import footfall.folder.AtomicFile;
import footfall.folder.OwnerOnly;
import footfall.report.FailureReason;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file in the data folder that says where the processor of this machine answers. Only the owner can read it.
 * Written when the server starts, deleted when it ends.
 */
public final class ProcessorFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessorFile.class);
    private static final String NAME = "processor.json";

    private final Path file;
    private final byte[] content;
    private boolean isWritten;

    private ProcessorFile(Path file, byte[] content) {
        this.file = file;
        this.content = content;
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
        var file = new ProcessorFile(in(dataDir), Json.bytes(location));
        try {
            OwnerOnly.newFolder(dataDir);
            AtomicFile.write(file.file, file.content);
            file.isWritten = true;
        } catch (IOException why) {
            LOG.warn(
                    "cannot write {}: {}; name {} with --server to ask this process",
                    file.file,
                    FailureReason.of(why),
                    location.url());
        }
        return file;
    }

    /** Empty when no processor wrote one. */
    public static Optional<Location> read(Path dataDir) throws IOException {
        try {
            return Optional.of(Json.MAPPER.readValue(Files.readAllBytes(in(dataDir)), Location.class));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (JsonProcessingException broken) {
            throw new IOException("it is not a file of footfall", broken);
        }
    }

    /** Deletes the file, unless another process has written its own. */
    @Override
    public void close() throws IOException {
        try {
            if (isWritten && Arrays.equals(Files.readAllBytes(file), content)) {
                Files.delete(file);
            }
        } catch (NoSuchFileException gone) {
            // It was deleted by hand.
        }
    }
}
