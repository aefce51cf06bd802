package footfall.bench;

import footfall.ask.GatheredShards;
import footfall.ask.Peers;
import footfall.serve.Api;
import footfall.serve.ApiSource;
import footfall.serve.Health;
import footfall.serve.HttpServer;
import footfall.serve.ServeSettings;
import footfall.testkit.Defaults;
import footfall.testkit.Turns;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.view.Aliases;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.wire.Channels;
import footfall.wire.Json;
import footfall.wire.Partitions;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * What a page of turns takes among few and many stored turns, and while 10,000 connections are kept open; and what
 * these do to the time from a line to its turn. {@link HistoryBench} measures a page while history is read.
 */
final class ServeBench implements AutoCloseable {
    private static final int SESSIONS = 100;
    private static final int IN_RANGE = 2_000;
    private static final int ALL = 200_000;
    private static final int REQUESTS = 300;
    private static final int SAMPLES = 100;
    private static final int CONNECTIONS = 10_000;
    /** Within the rate that a client is allowed. */
    private static final int PACE_MS = 25;

    private final Instant begin = Instant.now().minus(Duration.ofDays(30));
    private final Random random = new Random(1);
    private final BenchBroker broker;
    private final Streaming streaming;
    private final HttpServer server;
    private final KafkaProducer<String, byte[]> producer;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private ServeBench(BenchBroker broker) {
        this.broker = broker;
        var state = broker.folder().resolve("streams");
        var settings = new StreamSettings("serve", state, 1, StreamSettings.MEMORY_BYTES, broker.client());
        streaming = Streaming.start(Defaults.TOPOLOGY, settings);
        Peers peers = (instance, share, within) -> {
            throw new IllegalStateException("there is one instance");
        };
        var shards = new GatheredShards(streaming.instances(), peers, Duration.ofSeconds(2), System::nanoTime);
        var rules = new AnswerRules(Defaults.TOPOLOGY.tallies().desireRules(), new Aliases(Map.of()), ALL);
        var source = new ApiSource(new MergedAnswers(shards, rules), streaming::state);
        server = HttpServer.start(
                new ServeSettings(
                        ServeSettings.Use.ON,
                        ServeSettings.LOOPBACK,
                        ServeSettings.ANY_PORT,
                        List.of(),
                        ServeSettings.TokenFiles.NONE,
                        ServeSettings.TlsFiles.NONE),
                Stream.concat(
                                new Health().routes().stream(),
                                new Api(() -> Optional.of(source), Clock.systemUTC()).routes().stream())
                        .toList());
        var config = new HashMap<String, Object>(broker.client());
        config.put("linger.ms", 0);
        producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
    }

    public static void main(String[] arguments) throws Exception {
        try (var broker = BenchBroker.start();
                var bench = new ServeBench(broker)) {
            bench.pages();
            bench.attack();
        }
        System.exit(0);
    }

    /** The same page, first alone and then among many turns of other days. */
    private void pages() throws Exception {
        store(0, IN_RANGE, begin);
        var page = "?limit=50&since=" + begin + "&until=" + begin.plus(Duration.ofDays(1));
        requests(page);
        var few = requests(page);
        store(IN_RANGE, ALL / 2, begin.minus(Duration.ofDays(20)));
        store(ALL / 2, ALL, begin.plus(Duration.ofDays(10)));
        requests(page);
        var many = requests(page);
        System.out.printf(
                "page of 50 turns: p50 %.1f ms among %,d turns, %.1f ms among %,d; ratio %.2f (goal 1.5)%n",
                Percentile.of(few, 50),
                IN_RANGE,
                Percentile.of(many, 50),
                ALL,
                Percentile.of(many, 50) / Percentile.of(few, 50));
        paired();
    }

    /** Writes turns to their topic, one a second, and waits until the last of each session can be read. */
    private void store(int from, int to, Instant start) throws Exception {
        var topic = Channels.TURNS.topic(Channels.PREFIX);
        for (int i = from; i < to; i++) {
            var session = "stored-" + i % SESSIONS;
            var turn = Turns.of(session, i, start.plusSeconds(i - from), "Read", "Grep", "Edit", "Bash");
            int partition = Partitions.ofSession(session, BenchBroker.PARTITIONS);
            producer.send(new ProducerRecord<>(topic, partition, turn.id().turnId(), Json.bytes(turn)));
        }
        producer.flush();
        for (int i = to - SESSIONS; i < to; i++) {
            while (get("/api/v1/turns/stored-" + i % SESSIONS + ":" + i) != 200) {
                Thread.sleep(500);
            }
            Thread.sleep(PACE_MS);
        }
    }

