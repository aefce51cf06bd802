package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.broker.ClientProperties;
import footfall.broker.PushedMetrics;
import footfall.broker.Quorum;
import footfall.broker.SecuredBroker;
import footfall.run.ClusterTopics.TopicSpecs;
import footfall.testkit.LongSuite;
import footfall.testkit.Ports;
import footfall.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a platform team sets on a cluster and its clients: the table in operating.md says what follows. */
@LongSuite
@Timeout(900)
class PlatformIT {
    @TempDir
    Path home;

    private Map<String, String> client;

    private ChildUp footfall(Map<String, String> more, String... arguments) throws IOException {
        var properties = new HashMap<>(client);
        properties.putAll(more);
        var file = Files.createTempFile(home, "client", ".properties");
        Files.writeString(file, ClientProperties.text(properties));
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--config", file.toString()));
        return ChildUp.start(home, all.toArray(String[]::new));
    }

    private String done(String... arguments) throws IOException {
        try (var ended = footfall(Map.of(), arguments)) {
            assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
            return ended.out() + ended.err();
        }
    }

    private Admin admin() {
        return Admin.create(Map.copyOf(client));
    }

    private String agents() {
        return home.resolve("agents").toString();
    }

    private void turn(String session) throws IOException {
        Transcripts.of(home.resolve("agents"), session, "2026-01-05")
                .turn("Read", "Edit")
                .write();
    }

