package footfall.bench;

import static footfall.testkit.Transcripts.use;

import footfall.broker.Quorum;
import footfall.cli.Main;
import footfall.run.ClusterTopics.TopicSpecs;
import footfall.testkit.ChildJava;
import footfall.testkit.Folders;
import footfall.testkit.Shipment;
import footfall.testkit.Transcripts;
import footfall.wire.Channels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * How long turns are delayed while instances of {@code stream} come and go, and while a broker restarts, on one cluster
 * of three brokers: for each {@code group.protocol} in order, with topics and a group of its own. A session of one turn
 * is sent every 50 ms.
 */
final class GroupsBench {
    private static final int PARTITIONS = 6;
    private static final long EVERY_MS = 50;
    private static final long LATE_NS = TimeUnit.MILLISECONDS.toNanos(3_000);
    private static final long AT_LEAST_MS = 12_000;
    private static final long QUIET_MS = 4_000;
    private static final long AT_MOST_MS = 120_000;

    private GroupsBench() {}

    /** {@code arguments}: protocols with a comma between, standbys, and properties of the brokers. */
    public static void main(String[] arguments) throws Exception {
        var folder = Files.createTempDirectory("footfall-groups");
        var standbys = arguments[1];
        var brokers = Arrays.copyOfRange(arguments, 2, arguments.length);
        try (var quorum = Quorum.start(Files.createDirectories(folder.resolve("brokers")), brokers)) {
            var protocols = arguments[0].split(",");
            System.out.println("standbys " + standbys + ", brokers " + List.of(brokers)
                    + "; first record of a cold start; longest delay of a turn, in s:");
            for (int i = 0; i < protocols.length; i++) {
                var work = Files.createDirectories(folder.resolve("run-" + i));
                try (var run = new Run(quorum, work, "groups" + i + ".", protocols[i], standbys)) {
                    System.out.print(protocols[i] + ":");
                    run.measure();
                    System.out.println();
                }
            }
        } finally {
            Folders.delete(folder);
        }
        System.exit(0);
    }

    /** One group, and the sessions that it gets. */
    private static final class Run implements AutoCloseable {
        private final Quorum quorum;
        private final Path folder;
        private final String prefix;
        private final String protocol;
        private final Map<String, String> client;
        private final Path properties;
        private final Map<String, Process> instances = new HashMap<>();
        private final Map<String, Long> sentAt = new ConcurrentHashMap<>();
        private final Map<String, Long> arrivedAt = new ConcurrentHashMap<>();
        private final List<Thread> threads;
        private String missing = "";
        private volatile boolean isClosed;

        Run(Quorum quorum, Path folder, String prefix, String protocol, String standbys) throws IOException {
            this.quorum = quorum;
            this.folder = folder;
            this.prefix = prefix;
            this.protocol = protocol;
            this.client = quorum.client();
            this.properties = Files.writeString(
                    folder.resolve("client.properties"),
                    "bootstrap.servers=" + client.get("bootstrap.servers") + "\ngroup.protocol=" + protocol
                            + "\nnum.standby.replicas=" + standbys + "\n");
            Quorum.create(client, TopicSpecs.of(prefix, PARTITIONS));
            threads = List.of(new Thread(this::send, "sender"), new Thread(this::read, "reader"));
            threads.forEach(Thread::start);
        }

        void measure() throws Exception {
            long began = System.nanoTime();
            start("a");
            while (arrivedAt.isEmpty()) {
                pause(10);
            }
            print("cold " + seconds(System.nanoTime() - began));
            settled(System.nanoTime());
            print("second joins " + during(() -> start("b")));
            print("third joins " + during(() -> start("c")));
            print("drain " + during(() -> instances.remove("c").destroy()));
            print("kill " + during(() -> kill("b")) + missing);
            print("broker "
                    + during(() -> {
                        quorum.kill(0);
                        pause(1_000);
                        quorum.start(0);
                    }));
        }

        private static void print(String figure) {
            System.out.print(" " + figure + ";");
            System.out.flush();
        }

        /** Notes when the group has missed it, and when it has assigned all partitions to others. */
        private void kill(String name) throws Exception {
            long began = System.nanoTime();
            instances.remove(name).destroyForcibly();
            if (protocol.equals("streams")) {
                return;
            }
            try (var admin = Admin.create(Map.<String, Object>copyOf(client))) {
                while (isStable(admin)) {
                    pause(20);
                }
                missing = " (missed after " + seconds(System.nanoTime() - began);
                while (!isStable(admin)) {
                    pause(20);
                }
                missing += ", assigned after " + seconds(System.nanoTime() - began) + ")";
            }
        }

