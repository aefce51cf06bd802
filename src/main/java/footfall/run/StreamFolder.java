package footfall.run;

import static java.nio.charset.StandardCharsets.US_ASCII;

import footfall.folder.AtomicFile;
import footfall.report.FailureReason;
import footfall.report.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.UUID;

/**
 * The folder of the topology's state stores. They belong to one cluster and can be restored from it; with
 * another cluster they would treat its lines as already processed. A file beside them names their cluster.
 */
final class StreamFolder {
    private static final String CLUSTER = "cluster.id";
    private static final String INSTANCE = "instance.id";

    private StreamFolder() {}

    /**
     * The folder, after deleting stores of a cluster other than {@code clusterId}. Call it with the broker
     * running.
     */
    static Path of(Path folder, String clusterId) throws UserError {
        try {
            if (!clusterId.equals(owner(folder))) {
                Files.createDirectories(folder);
                clear(folder);
                Files.writeString(folder.resolve(CLUSTER), clusterId);
            }
            return folder;
        } catch (IOException why) {
            throw new UserError(
                    "cannot write state stores to " + folder + ": " + FailureReason.of(why)
                            + "; choose another folder with data_dir",
                    why);
        }
    }

    /** The ID of the instance that has this folder, created once. A copy of the folder has the same. */
    static String instanceId(Path folder) throws UserError {
        var file = folder.resolve(INSTANCE);
        try {
            if (!Files.exists(file)) {
                AtomicFile.write(file, UUID.randomUUID().toString().getBytes(US_ASCII));
            }
            return UUID.fromString(Files.readString(file, US_ASCII).strip()).toString();
        } catch (IllegalArgumentException damaged) {
            throw new UserError(file + " is damaged; delete it, and the next start creates another", damaged);
        } catch (IOException why) {
            throw new UserError("cannot read or create " + file + ": " + FailureReason.of(why), why);
        }
    }

    /** Null when unknown. */
    private static String owner(Path folder) throws IOException {
        var file = folder.resolve(CLUSTER);
        return Files.exists(file) ? Files.readString(file).strip() : null;
    }

    /** Keeps the targets of links, and the folder itself, which may be a link. */
    private static void clear(Path folder) throws IOException {
        var real = folder.toRealPath();
        try (var paths = Files.walk(real)) {
            for (var path : paths.filter(path -> !path.equals(real))
                    .sorted(Comparator.reverseOrder())
                    .toList()) {
                Files.delete(path);
            }
        }
    }
}