    private static void set(Admin admin, ConfigResource.Type type, String name, Map<String, String> configs)
            throws Exception {
        Collection<AlterConfigOp> changes = configs.entrySet().stream()
                .map(one -> new AlterConfigOp(new ConfigEntry(one.getKey(), one.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        admin.incrementalAlterConfigs(Map.of(new ConfigResource(type, name), changes))
                .all()
                .get();
    }

    @Test
    void aShipperThatAQuotaSlowsDownSaysSoAndLosesNothing() throws Exception {
        var turns = Transcripts.of(home.resolve("agents"), "one", "2026-01-05");
        for (int turn = 0; turn < 100; turn++) {
            turns.turn("Read", "Edit");
        }
        turns.write();
        try (var broker = SecuredBroker.start(home.resolve("broker"))) {
            client = broker.client();
            done("topics", "create", "--partitions", "1");
            try (var admin = admin();
                    var ship = footfall(Map.of("batch.size", "2000"), "ship", "--home", agents())) {
                var ada = new ClientQuotaEntity(Map.of(ClientQuotaEntity.USER, "ada"));
                var rate = new ClientQuotaAlteration.Op("producer_byte_rate", 2_000.0);
                admin.alterClientQuotas(List.of(new ClientQuotaAlteration(ada, List.of(rate))))
                        .all()
                        .get();
                Awaitility.await()
                        .atMost(ChildUp.PATIENCE)
                        .until(() -> said("ship", "--status").contains("\nthrottled: a quota of the cluster delays "));
                assertThat(ship.err()).doesNotContain("no acknowledgement");
                Awaitility.await()
                        .atMost(ChildUp.PATIENCE)
                        .until(() -> status().path("lines").asLong() == 600
                                && status().path("bytes_behind").asLong() == 0);
                assertThat(ship.err()).doesNotContain("no acknowledgement", "unreachable");
            }
        }
    }

    private String said(String... arguments) throws IOException {
        try (var child = ChildUp.start(home, arguments)) {
            child.exit();
            return child.out();
        }
    }

    private JsonNode status() throws IOException {
        return Json.MAPPER.readTree(said("ship", "--status", "--json"));
    }

    /** With {@code min.insync.replicas=2}; two away are the subject of {@code QuorumLossIT}. */
    @Test
    void oneBrokerOfThreeMayBeAway() throws Exception {
        turn("one");
        try (var quorum = Quorum.start(
                home,
                "broker.rack=a",
                "replica.selector.class=org.apache.kafka.common.replica.RackAwareReplicaSelector")) {
            client = new HashMap<>(quorum.client());
            Quorum.create(client, TopicSpecs.of("footfall.", 2));
            client.put("client.rack", "a");
            try (var stream = footfall(Map.of(), "stream", "--no-view");
                    var ship = footfall(Map.of(), "ship", "--home", agents())) {
                stream.says("one:0").says("closed");
                quorum.kill(1);
                turn("two");
                stream.says("two:0");
                assertThat(done("topics", "check")).contains("all topics match");
                quorum.start(1);
                Awaitility.await()
                        .atMost(ChildUp.PATIENCE)
                        .until(() -> quorum.isInSync(client, TopicSpecs.of("footfall.", 2)));
                quorum.kill(2);
                turn("three");
                stream.says("three:0");
                Awaitility.await()
                        .atMost(ChildUp.PATIENCE)
                        .until(() -> status().path("bytes_behind").asLong() == 0
                                && status().path("waits_for").isMissingNode());
                assertThat(ship.isAlive()).isTrue();
                assertThat(stream.stop().exit()).isEqualTo(143);
            }
        }
    }

    @Test
    void standbysAreInAnotherZone() throws Exception {
        var zones = new TreeMap<Integer, String>();
        try (var broker = SecuredBroker.start(home.resolve("broker"))) {
            client = broker.client();
            done("topics", "create", "--partitions", "4");
            var instances = new ArrayList<ChildUp>();
            try {
                for (var zone : List.of("a", "a", "b")) {
                    int port = Ports.free();
                    zones.put(port, zone);
                    instances.add(footfall(
                            Map.of(
                                    "client.tag.zone",
                                    zone,
                                    "rack.aware.assignment.tags",
                                    "zone",
                                    "probing.rebalance.interval.ms",
                                    "60000"),
                            "stream",
                            "--no-view",
                            "--state",
                            home.resolve("state-" + port).toString(),
                            "--set",
                            "serve_port=" + port));
                }
                Awaitility.await().atMost(ChildUp.PATIENCE).until(() -> areApart(zones, zones.firstKey()));
            } finally {
                instances.forEach(ChildUp::close);
            }
        }
    }

    /** Whether each partition of each store has two replicas, in two zones. */
    private static boolean areApart(Map<Integer, String> zones, int port) throws InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/topology"));
        try {
            var answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
            var stores = Json.MAPPER.readTree(answer.body()).findPath("stores");
            var replicas = stores.findValues("replicas");
            return replicas.size() == 12
                    && replicas.stream()
                            .allMatch(some -> some.size() == 2
                                    && !zone(zones, some.get(0), port).equals(zone(zones, some.get(1), port)));
        } catch (IOException notYet) {
            return false;
        }
    }

    private static String zone(Map<Integer, String> zones, JsonNode replica, int own) {
        var instance = replica.path("instance").asText();
        return instance.contains(":") ? zones.get(Integer.valueOf(instance.replaceAll(".*:", ""))) : zones.get(own);
    }

    @Test
    void everyCompressionIsTaken() throws Exception {
        try (var broker = SecuredBroker.start(home.resolve("broker"))) {
            client = broker.client();
            done("topics", "create", "--partitions", "1");
            try (var admin = admin()) {
                set(admin, ConfigResource.Type.TOPIC, "footfall.turns", Map.of("compression.type", "zstd"));
            }
            try (var stream = footfall(Map.of("producer.compression.type", "gzip"), "stream", "--no-view")) {
                for (var type : List.of("none", "gzip", "snappy", "lz4", "zstd")) {
                    turn("s-" + type);
                    try (var ship = footfall(Map.of("compression.type", type), "ship", "--once", "--home", agents())) {
                        assertThat(ship.exit()).as(ship.err()).isZero();
                    }
                    stream.says("s-" + type + ":0");
                }
            }
        }
    }

    @Test
    void aPartitionCountThatWasRaisedIsNamedAndEndsTheProcessor() throws Exception {
        turn("one");
        try (var broker = SecuredBroker.start(home.resolve("broker")); ) {
            client = broker.client();
            done("topics", "create", "--partitions", "2");
            try (var admin = admin();
                    var stream = footfall(Map.of("metadata.max.age.ms", "1000"), "stream", "--no-view")) {
                done("ship", "--once", "--home", agents());
                stream.says("one:0").says("closed");
                admin.createPartitions(Map.of("footfall.lines", NewPartitions.increaseTo(4)))
                        .all()
                        .get();
                assertThat(stream.exit()).isEqualTo(1);
                assertThat(stream.err()).contains("the partition count of a topic was changed: ");
            }
            try (var again = footfall(Map.of(), "stream", "--no-view")) {
                assertThat(again.exit()).isEqualTo(1);
                assertThat(again.err()).contains("start over with another topic_prefix");
            }
            assertThat(checked())
                    .singleElement()
                    .satisfies(one -> assertThat(one.replaceAll(" +", " "))
                            .startsWith("footfall.lines partitions 2 4 yes keys are in other partitions: "));
        }
    }

    /** Those that are said to be harmless do no harm. */
    @Test
    void topicsThatTheClustersOwnerChangedAreNamedWithWhatHurts() throws Exception {
        turn("one");
        try (var broker = SecuredBroker.start(home.resolve("broker"))) {
            client = broker.client();
            done("topics", "create", "--partitions", "1");
            var topic = ConfigResource.Type.TOPIC;
            try (var admin = admin()) {
                set(admin, topic, "footfall.turns", Map.of("message.timestamp.type", "LogAppendTime"));
                set(admin, topic, "footfall.sessions", Map.of("cleanup.policy", "delete"));
                set(admin, topic, "footfall.lines", Map.of("retention.ms", "-1", "max.message.bytes", "4000000"));
                set(admin, topic, "footfall.shippers", Map.of("segment.ms", "60000"));
                assertThat(checked()).hasSize(5).allMatch(one -> one.contains(" no "));
                done("ship", "--once", "--home", agents());
                try (var stream = footfall(Map.of(), "stream", "--no-view")) {
                    stream.says("one:0").says("closed");
                }
                set(admin, topic, "footfall.lines", Map.of("retention.ms", "3600000", "retention.bytes", "1000000"));
                set(admin, topic, "footfall.tools", Map.of("cleanup.policy", "compact,delete"));
                assertThat(checked())
                        .filteredOn(one -> one.contains(" yes "))
                        .extracting(one -> one.replaceAll(" +", " "))
                        .containsExactly(
                                "footfall.lines retention.bytes -1 1000000 yes lines that no processor has read by then"
                                        + " are lost",
                                "footfall.lines retention.ms 604800000 3600000 yes lines that no processor has read by"
                                        + " then are lost",
                                "footfall.tools cleanup.policy compact compact,delete yes records that are still true"
                                        + " are deleted after retention.ms");
            }
        }
    }

    private List<String> checked() throws IOException {
        try (var check = footfall(Map.of(), "topics", "check")) {
            assertThat(check.exit()).as(check.err()).isEqualTo(1);
            return check.out().lines().skip(1).toList();
        }
    }

    /** KIP-714: the brokers may ask clients for their metrics. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void metricsOfClientsThatBrokersAskForNameNothingOfTranscripts(boolean isPushed) throws Exception {
        turn("canary-session");
        var push = Map.of("enable.metrics.push", Boolean.toString(isPushed));
        var reporters = Map.of("metric.reporters", PushedMetrics.class.getName());
        PushedMetrics.PUSHED.clear();
        try (var broker = SecuredBroker.start(home.resolve("broker"), reporters)) {
            client = broker.client();
            done("topics", "create", "--partitions", "1");
            try (var admin = admin()) {
                set(admin, ConfigResource.Type.CLIENT_METRICS, "all", Map.of("metrics", "*", "interval.ms", "1000"));
            }
            try (var ship = footfall(push, "ship", "--home", agents());
                    var stream = footfall(push, "stream", "--no-view")) {
                stream.says("canary-session:0").says("closed");
                assertThat(stream.stop().exit()).isEqualTo(143);
                assertThat(ship.stop().exit()).isEqualTo(143);
            }
            if (isPushed) {
                assertThat(PushedMetrics.PUSHED)
                        .isNotEmpty()
                        .allSatisfy(pushed -> assertThat(pushed)
                                .doesNotContain(
                                        "canary",
                                        "shop",
                                        "Edit",
                                        home.toString(),
                                        System.getProperty("user.name") + "@"));
            } else {
                assertThat(PushedMetrics.PUSHED).isEmpty();
            }
        }
    }
}
