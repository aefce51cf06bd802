package footfall.run;

import footfall.report.UserError;
import footfall.report.FailureReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * The folder of the topology's stores. They belong to the log of one cluster, from which they can be made
 * anew; over another log they would say that its lines were seen already. A file beside them names theirs.
 */
final class StreamFolder {
  private static final String CLUSTER = "cluster.id";

  private StreamFolder() {}

  /** The folder, without what belongs to another cluster than {@code clusterId}. For who has the broker. */
  static Path of(Path folder, String clusterId) throws UserError {
    try {
      if (!clusterId.equals(owner(folder))) {
        Files.createDirectories(folder);
        clear(folder);
        Files.writeString(folder.resolve(CLUSTER), clusterId);
      }
      return folder;
    } catch (IOException why) {
      throw new UserError("cannot write state stores to " + folder + ": " + FailureReason.of(why)
          + "; choose another folder with data_dir", why);
    }
  }

  /** Null when nobody says. */
  private static String owner(Path folder) throws IOException {
    var file = folder.resolve(CLUSTER);
    return Files.exists(file) ? Files.readString(file).strip() : null;
  }

  /** What a link in it points to stays; the folder itself, which may be a link, too. */
  private static void clear(Path folder) throws IOException {
    var real = folder.toRealPath();
    try (var paths = Files.walk(real)) {
      for (var path : paths.filter(path -> !path.equals(real)).sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
