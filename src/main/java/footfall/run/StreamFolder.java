package footfall.run;

import footfall.report.FailureReason;
import footfall.report.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * The folder of the topology's state stores. They belong to one cluster and can be restored from it; with
 * another cluster they would treat its lines as already processed. A file beside them names their cluster.
 */
final class StreamFolder {
    private static final String CLUSTER = "cluster.id";

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
