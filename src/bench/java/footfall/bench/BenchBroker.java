package footfall.bench;

import footfall.broker.BrokerSettings;
import footfall.broker.EmbeddedBroker;
import footfall.broker.TopicSpec;
import footfall.broker.Topics;
import footfall.run.ClusterTopics.TopicSpecs;
import footfall.testkit.Folders;
import footfall.wire.Channel;
import footfall.wire.Channels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A broker in a folder of its own for one bench, with footfall's topics; gone afterwards. */
public final class BenchBroker implements AutoCloseable {
    static final int PARTITIONS = 4;

    private final Path folder;
    private final EmbeddedBroker broker;

    private BenchBroker(Path folder, EmbeddedBroker broker) {
        this.folder = folder;
        this.broker = broker;
    }

    public static BenchBroker start() throws IOException {
        var folder = Files.createTempDirectory("footfall-bench");
        var started = new BenchBroker(folder, EmbeddedBroker.start(BrokerSettings.in(folder.resolve("broker"))));
        createTopics(started.broker);
        return started;
    }

    /** Footfall's, on any broker. */
    static void createTopics(EmbeddedBroker broker) {
        create(broker, TopicSpecs.of(Channels.PREFIX, PARTITIONS));
    }

    void create(List<TopicSpec> specs) {
        create(broker, specs);
    }

    private static void create(EmbeddedBroker broker, List<TopicSpec> specs) {
        try (var topics = Topics.of(broker.client(), Duration.ofSeconds(30))) {
            topics.create(specs);
        }
    }

    public Path folder() {
        return folder;
    }

    public Map<String, String> client() {
        return broker.client();
    }

    /**
     * Sends {@code copies} tellings of a load to the topic {@code lines}; returns how many records that were.
     */
    long send(Load load, int from, int to) {
        var failure = new AtomicReference<Exception>();
        long sent = 0;
        try (var producer = producer()) {
            for (int copy = from; copy < to; copy++) {
                for (var line : load.copy(copy)) {
                    var topic = Channels.LINES.topic(Channels.PREFIX);
                    producer.send(
                            new ProducerRecord<>(topic, null, line.session(), line.value(), line.headers()),
                            (metadata, error) -> failure.compareAndSet(null, error));
                    sent++;
                }
            }
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a record was not taken", failure.get());
        }
        return sent;
    }

    /** Batches and compresses as the shipper does. */
    KafkaProducer<String, byte[]> producer() {
        var config = new HashMap<String, Object>(client());
        config.put("linger.ms", 10);
        config.put("batch.size", 256 << 10);
        config.put("compression.type", "zstd");
        return new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
    }

    /** Bytes of a topic's log on disk. */
    long bytesOf(String topic) throws IOException {
        try (var paths = Files.walk(folder)) {
            long bytes = 0;
            for (var path :
                    paths.filter(path -> path.toString().endsWith(".log")).toList()) {
                bytes += path.getParent().getFileName().toString().startsWith(topic + "-") ? Files.size(path) : 0;
            }
            return bytes;
        }
    }

    /** Lets go of all records of a channel. */
    void empty(Channel<?, ?> channel) throws Exception {
        try (var admin = Admin.create(new HashMap<String, Object>(client()))) {
            var all = new HashMap<TopicPartition, RecordsToDelete>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                var at = new TopicPartition(channel.topic(Channels.PREFIX), partition);
                all.put(at, RecordsToDelete.beforeOffset(-1));
            }
            admin.deleteRecords(all).all().get();
        }
    }

    /** Records ever written to a topic; a transaction's markers count. */
    long records(String topic) {
        var config = new HashMap<String, Object>(client());
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            var partitions = consumer.partitionsFor(topic).stream()
                    .map(at -> new TopicPartition(topic, at.partition()))
                    .toList();
            return consumer.endOffsets(partitions).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    @Override
    public void close() throws IOException {
        broker.close();
        Folders.delete(folder);
    }
}
