package footfall.bench;

import com.sun.management.OperatingSystemMXBean;
import footfall.ask.GatheredShards;
import footfall.ask.Peers;
import footfall.dashboard.LoadedViews;
import footfall.feed.KafkaFeed;
import footfall.line.SessionId;
import footfall.pattern.Deltas;
import footfall.pattern.UsageDelta;
import footfall.serve.Api;
import footfall.serve.ApiSource;
import footfall.serve.EventStream;
import footfall.serve.HttpServer;
import footfall.serve.Pages;
import footfall.serve.ServeSettings;
import footfall.testkit.Defaults;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.turn.Contribution;
import footfall.view.Aliases;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Json;
import footfall.wire.Partitions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * How long each view of the dashboard takes in a browser over few and over many stored turns, and how many bytes the
 * first visit transfers; and how long each answer takes that the views ask for, and how large it is.
 */
final class ViewsBench implements AutoCloseable {
    /** Every so many turns are the few. */
    private static final int FEW = 100;

    private static final int RUNS = 4;
    private static final int CLIENTS_MAX = 8;
    private static final Duration PERIOD = Duration.ofDays(60);
    private static final List<String> ROUTES = List.of(
            "turns?limit=50",
            "turns?limit=50&order=desc",
            "turns?limit=50&sort=cost",
            "turns?limit=50&tool=Bash&outcome=error",
            "tools",
            "tools/Bash",
            "paths?turns=true",
            "patterns",
            "desires",
            "desires?trend=true",
            "desires/coverage",
            "loops",
            "usage?by=day",
            "usage?by=model",
            "usage?by=project",
            "usage?by=user",
            "usage?by=agent",
            "usage?by=day&wasted=true",
            "follows",
            "follows?activity=intent",
            "follows?since=7d",
            "patterns?since=7d",
            "desires?since=7d&project=project-1",
            "sessions?limit=50&order=desc",
            "topology");

    private static final List<String> VIEWS = List.of(
            "now",
            "turns",
            "turns?sort=cost",
            "turns?sort=cost&since=7d",
            "turn/stored-0:0",
            "paths",
            "paths?tab=patterns",
            "paths?tab=tools",
            "paths?tab=loops",
            "tool/Bash",
            "desires",
            "desire/",
            "bill",
            "team",
            "sessions",
            "session/stored-0");

    private final Instant begin = Instant.now().minus(PERIOD);
    private final BenchBroker broker;
    private final Streaming streaming;
    private final KafkaFeed feed;
    private int turns;
    private final HttpServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private ViewsBench(BenchBroker broker) {
        this.broker = broker;
        var state = broker.folder().resolve("streams");
        var settings = new StreamSettings("views", state, 1, StreamSettings.MEMORY_BYTES, broker.client());
        streaming = Streaming.start(Defaults.TOPOLOGY, settings);
        Peers peers = (instance, share, within) -> {
            throw new IllegalStateException("there is one instance");
        };
        var shards = new GatheredShards(streaming.instances(), peers, Duration.ofSeconds(2), System::nanoTime);
        var rules =
                new AnswerRules(Defaults.TOPOLOGY.tallies().desireRules(), new Aliases(Map.of()), AnswerRules.SCAN_MAX);
        var source = new ApiSource(new MergedAnswers(shards, rules), streaming::state);
        feed = new KafkaFeed(broker.client(), Channels.PREFIX, Clock.systemUTC());
        var events = new EventStream(CLIENTS_MAX);
        events.feed(feed);
        var routes = new ArrayList<>(new Api(() -> Optional.of(source), Clock.systemUTC()).routes());
        routes.add(events.route());
        routes.addAll(Pages.load().routes());
        server = HttpServer.start(
                new ServeSettings(
                        ServeSettings.Use.ON,
                        ServeSettings.LOOPBACK,
                        ServeSettings.ANY_PORT,
                        List.of(),
                        ServeSettings.TokenFiles.NONE,
                        ServeSettings.TlsFiles.NONE),
                routes);
    }

    /** The transcripts that turns are made from, and how many are stored. */
    public static void main(String[] arguments) throws Exception {
        int turns = Integer.parseInt(arguments[1]);
        try (var broker = BenchBroker.start();
                var views = new LoadedViews();
                var bench = new ViewsBench(broker)) {
            var stored = StoredTurns.of(Path.of(arguments[0]), bench.begin, PERIOD.dividedBy(turns));
            bench.store(stored, IntStream.range(0, turns).filter(i -> i % FEW == 0));
            var few = views.of(bench.server.url(), bench.views());
            bench.store(stored, IntStream.range(0, turns).filter(i -> i % FEW != 0));
            for (var route : ROUTES) {
                bench.time(route);
            }
            System.out.printf("views in a browser, and the same among one turn of %d%n", FEW);
            LoadedViews.print(few, views.of(bench.server.url(), bench.views()));
        }
        System.exit(0);
    }

