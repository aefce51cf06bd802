package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class BoundedArrivalTest {
    private static final long DAY_MS = 86_400_000;

    private final long now = 10 * DAY_MS;

    @Test
    void aTimestampInTheFutureIsNowNoneIsZeroAndAnyOtherIsItself() {
        var arrival = new StreamConfig.BoundedArrival(() -> now);
        assertThat(arrival.extract(record(now + DAY_MS), 0)).isEqualTo(now);
        assertThat(arrival.extract(record(now - DAY_MS), 0)).isEqualTo(now - DAY_MS);
        assertThat(arrival.extract(record(-1), 0)).isZero();
    }

    private static ConsumerRecord<Object, Object> record(long timestamp) {
        return new ConsumerRecord<>(
                "lines",
                0,
                0,
                timestamp,
                TimestampType.CREATE_TIME,
                0,
                0,
                null,
                null,
                new RecordHeaders(),
                Optional.empty());
    }
}
