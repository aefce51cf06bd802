package footfall.wire;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/** One partitioner for all topics that belong to a session, so that turns lie where their lines lay. */
public final class Partitions {
  private Partitions() {}

  /** Murmur2 of the session id, as Kafka's own producers do it with the id as the key. */
  public static int ofSession(String sessionId, int partitions) {
    return Utils.toPositive(Utils.murmur2(sessionId.getBytes(StandardCharsets.UTF_8))) % partitions;
  }
}
