package footfall.run;

import java.nio.file.Path;
import java.util.Map;

/**
 * A cluster to check: the properties of a client, the file that they are from or null, and the options that
 * name the cluster in a command.
 */
public record CheckedCluster(Map<String, String> client, Path file, String options) {
    public CheckedCluster {
        client = Map.copyOf(client);
    }
}
