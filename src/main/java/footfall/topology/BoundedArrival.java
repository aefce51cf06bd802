package footfall.topology;

import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * A record's timestamp, and now where that is in the future: the clock was set back since it was written.
 * Outputs and changelogs take over the timestamp, and a broker may refuse one that is over an hour ahead.
 * A record without a timestamp (-1) gets 0, because Kafka Streams skips records with a negative one.
 */
public final class BoundedArrival implements TimestampExtractor {
  private final LongSupplier clock;

  /** For Kafka Streams. */
  public BoundedArrival() {
    this(Time.SYSTEM::milliseconds);
  }

  BoundedArrival(LongSupplier clock) {
    this.clock = clock;
  }

  @Override
  public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
    return Math.max(0, Math.min(record.timestamp(), clock.getAsLong()));
  }
}
