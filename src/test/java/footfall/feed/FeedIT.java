package footfall.feed;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.alert.Alert;
import footfall.line.SessionId;
import footfall.serve.EventStream;
import footfall.serve.HttpServer;
import footfall.serve.ServeSettings;
import footfall.testkit.Cluster;
import footfall.testkit.Story;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.wire.Channels;
import footfall.wire.Json;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * A client that reconnects at random, each time to the other one of two servers, gets every committed record once and
 * in the order of its partition; one that was away for longer than the retention is told so.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FeedIT {
    private static final int PARTITIONS = 3;
    private static final int TRANSACTIONS = 120;
    private static final String PREFIX = "feed.";

    @TempDir
    Path folder;

    /** One server with a feed of its own, as an instance has. */
    private record Instance(HttpServer server, KafkaFeed feed) implements AutoCloseable {
        static Instance start(Cluster cluster) {
            var feed = new KafkaFeed(cluster.client(), PREFIX, Clock.systemUTC());
            var stream = new EventStream(10);
            stream.feed(feed);
            var settings = new ServeSettings(
                    ServeSettings.Use.ON,
                    ServeSettings.LOOPBACK,
                    ServeSettings.ANY_PORT,
                    List.of(),
                    ServeSettings.TokenFiles.NONE,
                    ServeSettings.TlsFiles.NONE);
            return new Instance(HttpServer.start(settings, List.of(stream.route())), feed);
        }

        @Override
        public void close() {
            feed.close();
            server.close();
        }
    }

    /** Reads events, and keeps the last ID. */
    private static final class Client {
        private final HttpClient http = HttpClient.newHttpClient();
        private final Map<String, List<String>> received = new TreeMap<>();
        private final List<String> types = new ArrayList<>();
        private String lastId;
        private int count;

        /** A first client, by which the instance begins to read. Returns when it does. */
        static void start(Instance instance) throws Exception {
            var first = new Client();
            first.read(instance, 1);
            assertThat(first.lastId).isNotNull();
        }

        /** Reads so many events, and comes again when it is ended; the first time, the first ID counts as one. */
        void read(Instance instance, int events) throws Exception {
            for (int until = count + events; count < until; ) {
                readUntil(instance, until);
            }
        }

        private void readUntil(Instance instance, int until) throws Exception {
            var request = HttpRequest.newBuilder(URI.create(instance.server.url() + EventStream.PATH));
            if (lastId != null) {
                request.header("Last-Event-ID", lastId);
            }
            var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            assertThat(answer.statusCode()).isEqualTo(200);
            try (var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
                for (var line = lines.readLine(); line != null && count < until; line = lines.readLine()) {
                    take(line);
                }
            }
        }

        private void take(String line) throws Exception {
            if (line.startsWith("id: ")) {
                count += lastId == null ? 1 : 0;
                lastId = line.substring(4);
            } else if (line.startsWith("event: ")) {
                types.add(line.substring(7));
            } else if (line.startsWith("data: ") && !types.get(types.size() - 1).equals("dropped")) {
                count++;
                var data = new ObjectMapper().readTree(line.substring(6));
                for (var name : List.of("alert_id", "trail", "id")) {
                    if (data.has(name)) {
                        var key = data.get(name).asText();
                        received.computeIfAbsent(key.split(":")[0], none -> new ArrayList<>())
                                .add(key);
                    }
                }
            }
        }
    }

    /** Writes transactions to all topics, of which some are aborted. Keys begin with the place of the record. */
    private static final class Writer implements AutoCloseable {
        private final KafkaProducer<String, byte[]> producer;
        private final Random random = new Random(7);
        private final Map<String, List<String>> committed = new TreeMap<>();
        private int written;
        private volatile int count;

        Writer(Cluster cluster) {
            var config = new HashMap<String, Object>(cluster.client());
            config.put("transactional.id", "writer");
            producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
            producer.initTransactions();
        }

        void transactions(int number) {
            for (int i = 0; i < number; i++) {
                producer.beginTransaction();
                var places = new TreeMap<String, List<String>>();
                for (int records = random.nextInt(20); records >= 0; records--) {
                    write(places);
                }
                if (random.nextInt(4) == 0) {
                    producer.abortTransaction();
                } else {
                    producer.commitTransaction();
                    places.forEach((place, keys) -> committed
                            .computeIfAbsent(place, none -> new ArrayList<>())
                            .addAll(keys));
                    count += places.values().stream().mapToInt(List::size).sum();
                }
            }
        }

        private void write(Map<String, List<String>> places) {
            var source = Source.values()[random.nextInt(Source.values().length)];
            int partition = random.nextInt(PARTITIONS);
            var place = source.channel.name() + partition;
            var key = place + ":" + written++;
            places.computeIfAbsent(place, none -> new ArrayList<>()).add(key);
            var value = source == Source.ALERTS ? Json.bytes(alert(key)) : null;
            producer.send(new ProducerRecord<>(source.channel.topic(PREFIX), partition, key, value));
        }

        private static Alert alert(String id) {
            return new Alert(
                    id,
                    Alert.Kind.LENGTH,
                    1,
                    Alert.State.RAISED,
                    6,
                    5,
                    "s1:0",
                    new SessionId("s1"),
                    "Read{2+}",
                    new Turn.Product(null, null),
                    new Origin(null, null, null),
                    null,
                    Instant.EPOCH);
        }

        @Override
        public void close() {
            producer.close();
        }
    }

    @Test
    void anInstanceThatEndsWhileAClientReadsLogsNoError() throws Exception {
        var said = new ListAppender<ILoggingEvent>();
        var log = (Logger) LoggerFactory.getLogger("org.apache.kafka.clients.consumer");
        said.start();
        log.addAppender(said);
        var level = log.getLevel();
        log.setLevel(Level.WARN);
        try (var cluster = Cluster.start(folder)) {
            cluster.footfall("feed", PARTITIONS, Story.RULES);
            try (var one = Instance.start(cluster)) {
                Client.start(one);
            }
        } finally {
            log.detachAppender(said);
            log.setLevel(level);
        }
        assertThat(said.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .extracting(ILoggingEvent::getFormattedMessage)
                .isEmpty();
    }

    @Test
    void aClientThatReconnectsToOtherInstancesGetsEveryRecordOnce() throws Exception {
        try (var cluster = Cluster.start(folder)) {
            cluster.footfall("feed", PARTITIONS, Story.RULES);
            try (var one = Instance.start(cluster);
                    var other = Instance.start(cluster);
                    var writer = new Writer(cluster)) {
                var client = new Client();
                client.lastId = "t0.0.0-a0.0.0-d0.0.0-o0.0.0";
                writer.transactions(TRANSACTIONS / 6);
                Client.start(one);
                writer.transactions(TRANSACTIONS / 6);
                Client.start(other);
                var writing = CompletableFuture.runAsync(() -> writer.transactions(2 * TRANSACTIONS / 3));
                var random = new Random(3);
                for (int i = 0; i < 20; i++) {
                    client.read(i % 2 == 0 ? one : other, Math.min(writer.count - client.count, random.nextInt(40)));
                }
                writing.join();
                client.read(one, writer.count - client.count);
                assertThat(client.received).isEqualTo(writer.committed);
                afterRetention(cluster, writer, client);
            }
        }
    }

    private static void afterRetention(Cluster cluster, Writer writer, Client client) throws Exception {
        writer.committed.clear();
        client.received.clear();
        client.types.clear();
        int before = writer.count;
        writer.transactions(20);
        try (var admin = Admin.create(Map.copyOf(cluster.client()));
                var late = Instance.start(cluster)) {
            var gone = new HashMap<TopicPartition, RecordsToDelete>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                gone.put(new TopicPartition(Channels.OPEN.topic(PREFIX), partition), RecordsToDelete.beforeOffset(-1));
            }
            admin.deleteRecords(gone).all().get();
            writer.committed.keySet().removeIf(place -> place.startsWith("open"));
            int left = writer.committed.values().stream().mapToInt(List::size).sum();
            assertThat(left).isLessThan(writer.count - before);
            client.read(late, 1 + left);
            assertThat(client.types.get(0)).isEqualTo("reset");
            assertThat(client.received).isEqualTo(writer.committed);
        }
    }
}
