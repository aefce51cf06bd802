package footfall.topology;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * Where and how the topology runs. {@code client}: properties of Kafka's clients by their own names, at least
 * {@code bootstrap.servers}; they win over footfall's. {@code memoryBytes}: native memory that all stores
 * share.
 */
public record StreamSettings(
    String applicationId, Path stateDirectory, int threads, long memoryBytes, Map<String, String> client) {
  public static final String APPLICATION_ID = "footfall";
  public static final long MEMORY_BYTES = 64L << 20;

  public StreamSettings {
    Objects.requireNonNull(applicationId, "applicationId is null");
    Objects.requireNonNull(stateDirectory, "stateDirectory is null");
    if (threads < 1) {
      throw new IllegalArgumentException("threads is below 1");
    }
    client = Map.copyOf(client);
    if (!client.containsKey("bootstrap.servers")) {
      throw new IllegalArgumentException("client has no bootstrap.servers");
    }
  }
}
