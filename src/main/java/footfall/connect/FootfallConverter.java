package footfall.connect;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.storage.Converter;

/**
 * Gives Kafka Connect the keys and values of footfall's topics as structs with schemas, without a schema
 * registry. A record without a value stays one, so a sink can delete its row. It reads only: footfall alone
 * writes its topics.
 */
public final class FootfallConverter implements Converter, Versioned {
    private boolean isKey;
    private Map<String, RecordType> types = Map.of();

    /** A worker requires it. */
    public FootfallConverter() {}

    @Override
    public String version() {
        var version = FootfallConverter.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    @Override
    public ConfigDef config() {
        return ConverterConfig.DEFINITION;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        this.isKey = isKey;
        types = RecordType.all(new ConverterConfig(configs));
    }

    @Override
    public SchemaAndValue toConnectData(String topic, byte[] bytes) {
        var type = types.get(topic);
        if (type == null) {
            throw new DataException("\"" + topic + "\" is not a topic of footfall, which are: "
                    + String.join(", ", types.keySet()) + ". Set topic.prefix of the converter, or remove the topic.");
        }
        if (bytes == null) {
            return SchemaAndValue.NULL;
        }
        try {
            return isKey ? type.key(bytes) : type.value(bytes);
        } catch (DataException unreadable) {
            throw new DataException("Cannot read a record of the topic " + topic + ": " + unreadable.getMessage());
        }
    }

    @Override
    public byte[] fromConnectData(String topic, Schema schema, Object value) {
        throw new DataException("Cannot write to the topic " + topic + ": this converter only reads.");
    }
}
