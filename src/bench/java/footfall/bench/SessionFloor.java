package footfall.bench;

import footfall.broker.TopicSpec;
import footfall.wire.Channels;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The limit of {@link SessionsBench}: a topology that writes for each session of three lines as many records as
 * footfall does, of the same sizes, and computes nothing. Its lines come from a bare producer, and the broker is in the
 * same process. A topology that stores as much cannot cost less.
 */
final class SessionFloor {
    private static final String APP = "floor";
    private static final String DELTAS = "floor.deltas";
    private static final long WAIT_MAX_NANOS = 600_000_000_000L;

    /** The bytes of the values of a session's rows, as counted in the changelogs of {@code up --once}. */
    private static final int[] OF_SESSION = {0, 243, 107, 137, 114, 27, 34, 3};

    private static final int[] OF_DELTA = {9, 2, 98};
    private static final int[] OF_USAGE = {26};
    private static final int[] OF_RECORD = {880, 8};
    /** A delta of usage, and two others. */
    private static final List<String> DELTA_KINDS = List.of("u:", "p:", "t:");

    private SessionFloor() {}

    /** @param arguments the number of sessions */
    public static void main(String[] arguments) throws Exception {
        int sessions = Integer.parseInt(arguments[0]);
        try (var broker = BenchBroker.start()) {
            broker.create(List.of(new TopicSpec(DELTAS, BenchBroker.PARTITIONS, Map.of())));
            send(broker, sessions);
            var config = StreamBench.config(broker, APP, 1);
            config.put("commit.interval.ms", 1_000);
            config.put("statestore.cache.max.bytes", 0);
            config.put("producer.compression.type", "lz4");
            config.put("producer.batch.size", 64 << 10);
            try (var streams = new KafkaStreams(topology(), config)) {
                streams.start();
                await(broker, (3L + DELTA_KINDS.size() + 2) * sessions);
            }
        }
        System.exit(0);
    }

    private static void send(BenchBroker broker, int sessions) {
        var topic = Channels.LINES.topic(Channels.PREFIX);
        try (var producer = broker.producer()) {
            for (int number = 0; number < sessions; number++) {
                var session = String.format("%08x-0000-4000-8000-%012x", number * 0x9E3779B1, number);
                for (int line = 0; line < 3; line++) {
                    producer.send(new ProducerRecord<>(topic, session, bytes(200)));
                }
            }
        }
    }

    private static byte[] bytes(int length) {
        var bytes = new byte[length];
        Arrays.fill(bytes, (byte) 'x');
        return bytes;
    }

    private static Topology topology() {
        var strings = new StringDeserializer();
        var bytes = new ByteArrayDeserializer();
        var topology = new Topology()
                .addSource("lines", strings, bytes, Channels.LINES.topic(Channels.PREFIX))
                .addProcessor("assemble", new Writer("rows", SessionFloor::session), "lines")
                .addSource("deltas", strings, bytes, DELTAS)
                .addProcessor("tally", new Writer("tallies", SessionFloor::delta), "deltas")
                .addSource("records", strings, bytes, turns(), sessions())
                .addProcessor("log", new Writer("log", (writer, record) -> writer.put(record, OF_RECORD)), "records");
        for (var topic : List.of(DELTAS, turns(), sessions(), invocations())) {
            topology.addSink(topic, topic, new StringSerializer(), new ByteArraySerializer(), "assemble");
        }
        return topology;
    }

    private static String turns() {
        return Channels.TURNS.topic(Channels.PREFIX);
    }

    private static String sessions() {
        return Channels.SESSIONS.topic(Channels.PREFIX);
    }

    private static String invocations() {
        return Channels.INVOCATIONS.topic(Channels.PREFIX);
    }

    /** Everything at the third line. */
    private static void session(Writing writer, Record<String, byte[]> line) {
        if (!writer.isThird(line.key())) {
            return;
        }
        writer.put(line, OF_SESSION);
        DELTA_KINDS.forEach(kind -> writer.send(line.withKey(kind + line.key()).withValue(bytes(90)), DELTAS));
        writer.send(line.withValue(bytes(1_144)), turns());
        writer.send(line.withValue(bytes(624)), sessions());
        writer.send(line.withValue(bytes(400)), invocations());
    }

    private static void delta(Writing writer, Record<String, byte[]> delta) {
        writer.put(delta, delta.key().startsWith("u:") ? OF_USAGE : OF_DELTA);
    }

    /** What a processor does with a record. */
    private interface Work {
        void of(Writing writer, Record<String, byte[]> record);
    }

    private record Writer(String store, Work work) implements ProcessorSupplier<String, byte[], String, byte[]> {
        @Override
        public Processor<String, byte[], String, byte[]> get() {
            return new Writing(store, work);
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(Stores.keyValueStoreBuilder(
                            Stores.persistentKeyValueStore(store), Serdes.String(), Serdes.ByteArray())
                    .withLoggingEnabled(Map.of()));
        }
    }

    private static final class Writing extends ContextualProcessor<String, byte[], String, byte[]> {
        private final String name;
        private final Work work;
        private final Map<String, Integer> seen = new HashMap<>();

        Writing(String name, Work work) {
            this.name = name;
            this.work = work;
        }

        @Override
        public void process(Record<String, byte[]> record) {
            work.of(this, record);
        }

        boolean isThird(String key) {
            return seen.merge(key, 1, Integer::sum) == 3;
        }

        void put(Record<String, byte[]> record, int[] values) {
            KeyValueStore<String, byte[]> store = context().getStateStore(name);
            for (int row = 0; row < values.length; row++) {
                store.put(row + record.key(), bytes(values[row]));
            }
        }

        void send(Record<String, byte[]> record, String topic) {
            context().forward(record, topic);
        }
    }

    private static void await(BenchBroker broker, long records) throws Exception {
        long end = System.nanoTime() + WAIT_MAX_NANOS;
        try (var admin = Admin.create(new HashMap<String, Object>(broker.client()))) {
            while (read(admin) < records) {
                if (System.nanoTime() > end) {
                    throw new IllegalStateException("the topology did not read everything");
                }
                Thread.sleep(100);
            }
        }
    }

    /** Transaction markers of its own topics count, too, so the sum may be reached a commit early. */
    private static long read(Admin admin) throws Exception {
        return admin.listConsumerGroupOffsets(APP).partitionsToOffsetAndMetadata().get().values().stream()
                .filter(Objects::nonNull)
                .mapToLong(OffsetAndMetadata::offset)
                .sum();
    }
}
