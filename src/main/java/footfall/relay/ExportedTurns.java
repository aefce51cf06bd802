package footfall.relay;

import footfall.turn.Turn;
import footfall.wire.Channels;
import footfall.wire.Exported;
import footfall.wire.Partitions;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * The topic {@code exported}: which turns relays of a group have exported. It has as many partitions as {@code turns},
 * and the same partitioner, so an instance reads only those of its own turns.
 */
final class ExportedTurns implements ClosedTurns.History, AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Map<String, Object> client;
    private final String group;
    private final String topic;
    private final int partitions;
    private final TopicWriter<Exported> writer;

    ExportedTurns(RelayOptions options, int partitions) {
        this.client = Map.copyOf(options.client());
        this.group = options.group();
        this.topic = Channels.EXPORTED.topic(options.prefix());
        this.partitions = partitions;
        this.writer = new TopicWriter<>(
                client,
                topic,
                Channels.EXPORTED.value().serializer(),
                "some turns will be exported again after the next start, with the same IDs");
    }

    /** Reads up to the present end. */
    @Override
    public Set<String> read(TopicPartition ofTurns) {
        var partition = new TopicPartition(topic, ofTurns.partition());
        var end = Exported.key(group, "");
        var turns = new HashSet<String>();
        try (var consumer = new KafkaConsumer<>(client, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long next = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < next) {
                for (var record : consumer.poll(POLL)) {
                    if (record.key() != null && record.key().endsWith(end)) {
                        var turn = record.key().substring(0, record.key().length() - end.length());
                        if (record.value() == null) {
                            turns.remove(turn);
                        } else {
                            turns.add(turn);
                        }
                    }
                }
            }
        }
        return turns;
    }

    void add(Turn turn) {
        var id = turn.id();
        var trace = HexFormat.of().formatHex(TurnSpans.TurnIds.trace(turn));
        var exported = new Exported(group, id.turnId(), turn.revision(), trace);
        int partition = Partitions.ofSession(id.sessionId().value(), partitions);
        writer.send(partition, Exported.key(group, id.turnId()), exported);
    }

    @Override
    public void withdraw(ConsumerRecord<String, byte[]> tombstone) {
        writer.send(tombstone.partition(), Exported.key(group, tombstone.key()), null);
    }

    void settle() {
        writer.settle();
    }

    @Override
    public void close() {
        writer.close();
    }
}
