package footfall.topology;

import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.MachineClock;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * A record's timestamp, or the current time if it is in the future because the clock was set back. Outputs
 * and changelogs inherit the timestamp, and a broker may refuse one that is over an hour ahead. A record
 * without a timestamp (-1) gets 0, because Kafka Streams skips negative timestamps.
 */
public final class BoundedArrival implements TimestampExtractor {
    private final LongSupplier clock;

    /** Instantiated by Kafka Streams. */
    public BoundedArrival() {
        this(MachineClock.time()::milliseconds);
    }

    BoundedArrival(LongSupplier clock) {
        this.clock = clock;
    }

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        return Math.max(0, Math.min(record.timestamp(), clock.getAsLong()));
    }
}
