package footfall.wire;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/**
 * The partitioner of all topics that belong to a session, so that a turn is in the same partition number as
 * its lines.
 */
public final class Partitions {
    private Partitions() {}

    /** Murmur2 of the session ID, as in Kafka's default partitioner with the ID as the key. */
    public static int ofSession(String sessionId, int partitions) {
        return Utils.toPositive(Utils.murmur2(sessionId.getBytes(StandardCharsets.UTF_8))) % partitions;
    }
}
