package footfall.ship;

import footfall.wire.Channels;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends requests on the topic {@code lines}, and reads what follows from them. */
final class ControlClient {
    private static final int ANSWER_MAX_MS = 15_000;
    private static final Duration POLL = Duration.ofMillis(100);

    private final Map<String, String> client;
    private final String prefix;
    private final String elseDo;
    private int count;
    private boolean isSent;

    /** {@code elseDo}: what to do if the topics that show the effect cannot be read, to be appended to the reason. */
    ControlClient(Map<String, String> client, String prefix, String elseDo) {
        this.client = Map.copyOf(client);
        this.prefix = prefix;
        this.elseDo = elseDo;
    }

    /** All partitions of {@code lines}. */
    List<Integer> partitions() {
        count = count == 0 ? counted() : count;
        return IntStream.range(0, count).boxed().toList();
    }

    private int counted() {
        var topic = Channels.LINES.topic(prefix);
        try (var consumer = consumer("read_uncommitted")) {
            var found = consumer.partitionsFor(topic);
            if (found == null || found.isEmpty()) {
                throw ControlFailed.topicMissing(client, topic);
            }
            return found.size();
        } catch (KafkaException why) {
            throw ControlFailed.unsent(client, why);
        }
    }

    /** Returns after the acknowledgements. */
    void send(List<ProducerRecord<String, byte[]>> records) {
        try (var producer = producer()) {
            for (var sent : records.stream().map(producer::send).toList()) {
                sent.get();
                isSent = true;
            }
        } catch (ExecutionException why) {
            throw ControlFailed.unsent(client, why.getCause());
        } catch (InterruptedException stopped) {
            throw new InterruptException(stopped);
        } catch (KafkaException why) {
            throw ControlFailed.unsent(client, why);
        }
    }

    private KafkaProducer<String, byte[]> producer() {
        var config = config();
        config.put("acks", "all");
        config.put("max.block.ms", ANSWER_MAX_MS);
        config.put("request.timeout.ms", ANSWER_MAX_MS - 1_000);
        config.put("delivery.timeout.ms", ANSWER_MAX_MS);
        try {
            return new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
        } catch (KafkaException why) {
            throw ControlFailed.invalid(client, why);
        }
    }

    /** High watermarks: those for {@code read_committed} end before open transactions. */
    Map<TopicPartition, Long> ends(List<TopicPartition> partitions) {
        try (var consumer = consumer("read_uncommitted")) {
            return consumer.endOffsets(partitions);
        } catch (KafkaException why) {
            throw unread(why);
        }
    }

    Map<TopicPartition, Long> beginnings(List<TopicPartition> partitions) {
        try (var consumer = consumer("read_committed")) {
            return consumer.beginningOffsets(partitions);
        } catch (KafkaException why) {
            throw unread(why);
        }
    }

    /** Reads the records of committed transactions from offsets on, until {@code isDone}, asked before each poll. */
    void follow(
            Map<TopicPartition, Long> starts,
            Predicate<? super KafkaConsumer<String, byte[]>> isDone,
            Consumer<ConsumerRecord<String, byte[]>> reader) {
        try (var consumer = consumer("read_committed")) {
            consumer.assign(starts.keySet());
            starts.forEach(consumer::seek);
            while (!isDone.test(consumer)) {
                consumer.poll(POLL).forEach(reader);
            }
        } catch (KafkaException why) {
            throw unread(why);
        }
    }

    private ControlFailed unread(KafkaException why) {
        return ControlFailed.unread(client, why, isSent, elseDo);
    }

    private KafkaConsumer<String, byte[]> consumer(String isolation) {
        var config = config();
        config.put("isolation.level", isolation);
        config.put("enable.auto.commit", false);
        config.put("allow.auto.create.topics", false);
        config.put("default.api.timeout.ms", ANSWER_MAX_MS);
        try {
            return new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
        } catch (KafkaException why) {
            throw ControlFailed.invalid(client, why);
        }
    }

    private Map<String, Object> config() {
        return new HashMap<>(client);
    }
}