        private boolean isStable(Admin admin) throws Exception {
            var group = prefix.replaceFirst("\\.$", "");
            var described = admin.describeConsumerGroups(List.of(group)).all().get();
            return described.get(group).groupState() == GroupState.STABLE;
        }

        private interface Event {
            void run() throws Exception;
        }

        /** The longest delay of a session that was sent after the event. */
        private String during(Event event) throws Exception {
            long began = System.nanoTime();
            event.run();
            return settled(began);
        }

        private String settled(long began) throws Exception {
            long quiet = System.nanoTime();
            while (System.nanoTime() - began < TimeUnit.MILLISECONDS.toNanos(AT_LEAST_MS)
                    || System.nanoTime() - quiet < TimeUnit.MILLISECONDS.toNanos(QUIET_MS)) {
                pause(100);
                long now = System.nanoTime();
                if (sentAt.entrySet().stream()
                        .anyMatch(one -> !arrivedAt.containsKey(one.getKey()) && now - one.getValue() > LATE_NS)) {
                    quiet = now;
                }
                if (now - began > TimeUnit.MILLISECONDS.toNanos(AT_MOST_MS)) {
                    return longest(began) + " (not over after " + AT_MOST_MS / 1_000 + ")";
                }
                var ended = instances.entrySet().stream()
                        .filter(one -> !one.getValue().isAlive())
                        .findAny();
                if (ended.isPresent()) {
                    throw new IllegalStateException(ended.get().getKey() + " ended: "
                            + Files.readString(folder.resolve(ended.get().getKey() + ".log")));
                }
            }
            return longest(began);
        }

        /** Those that have not arrived count until now. */
        private String longest(long began) {
            long now = System.nanoTime();
            return seconds(sentAt.entrySet().stream()
                    .filter(one -> one.getValue() >= began)
                    .mapToLong(one -> arrivedAt.getOrDefault(one.getKey(), now) - one.getValue())
                    .max()
                    .orElse(0));
        }

        private static String seconds(long nanos) {
            return String.format("%.1f", nanos / 1e9);
        }

        private void start(String name) throws IOException {
            var command = ChildJava.command("-Xmx256m");
            command.addAll(List.of(
                    Main.class.getName(), "stream", "--no-view", "--config", properties.toString(), "--threads", "1"));
            command.addAll(List.of("--state", folder.resolve(name).toString(), "--set", "topic_prefix=" + prefix));
            command.addAll(List.of("--set", "serve=off"));
            var builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().put("HOME", folder.toString());
            instances.put(
                    name,
                    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(
                                    folder.resolve(name + ".log").toFile()))
                            .start());
        }

        private void send() {
            var config = new HashMap<String, Object>(client);
            config.put("delivery.timeout.ms", Integer.MAX_VALUE);
            try (var producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
                for (int i = 0; !isClosed; i++) {
                    var name = "session-" + i;
                    sentAt.put(name, System.nanoTime());
                    Shipment.of(Transcripts.session(name)
                                    .prompt(0, "go")
                                    .assistant(1, "m1", use("Read", "t1"))
                                    .duration(2, 10))
                            .records()
                            .forEach(line -> producer.send(new ProducerRecord<>(
                                    Channels.LINES.topic(prefix), null, line.session(), line.value(), line.headers())));
                    pause(EVERY_MS);
                }
            }
        }

        private void read() {
            var config = new HashMap<String, Object>(client);
            config.put("isolation.level", "read_committed");
            config.put("fetch.max.wait.ms", 50);
            var partitions = IntStream.range(0, PARTITIONS)
                    .mapToObj(one -> new TopicPartition(Channels.TURNS.topic(prefix), one))
                    .toList();
            try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
                consumer.assign(partitions);
                consumer.seekToBeginning(partitions);
                while (!isClosed) {
                    for (var record : consumer.poll(Duration.ofMillis(50))) {
                        arrivedAt.putIfAbsent(record.key().replaceFirst(":.*", ""), System.nanoTime());
                    }
                }
            }
        }

        private static void pause(long millis) {
            try {
                TimeUnit.MILLISECONDS.sleep(millis);
            } catch (InterruptedException closing) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            isClosed = true;
            threads.forEach(thread -> {
                while (thread.isAlive()) {
                    pause(EVERY_MS);
                }
            });
            instances.values().forEach(Process::destroyForcibly);
        }
    }
}
