package footfall.relay;

import footfall.view.RelayMeter;
import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;

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

    /** What a relay uses. {@code listener} receives the result of each message. */
    public record Dependencies(RelayMeter meter, Consumer<Delivery> listener, Clock clock) {}
}
