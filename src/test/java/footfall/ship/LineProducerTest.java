package footfall.ship;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.testkit.Shipment;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LineProducerTest {
    @Test
    void aClientPropertyThatKafkaRefusesIsNamed() {
        for (var property : Map.of("acks", "1", "linger.ms", "soon").entrySet()) {
            var client = Map.of("bootstrap.servers", "127.0.0.1:1", property.getKey(), property.getValue());
            assertThatThrownBy(() -> new LineProducer(client, "footfall.", Shipment.BOX))
                    .isInstanceOf(ShipperFailed.class)
                    .hasMessageStartingWith("cannot create the Kafka client: ")
                    .hasMessageContaining(property.getKey())
                    .hasMessageEndingWith("; check --bootstrap-servers and --config");
        }
    }
}
