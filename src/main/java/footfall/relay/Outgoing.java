package footfall.relay;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A message and the records that it reports. The message is null if there is nothing to send for them. */
record Outgoing<M>(M message, List<ConsumerRecord<String, byte[]>> records) {
    Outgoing {
        records = List.copyOf(records);
    }
}
