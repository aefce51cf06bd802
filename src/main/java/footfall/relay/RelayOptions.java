package footfall.relay;

import java.util.Map;

/**
 * {@code client}: properties of a Kafka client. {@code prefix}: of footfall's topics. {@code group}: the consumer
 * group. {@code isOnce}: ends at the present end of the topic. {@code topicsWay}: the command that creates topics.
 */
public record RelayOptions(
        Map<String, String> client,
        String prefix,
        String group,
        RelaySettings settings,
        boolean isOnce,
        String topicsWay) {
    public RelayOptions {
        client = Map.copyOf(client);
    }

    String servers() {
        return client.get("bootstrap.servers");
    }
}