    /** Pages, and between them answers that read nothing: what both wait for is the machine or the process. */
    private void paired() throws Exception {
        var pages = new ArrayList<Double>();
        var nothing = new ArrayList<Double>();
        for (int i = 0; i < REQUESTS; i++) {
            pages.add(milliseconds("/api/v1/turns?limit=50"));
            Thread.sleep(PACE_MS);
            nothing.add(milliseconds("/health/live"));
            Thread.sleep(PACE_MS);
        }
        System.out.printf(
                "turns?limit=50 at rest: p50 %.1f ms, p99 %.1f ms; /health/live p50 %.1f ms, p99 %.1f ms;"
                        + " ratio of p50 %.1f, of p99 %.1f%n",
                Percentile.of(pages, 50),
                Percentile.of(pages, 99),
                Percentile.of(nothing, 50),
                Percentile.of(nothing, 99),
                Percentile.of(pages, 50) / Percentile.of(nothing, 50),
                Percentile.of(pages, 99) / Percentile.of(nothing, 99));
    }

    private void attack() throws Exception {
        var address =
                new InetSocketAddress("127.0.0.1", URI.create(server.url()).getPort());
        try (var turns = new CommittedRecords(broker.client(), Channels.TURNS.topic(Channels.PREFIX))) {
            latencies("warm", turns);
            var quiet = latencies("quiet", turns);
            var page = requests("?limit=50");
            try (var flood = new Flood(address, CONNECTIONS)) {
                var attacked = latencies("attacked", turns);
                var attackedPage = requests("?limit=50");
                System.out.printf("connections of the attack at its end: %,d of %,d%n", flood.connected(), CONNECTIONS);
                printed("line to turn", quiet, attacked);
                printed("turns?limit=50 on an open connection", page, attackedPage);
            }
        }
    }

    private static void printed(String what, List<Double> quiet, List<Double> attacked) {
        System.out.printf(
                "%s: p50 %.1f ms, p99 %.1f ms; attacked p50 %.1f ms, p99 %.1f ms; ratio %.2f and %.2f%n",
                what,
                Percentile.of(quiet, 50),
                Percentile.of(quiet, 99),
                Percentile.of(attacked, 50),
                Percentile.of(attacked, 99),
                Percentile.of(attacked, 50) / Percentile.of(quiet, 50),
                Percentile.of(attacked, 99) / Percentile.of(quiet, 99));
    }

    /** From sending the line that closes a turn until the turn can be read, committed. */
    private List<Double> latencies(String name, CommittedRecords turns) throws Exception {
        var samples = new ArrayList<Double>();
        for (int i = 0; i < SAMPLES; i++) {
            var sample = new SampleSession(name + "-" + i);
            for (var line : List.of(sample.prompt(), sample.call(), sample.result())) {
                send(line);
            }
            // Neither right behind a commit nor always as long after one.
            Thread.sleep(60 + random.nextInt(50));
            long began = System.nanoTime();
            send(sample.prompt());
            turns.await(sample.session() + ":0");
            samples.add((System.nanoTime() - began) / 1e6);
        }
        return samples;
    }

    private void send(Load.Sent line) {
        var topic = Channels.LINES.topic(Channels.PREFIX);
        producer.send(new ProducerRecord<>(topic, null, line.session(), line.value(), line.headers()));
    }

    private List<Double> requests(String query) throws Exception {
        var samples = new ArrayList<Double>();
        for (int i = 0; i < REQUESTS; i++) {
            samples.add(milliseconds("/api/v1/turns" + query));
            Thread.sleep(PACE_MS);
        }
        return samples;
    }

    private double milliseconds(String path) throws Exception {
        long began = System.nanoTime();
        if (get(path) != 200) {
            throw new IllegalStateException(path + " was refused");
        }
        return (System.nanoTime() - began) / 1e6;
    }

    private int get(String path) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(server.url() + path)).build();
        return client.send(request, HttpResponse.BodyHandlers.ofByteArray()).statusCode();
    }

    @Override
    public void close() {
        producer.close();
        server.close();
        streaming.close();
    }
}
