package footfall.feed;

import footfall.desire.AppliedRemedy;
import footfall.shipper.KnownShippers;
import footfall.shipper.ListedShipper;
import footfall.shipper.ShipperState;
import footfall.view.Shippers;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Denied;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * The shippers of a cluster, and the remedies that they report, from all partitions of the topics {@code shippers} and
 * {@code remedies}. Each question first reads what was written since the one before, so a process that is not asked
 * reads nothing.
 */
public final class KafkaShippers implements Shippers, AutoCloseable {
    private static final int REMEDIES_MAX = 10_000;

    private KnownShippers known;
    /** By ID; the one that was heard of first is forgotten first. */
    private Map<String, AppliedRemedy> applied;

    private final Known<ShipperState> states;
    private final Known<AppliedRemedy> remedies;

    /** {@code client}: Kafka client properties. */
    public KafkaShippers(Map<String, String> client, String prefix) {
        states = new Known<>(Channels.SHIPPERS, client, prefix) {
            @Override
            void begin() {
                known = new KnownShippers();
            }

            @Override
            void heard(String key, ShipperState report, Instant at) {
                known.heard(key, report, at);
            }

            @Override
            void forgotten(String key) {
                known.forgotten(key);
            }
        };
        remedies = new Known<>(Channels.REMEDIES, client, prefix) {
            @Override
            void begin() {
                applied = new LinkedHashMap<>();
            }

            @Override
            void heard(String key, AppliedRemedy remedy, Instant at) {
                if (!key.equals(remedy.id())) {
                    return; // Nobody could delete it by its ID.
                }
                applied.remove(key);
                applied.put(key, remedy);
                if (applied.size() > REMEDIES_MAX) {
                    applied.remove(applied.keySet().iterator().next());
                }
            }

            @Override
            void forgotten(String key) {
                applied.remove(key);
            }
        };
    }

    @Override
    public List<ListedShipper> list(Instant now) {
        return states.read(() -> known.list(now));
    }

    @Override
    public List<AppliedRemedy> remedies() {
        return remedies.read(() -> applied.values().stream()
                .sorted(Comparator.comparing(AppliedRemedy::at).reversed())
                .toList());
    }

    @Override
    public void close() {
        states.close();
        remedies.close();
    }

    /** What the last records of a compacted topic say. */
    private abstract static class Known<V> implements AutoCloseable {
        private static final Duration POLL = Duration.ofMillis(200);
        private static final int EMPTY_POLLS_MAX = 20;
        private static final int ANSWER_MAX_MS = 5_000;
        private static final Duration CLOSE_MAX = Duration.ofMillis(200);

        private final Channel<String, V> channel;
        private final Map<String, String> client;
        private final String topic;
        private volatile Consumer<String, byte[]> consumer;
        private List<TopicPartition> partitions = List.of();
        private volatile boolean isClosed;

        Known(Channel<String, V> channel, Map<String, String> client, String prefix) {
            this.channel = channel;
            this.client = Map.copyOf(client);
            this.topic = channel.topic(prefix);
        }

        /** Nothing is known any more. */
        abstract void begin();

        abstract void heard(String key, V value, Instant at);

        abstract void forgotten(String key);

        /** The answer after all that was written until now. */
        final synchronized <T> T read(Supplier<T> answer) {
            try {
                if (isClosed) {
                    throw new TimeoutException("the processor is stopping");
                }
                read();
                return answer.get();
            } catch (AuthorizationException denied) {
                drop();
                throw new Shippers.ShippersUnknown(Denied.toReader(denied), denied);
            } catch (KafkaException why) {
                drop();
                throw new Shippers.ShippersUnknown("Kafka did not answer; try again later", why);
            }
        }

        private void read() {
            if (consumer == null) {
                open();
            }
            var ends = consumer.endOffsets(partitions);
            if (partitions.stream().anyMatch(one -> consumer.position(one) > ends.get(one))) {
                drop(); // The topic was created again.
                open();
            }
            for (int empty = 0; isBehind(ends); ) {
                var records = consumer.poll(POLL);
                records.forEach(this::apply);
                empty = records.isEmpty() ? empty + 1 : 0;
                if (empty > EMPTY_POLLS_MAX) {
                    throw new TimeoutException("records of " + topic + " are missing");
                }
            }
        }

        private boolean isBehind(Map<TopicPartition, Long> ends) {
            return ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue());
        }

        private void apply(ConsumerRecord<String, byte[]> record) {
            if (record.key() == null) {
                return;
            } else if (record.value() == null) {
                forgotten(record.key());
                return;
            }
            try {
                var value = channel.value().deserializer().deserialize(topic, record.value());
                if (value != null) { // The JSON null.
                    heard(record.key(), value, Instant.ofEpochMilli(record.timestamp()));
                }
            } catch (SerializationException unreadable) {
                // Anyone who may write lines may write here; the others are still listed.
            }
        }

        private void open() {
            begin();
            consumer = new KafkaConsumer<>(config(), new StringDeserializer(), new ByteArrayDeserializer());
            var found = consumer.partitionsFor(topic);
            if (found == null || found.isEmpty()) {
                drop();
                throw Shippers.ShippersUnknown.withoutTopic(topic);
            }
            partitions = found.stream()
                    .map(one -> new TopicPartition(topic, one.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
        }

        private Map<String, Object> config() {
            var config = new HashMap<String, Object>(client);
            config.remove("group.instance.id"); // Of the instance of Kafka Streams.
            config.put("enable.auto.commit", false);
            config.put("allow.auto.create.topics", false);
            config.put("auto.offset.reset", "earliest");
            config.put("default.api.timeout.ms", ANSWER_MAX_MS);
            return config;
        }

        private void drop() {
            var dropped = consumer;
            consumer = null; // First: a close that is interrupted throws, and the consumer is closed all the same.
            if (dropped != null) {
                dropped.close(CloseOptions.timeout(CLOSE_MAX));
            }
        }

        private void wakeUp() {
            var reading = consumer;
            if (reading != null) {
                reading.wakeup();
            }
        }

        @Override
        public final void close() {
            isClosed = true;
            wakeUp();
            synchronized (this) {
                drop();
            }
        }
    }
}
