package footfall.wire;

import footfall.turn.TurnRules;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;

/**
 * A topic: name without prefix, types of keys and values, retention and purpose. {@code retention} is null
 * for topics that are only compacted. Records are partitioned by session ID; those of {@code rejected} by
 * file ID.
 */
public record Channel<K, V>(
        String name, Serde<K> key, Serde<V> value, Cleanup cleanup, Duration retention, Arrival arrival, String why) {

    /** {@code record_bytes_max} plus space for keys, headers and batch overhead. */
    private static final int MESSAGE_BYTES_MAX = 2 << 20;

    /** Reports replace earlier ones every few minutes, and Kafka compacts no segment that is still written. */
    private static final String REPORTS_SEGMENT_MS =
            Long.toString(Duration.ofHours(1).toMillis());

    public Channel {
        Objects.requireNonNull(name, "name is null");
        Objects.requireNonNull(key, "key is null");
        Objects.requireNonNull(value, "value is null");
    }

    /** Kafka's {@code cleanup.policy}. */
    public enum Cleanup {
        DELETE("delete"),
        COMPACT("compact"),
        COMPACT_AND_DELETE("compact,delete");

        private final String policy;

        Cleanup(String policy) {
            this.policy = policy;
        }

        public String policy() {
            return policy;
        }
    }

    /**
     * Who sets a record's timestamp: the broker, or the producer, which copies it from the record that caused
     * it.
     */
    public enum Arrival {
        LOG_APPEND("LogAppendTime"),
        CAUSE("CreateTime");

        private final String type;

        Arrival(String type) {
            this.type = type;
        }

        public String type() {
            return type;
        }
    }

    /** Whether the topic keeps what was said of turns, as long as lists do. */
    public boolean keepsTurns() {
        return cleanup == Cleanup.COMPACT_AND_DELETE
                && TurnRules.Timers.TURN_RETENTION.equals(retention)
                && arrival == Arrival.CAUSE;
    }

    /** The topic with another retention; null for none. */
    public Channel<K, V> keeping(Duration other) {
        return new Channel<>(name, key, value, cleanup, other, arrival, why);
    }

    public String topic(String prefix) {
        return prefix + name;
    }

    /** The topic's configuration in Kafka's names. */
    public Map<String, String> configs() {
        var configs = new HashMap<>(Map.of(
                "cleanup.policy", cleanup.policy(),
                "retention.ms", Long.toString(retention == null ? -1 : retention.toMillis()),
                "retention.bytes", "-1",
                "message.timestamp.type", arrival.type(),
                "max.message.bytes", Integer.toString(MESSAGE_BYTES_MAX)));
        if (arrival == Arrival.CAUSE) {
            // The default of one hour would reject records after the clock was set back.
            configs.put("message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
        }
        if (cleanup == Cleanup.COMPACT_AND_DELETE && arrival == Arrival.LOG_APPEND) {
            configs.put("segment.ms", REPORTS_SEGMENT_MS);
        }
        return Map.copyOf(configs);
    }
}
