package footfall.connect;

import footfall.wire.Channels;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** The configuration of the converter, in a connector's configuration below {@code value.converter.}. */
final class ConverterConfig extends AbstractConfig {
    private static final String TOPIC_PREFIX = "topic.prefix";
    private static final String NESTED = "nested";
    private static final String TIMESTAMPS = "timestamps";
    private static final String TEXT = "text";

    static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    TOPIC_PREFIX,
                    ConfigDef.Type.STRING,
                    Channels.PREFIX,
                    ConfigDef.Importance.MEDIUM,
                    "Prefix of footfall's topics; the setting topic_prefix of the processor.")
            .define(
                    NESTED,
                    ConfigDef.Type.STRING,
                    TEXT,
                    ConfigDef.ValidString.in(TEXT, "struct"),
                    ConfigDef.Importance.MEDIUM,
                    "Lists, maps and objects inside a record. text: JSON in a string, which every sink can store; "
                            + "struct: arrays, maps and structs.")
            .define(
                    TIMESTAMPS,
                    ConfigDef.Type.STRING,
                    "timestamp",
                    ConfigDef.ValidString.in("timestamp", TEXT),
                    ConfigDef.Importance.MEDIUM,
                    "Instants. timestamp: Connect's Timestamp, in milliseconds; text: ISO 8601 in UTC.");

    ConverterConfig(Map<String, ?> configs) {
        super(DEFINITION, configs, false);
    }

    String topicPrefix() {
        return getString(TOPIC_PREFIX);
    }

    boolean isNestedText() {
        return getString(NESTED).equals(TEXT);
    }

    boolean isTimestampText() {
        return getString(TIMESTAMPS).equals(TEXT);
    }
}
