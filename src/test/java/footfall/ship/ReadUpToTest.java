package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** When reading up to the end of topics is over. */
class ReadUpToTest {
    private static final TopicPartition PARTITION = new TopicPartition("sessions", 0);

    private final MockConsumer<String, byte[]> consumer = new MockConsumer<>("earliest");
    private final ReadUpTo read = new ReadUpTo(Map.of(PARTITION, 3L));

    ReadUpToTest() {
        consumer.assign(List.of(PARTITION));
        consumer.seek(PARTITION, 0);
    }

    @Test
    void itEndsWhereTheTopicEnded() {
        assertThat(read.test(consumer)).isFalse();
        consumer.seek(PARTITION, 3);
        assertThat(read.test(consumer)).isTrue();
    }

    @Test
    void itFailsWhenNothingComesAnyMoreButNotWhileSomethingDoes() {
        for (int offset = 0; offset < 3; offset++) {
            consumer.seek(PARTITION, offset);
            for (int poll = 0; poll <= ReadUpTo.SILENT_POLLS_MAX; poll++) {
                assertThat(read.test(consumer)).isFalse();
            }
        }
        assertThatThrownBy(() -> read.test(consumer)).isInstanceOf(TimeoutException.class);
    }
}
