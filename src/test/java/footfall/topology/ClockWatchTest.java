package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class ClockWatchTest {
    private static final long DAY_MS = 86_400_000;

    private long now = 10 * DAY_MS;
    private final AtomicInteger steps = new AtomicInteger();
    private final ClockWatch watch = new ClockWatch(() -> now, steps::incrementAndGet);

    private int at(long millis) {
        now = millis;
        watch.check();
        return steps.get();
    }

    @Test
    void eachStepBackOfMoreThanASecondIsReportedOnce() {
        long start = now;
        assertThat(at(start + DAY_MS)).isZero();
        assertThat(at(start + DAY_MS - 900)).isZero();
        assertThat(at(start - DAY_MS)).isEqualTo(1);
        assertThat(at(start - DAY_MS + 250)).isEqualTo(1);
        assertThat(at(start - 2 * DAY_MS)).isEqualTo(2);
    }

    @Test
    void whatFailsForWantOfAnAddressIsTriedAgainAtTheNextCheck() {
        var tries = new AtomicInteger();
        var failing = new ClockWatch(() -> now, () -> {
            if (tries.incrementAndGet() == 1) {
                throw new KafkaException("No resolvable bootstrap urls given in bootstrap.servers");
            }
        });
        now -= DAY_MS;
        for (int check = 0; check < 3; check++) {
            failing.check();
        }
        assertThat(tries).hasValue(2);
    }

    @Test
    void aTimestampInTheFutureIsNowNoneIsZeroAndAnyOtherIsItself() {
        var arrival = new BoundedArrival(() -> now);
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
