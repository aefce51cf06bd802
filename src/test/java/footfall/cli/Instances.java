package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.config.Config;
import footfall.config.Environment;
import footfall.desire.DesireRules;
import footfall.testkit.ChildJava;
import footfall.testkit.Cluster;
import footfall.testkit.FileTallies;
import footfall.testkit.GroupOffsets;
import footfall.testkit.LineFlow;
import footfall.testkit.Ports;
import footfall.testkit.Revisions;
import footfall.testkit.Story;
import footfall.testkit.TurnDelays;
import footfall.testkit.TurnText;
import footfall.turn.TurnRules;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;

/** Real {@code stream} processes over one broker, while lines flow. */
final class Instances implements AutoCloseable {
    static final int PARTITIONS = 4;

    /** An instance that stalls for some seconds on a busy machine keeps its partitions. */
    static final Map<String, String> PATIENT = Map.of("session.timeout.ms", "30000");

    private static final String PREFIX = "in.";
    private static final List<String> READ = List.of("in.lines", "in.turns", "in-tally-by-key-repartition");
    private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");

    /** Offsets that a standby may be behind while lines flow. */
    private static final int CAUGHT_UP = 100;

    private final Path folder;
    private final int port = Ports.free();
    private final Cluster cluster;
    private final Cluster.Footfall footfall;
    private final LineFlow flow;
    private final TurnDelays turns;
    private final List<ChildUp> started = new ArrayList<>();

    private Instances(Path folder) {
        this.folder = folder;
        this.cluster = Cluster.start(folder, port);
        this.footfall = cluster.footfall("in", PARTITIONS, Story.RULES);
        this.flow = LineFlow.start(footfall, folder.resolve("projects"));
        this.turns = TurnDelays.start(footfall);
    }

    static Instances over(Path folder) {
        return new Instances(folder);
    }

    /** The folder of an instance. */
    Path state(int number) {
        return folder.resolve("instance-" + number);
    }

    ChildUp start(int number, String... more) throws Exception {
        return start(ChildJava.classPath(), number, Map.of(), more);
    }

    /** {@code kafka}: properties by Kafka's own names. */
    ChildUp start(String classPath, int number, Map<String, String> kafka, String... more) throws Exception {
        var arguments = new ArrayList<>(List.of("--set", "tally_retention=36500d", "--set", "serve_port=0"));
        arguments.addAll(List.of(more));
        var instance =
                ChildUp.stream(classPath, folder, port, PREFIX, state(number), kafka, arguments.toArray(String[]::new));
        started.add(instance);
        return instance;
    }

    /** Waits until so many partitions of each topic that is read are at each instance, least first. */
    void awaitShares(long... partitions) {
        for (var topic : READ) {
            Awaitility.await().atMost(ChildUp.PATIENCE).until(() -> isShared(topic, partitions));
        }
    }

    /** Waits until the lines of now and all that they lead to are processed, or until an instance has ended. */
    void awaitProcessed(ChildUp instance) throws Exception {
        for (var topic : READ) {
            var ends = ends(topic);
            Awaitility.await()
                    .atMost(ChildUp.PATIENCE)
                    .until(() -> !instance.isAlive() || GroupOffsets.reach(footfall.client(), "in", ends));
        }
    }

    /** Waits until an instance has ended by itself, or both have so many partitions. */
    void awaitShares(ChildUp instance, long... partitions) {
        for (var topic : READ) {
            Awaitility.await().atMost(ChildUp.PATIENCE).until(() -> !instance.isAlive() || isShared(topic, partitions));
        }
    }

    private boolean isShared(String topic, long... partitions) throws Exception {
        return footfall.shares(topic).equals(LongStream.of(partitions).boxed().toList());
    }

    /** Waits until every question to an instance is answered for all partitions, by whichever instances have them. */
    static void awaitWholeAnswers(ChildUp instance) throws Exception {
        var api = url(instance) + "/api/v1/";
        for (var question : List.of("turns?limit=5", "tools", "turns/open", "sessions?project=none")) {
            Awaitility.await()
                    .atMost(ChildUp.PATIENCE)
                    .until(() -> get(api + question).contains("\"coverage\":{\"complete\":true"));
        }
    }

    /** Waits until some more turns can be read; returns the longest delay of a turn since the last call, in ms. */
    long awaitMore() {
        int enough = turns.count() + 15 * PARTITIONS;
        Awaitility.await().atMost(ChildUp.PATIENCE).until(() -> turns.count() >= enough);
        return turns.longest();
    }

    static void awaitStandbys(ChildUp instance) {
        Awaitility.await()
                .atMost(ChildUp.PATIENCE)
                .until(() -> metric(instance, "footfall_standby_lag_records") < CAUGHT_UP);
    }

    /** Ends the flow, and waits until turns and tallies are those of the files. */
    void assertEqualsFiles() throws Exception {
        var files = flow.finish();
        var rules = rules();
        var expected = files.turns(rules);
        Awaitility.await().atMost(ChildUp.PATIENCE).until(() -> turns.hasAll(expected.keySet()));
        assertThat(TurnText.of(footfall.turns())).isEqualTo(TurnText.of(expected.values()));
        Revisions.assertOneContentEach(footfall.committed());
        var tallies = FileTallies.of(files.walks(rules), DesireRules.DEFAULTS, null);
        Awaitility.await()
                .atMost(ChildUp.PATIENCE)
                .until(() -> footfall.tallies().equals(tallies));
    }

    private TurnRules rules() throws Exception {
        var environment = new Environment(Map.of("HOME", folder.toString()));
        return Config.read(environment, new Config.Flags(null, List.of()))
                .topologySettings()
                .turnRules();
    }

    static double metric(ChildUp instance, String name) throws Exception {
        var body = get(url(instance) + "/metrics");
        var value = Pattern.compile("^" + name + " (\\S+)$", Pattern.MULTILINE).matcher(body);
        assertThat(value.find()).as(body).isTrue();
        return Double.parseDouble(value.group(1));
    }

    private static String url(ChildUp instance) {
        var said = URL.matcher(instance.says("metrics and health at ").err());
        assertThat(said.find()).as(instance.err()).isTrue();
        return said.group();
    }

    static String get(String url) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** The length of all changelogs. */
    long changelogs() throws Exception {
        long length = 0;
        for (var store : List.of("assembler", "turn-log", "tally")) {
            for (long end : ends("in-" + store + "-changelog").values()) {
                length += end;
            }
        }
        return length;
    }

    private Map<TopicPartition, Long> ends(String topic) throws Exception {
        var latest = new HashMap<TopicPartition, OffsetSpec>();
        for (int i = 0; i < PARTITIONS; i++) {
            latest.put(new TopicPartition(topic, i), OffsetSpec.latest());
        }
        try (var admin = Admin.create(Map.copyOf(footfall.client()))) {
            var ends = new HashMap<TopicPartition, Long>();
            admin.listOffsets(latest).all().get().forEach((at, end) -> ends.put(at, end.offset()));
            return ends;
        }
    }

    @Override
    public void close() {
        started.forEach(ChildUp::close);
        turns.close();
        flow.close();
        cluster.close();
    }
}