    private List<String> views() throws Exception {
        var desires = Json.MAPPER.readTree(get("desires?limit=1", "identity").body());
        var desire = URLEncoder.encode(desires.at("/items/0/id").asText(), StandardCharsets.UTF_8);
        return VIEWS.stream()
                .map(view -> view.equals("desire/") ? view + desire.replace("+", "%20") : view)
                .toList();
    }

    private void store(StoredTurns stored, IntStream which) throws Exception {
        long bytes = 0;
        int[] all = which.toArray();
        var deltas = deltas();
        var config = new HashMap<String, Object>(broker.client());
        config.put("linger.ms", 20);
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            for (int i : all) {
                var turn = stored.get(i);
                bytes += send(
                        producer, Channels.TURNS, turn.id().turnId(), turn.id().sessionId(), turn);
                if (i % StoredTurns.OF_A_SESSION == 0) {
                    var session = StoredTurns.session(turn);
                    send(producer, Channels.SESSIONS, session.sessionId().value(), session.sessionId(), session);
                }
                var contribution = Contribution.of(turn);
                for (var delta : Deltas.of(turn.id().turnId(), turn.id().sessionId(), null, contribution)) {
                    producer.send(new ProducerRecord<>(deltas, delta.subject().key(), delta.bytes()));
                }
                for (var delta : UsageDelta.of(turn.id().turnId(), null, contribution)) {
                    producer.send(new ProducerRecord<>(deltas, delta.subject().key(), delta.bytes()));
                }
            }
        }
        turns += all.length;
        System.out.printf("%,d turns of %,d bytes each on average%n", all.length, bytes / all.length);
        while (areMissing(turns)) {
            Thread.sleep(500);
        }
    }

    private static int send(
            KafkaProducer<String, byte[]> producer,
            Channel<String, ?> channel,
            String id,
            SessionId session,
            Object value)
            throws IOException {
        var json = Json.bytes(value);
        int partition = Partitions.ofSession(session.value(), BenchBroker.PARTITIONS);
        producer.send(new ProducerRecord<>(channel.topic(Channels.PREFIX), partition, id, json));
        return json.length;
    }

    /** The internal topic of contributions to the tallies. */
    private String deltas() throws Exception {
        try (var admin = Admin.create(new HashMap<String, Object>(broker.client()))) {
            while (true) {
                var found = admin.listTopics().names().get().stream()
                        .filter(name -> name.endsWith("-repartition"))
                        .findFirst();
                if (found.isPresent()) {
                    return found.get();
                }
                Thread.sleep(500);
            }
        }
    }

    /** Whether turns are missing, in the log or in the tallies. */
    private boolean areMissing(int all) throws Exception {
        for (var question : List.of("usage?by=model", "follows?layout=false&activity=intent")) {
            var json = Json.MAPPER.readTree(get(question, "identity").body());
            var turns = json.at(question.startsWith("usage") ? "/total/turns" : "/item/turns");
            // Turns without calls are no cases.
            if (turns.asInt() < (question.startsWith("usage") ? all : all / 4)) {
                return true;
            }
        }
        return false;
    }

    private void time(String route) throws Exception {
        double first = 0;
        double best = Double.MAX_VALUE;
        double leastCpu = Double.MAX_VALUE;
        int bytes = 0;
        for (int i = 0; i < RUNS; i++) {
            long cpuBegan = cpu();
            long began = System.nanoTime();
            var answer = get(route, "gzip");
            double ms = (System.nanoTime() - began) / 1e6;
            leastCpu = Math.min(leastCpu, (cpu() - cpuBegan) / 1e6);
            if (answer.statusCode() != 200) {
                System.out.printf("%-45s %d after %,.0f ms%n", route, answer.statusCode(), ms);
                return;
            }
            first = i == 0 ? ms : first;
            best = Math.min(best, ms);
            bytes = answer.body().length;
        }
        var plain = Json.MAPPER.readTree(get(route, "identity").body());
        boolean isComplete = plain.at("/coverage/complete").asBoolean(true);
        System.out.printf(
                "%-40s first %,6.0f ms, best %,6.0f ms (%,6.0f ms of processors), %,8d bytes%s%n",
                route, first, best, leastCpu, bytes, isComplete ? "" : ", incomplete");
    }

    /** Of the whole process, in nanoseconds. */
    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private HttpResponse<byte[]> get(String route, String encoding) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/" + route))
                .header("Accept-Encoding", encoding)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    @Override
    public void close() {
        server.close();
        feed.close();
        streaming.close();
    }
}
