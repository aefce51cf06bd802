package footfall.bench;

import footfall.testkit.Defaults;
import footfall.testkit.Folders;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.wire.Channels;
import java.time.Duration;
import java.util.HashMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * How long a start takes longer when the state of 100,000 open turns is gone from disk, against reading its
 * changelog with a plain consumer.
 */
final class RestoreBench {
    private static final int OPEN = 100_000;
    private static final String APP = "restore";
    private static final String CHANGELOG = APP + "-assembler-changelog";

    private RestoreBench() {}

    public static void main(String[] arguments) throws Exception {
        try (var broker = BenchBroker.start()) {
            open(broker);
            var state = broker.folder().resolve(APP);
            var settings = new StreamSettings(APP, state, 2, StreamSettings.MEMORY_BYTES, broker.client());
            try (var streaming = Streaming.start(Defaults.TOPOLOGY, settings)) {
                StreamBench.rate(
                        broker,
                        APP,
                        2L * OPEN,
                        () -> streaming.failure().toCompletableFuture().getNow(null));
            }
            double warm = start(settings);
            Folders.delete(state);
            double cold = start(settings);
            double read = read(broker);
            System.out.printf(
                    "%,d open turns: start %.2f s with their state, %.2f s without it; reading the changelog"
                            + " %.2f s; ratio %.2f (goal 3)%n",
                    OPEN, warm, cold, read, (cold - warm) / read);
        }
        System.exit(0);
    }

    private static void open(BenchBroker broker) {
        var config = new HashMap<String, Object>(broker.client());
        config.put("linger.ms", 10);
        var topic = Channels.LINES.topic(Channels.PREFIX);
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            for (int turn = 0; turn < OPEN; turn++) {
                var sample = new SampleSession("session-" + turn);
                for (var line : new Load.Sent[] {sample.prompt(), sample.call()}) {
                    producer.send(new ProducerRecord<>(topic, null, line.session(), line.value(), line.headers()));
                }
            }
        }
    }

    private static double start(StreamSettings settings) {
        long began = System.nanoTime();
        try (var streaming = Streaming.start(Defaults.TOPOLOGY, settings)) {
            while (!streaming.isRunning()) {
                Thread.onSpinWait();
            }
            return (System.nanoTime() - began) / 1e9;
        }
    }

    private static double read(BenchBroker broker) {
        var config = new HashMap<String, Object>(broker.client());
        config.put("isolation.level", "read_committed");
        long began = System.nanoTime();
        try (var consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partitions = IntStream.range(0, BenchBroker.PARTITIONS)
                    .mapToObj(at -> new TopicPartition(CHANGELOG, at))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100));
            }
        }
        return (System.nanoTime() - began) / 1e9;
    }
}
