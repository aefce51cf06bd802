package footfall.wire;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;

/**
 * A topic: its name behind the prefix, what its keys and values are, how long they stay and why it is there.
 * {@code retention} is null where compaction alone decides. Records are spread over partitions by session id;
 * those of {@code rejected} by file id.
 */
public record Channel<K, V>(
    String name, Serde<K> key, Serde<V> value, Cleanup cleanup, Duration retention, Arrival arrival,
    String why) {

  /** {@code record_bytes_max} and room for keys, headers and a batch's own bytes. */
  private static final int MESSAGE_BYTES_MAX = 2 << 20;

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
   * Who sets a record's timestamp: the broker, or the producer, which keeps that of the record that caused
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

  public String topic(String prefix) {
    return prefix + name;
  }

  /** The topic's configuration, by Kafka's names. */
  public Map<String, String> configs() {
    var configs = new HashMap<>(Map.of(
        "cleanup.policy", cleanup.policy(),
        "retention.ms", Long.toString(retention == null ? -1 : retention.toMillis()),
        "message.timestamp.type", arrival.type(),
        "max.message.bytes", Integer.toString(MESSAGE_BYTES_MAX)));
    if (arrival == Arrival.CAUSE) {
      // The default is an hour: a clock that is set back would make records unwritable.
      configs.put("message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
    }
    return Map.copyOf(configs);
  }
}
