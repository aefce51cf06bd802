package footfall.topology;

import footfall.wire.Channel;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** All records of a topic so far. */
final class OutputRecords<V> {
    private final TestOutputTopic<String, V> topic;
    private final List<TestRecord<String, V>> records = new ArrayList<>();

    OutputRecords(TopologyTestDriver driver, TopologySettings settings, Channel<String, V> channel) {
        topic = driver.createOutputTopic(
                channel.topic(settings.prefix()),
                new StringDeserializer(),
                channel.value().deserializer());
    }

    List<TestRecord<String, V>> records() {
        records.addAll(topic.readRecordsToList());
        return records;
    }
}
