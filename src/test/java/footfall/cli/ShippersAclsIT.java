package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.broker.KnownCredentials;
import footfall.broker.SecuredBroker;
import footfall.broker.Topics;
import footfall.desire.AppliedRemedy;
import footfall.feed.KafkaShippers;
import footfall.run.ClusterTopics.TopicSpecs;
import footfall.run.RemedyLog;
import footfall.shipper.Reports;
import footfall.shipper.ShipperState;
import footfall.testkit.LongSuite;
import footfall.testkit.Ports;
import footfall.wire.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** As {@link AclsIT}, for the rights on {@code shippers} and {@code remedies}: without them, everything else works. */
@LongSuite
@Timeout(900)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ShippersAclsIT {
    private static final String SHIPPERS = "footfall.shippers";
    private static final String REMEDIES = "footfall.remedies";
    private static final String REMEDIES_DENIED = "Kafka denies this user access to the topic footfall.remedies; ask "
            + "its administrator for Write on the topic footfall.remedies; until then, the processor does not know "
            + "which remedies were applied";

    @TempDir
    static Path home;

    private static SecuredBroker broker;
    private static Admin admin;

    @BeforeAll
    static void start() throws Exception {
        var roles = List.of(Role.SHIPPER, Role.PROCESSOR, Role.FORGETTER);
        var users = roles.stream().map(Role::user).toList();
        broker = SecuredBroker.startWithAcls(home.resolve("broker"), users);
        admin = Admin.create(Map.copyOf(client("admin")));
        try (var topics = Topics.of(client("admin"), Duration.ofMinutes(1))) {
            topics.create(TopicSpecs.of("footfall.", 1));
        }
        for (var role : roles) {
            for (var grant : role.grants) {
                give(role, grant);
            }
        }
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    private static Map<String, String> client(String user) {
        return broker.client(home.resolve("broker"), user);
    }

    /** Shipping goes on without it. */
    @Test
    @Order(1)
    void aShipperThatMayNotReportSaysSoAndShips() throws Exception {
        var grants = Stream.of(SHIPPERS, REMEDIES)
                .map(topic -> on(topic, Role.SHIPPER, AclOperation.WRITE))
                .toList();
        for (var grant : grants) {
            revoke(Role.SHIPPER, grant);
        }
        var command = shipWithRemedies();
        try (var ship = ChildUp.start(home, command)) {
            ship.says("Kafka denies this user access to the topic footfall.shippers; ask its administrator for Write "
                    + "on the topic footfall.shippers; until then, 'footfall ship --status --team' does not list this "
                    + "shipper");
            apply("env-need:rg");
            ship.says(REMEDIES_DENIED);
            assertThat(ship.stop().exit()).isEqualTo(143);
        }
        try (var shippers = new KafkaShippers(client(Role.PROCESSOR.user()), "footfall.")) {
            assertThat(shippers.list(Instant.now())).isEmpty();
            for (var grant : grants) {
                give(Role.SHIPPER, grant);
            }
            try (var ship = ChildUp.start(home, command)) {
                Awaitility.await()
                        .atMost(ChildUp.PATIENCE)
                        .until(() -> shippers.list(Instant.now()).size() == 1
                                && shippers.remedies().size() == 1);
                assertThat(ship.stop().exit()).isEqualTo(143);
            }
        }
    }

    /** By a shipper with share_remedies. */
    private static void apply(String desire) throws Exception {
        new RemedyLog(home.resolve(".footfall/remedies.jsonl")).add(Instant.now(), desire, Path.of("CLAUDE.md"));
    }

    private static String[] shipWithRemedies() throws Exception {
        var agents = Files.createDirectories(home.resolve("agents"));
        var options = KnownCredentials.options(home, client(Role.SHIPPER.user()), Map.of());
        return new String[] {
            "ship", "--home", agents.toString(), options.get(0), options.get(1), "--set", "share_remedies=on"
        };
    }

    @Test
    @Order(2)
    void aShipperThatMaySeeTheTopicRemediesButNotWriteItReportsThatItStops() throws Exception {
        var write = on(REMEDIES, Role.SHIPPER, AclOperation.WRITE);
        var describe = new Role.Grant(write.type(), REMEDIES, write.pattern(), AclOperation.DESCRIBE, "");
        revoke(Role.SHIPPER, write);
        give(Role.SHIPPER, describe);
        apply("env-need:fd");
        var started = Instant.now();
        try (var ship = ChildUp.start(home, shipWithRemedies());
                var shippers = new KafkaShippers(client(Role.PROCESSOR.user()), "footfall.")) {
            ship.says(REMEDIES_DENIED);
            assertThat(ship.stop().exit()).isEqualTo(143);
            assertThat(shippers.list(Instant.now())).singleElement().satisfies(one -> {
                assertThat(one.shipper().id().startedAt()).isAfter(started);
                assertThat(one.shipper().state()).isEqualTo(ShipperState.State.STOPPED);
            });
        }
        revoke(Role.SHIPPER, describe);
        give(Role.SHIPPER, write);
    }

    @Test
    @Order(3)
    void aProcessorThatMayNotReadReportsStartsAndSaysWhatItCannotList() throws Exception {
        var grants = Stream.of(SHIPPERS, REMEDIES)
                .map(topic -> on(topic, Role.PROCESSOR, AclOperation.READ))
                .toList();
        for (var grant : grants) {
            revoke(Role.PROCESSOR, grant);
        }
        var options = KnownCredentials.options(home, client(Role.PROCESSOR.user()), Map.of());
        try (var stream = ChildUp.start(
                home,
                "stream",
                "--no-view",
                options.get(0),
                options.get(1),
                "--threads",
                "1",
                "--set",
                "serve_port=" + Ports.free())) {
            stream.says("footfall: Kafka denies this user access to the topic footfall.shippers; ask its administrator "
                    + "for Read on the topic footfall.shippers; until then, shippers cannot be listed\n");
            stream.says("footfall: Kafka denies this user access to the topic footfall.remedies; ask its administrator "
                    + "for Read on the topic footfall.remedies; until then, it is not known which remedies were "
                    + "applied\n");
        }
        for (var grant : grants) {
            give(Role.PROCESSOR, grant);
        }
    }

    @Test
    @Order(4)
    void aProcessorThatMayNotReadReportsSaysWhichRightIsMissing() throws Exception {
        var grant = on(SHIPPERS, Role.PROCESSOR, AclOperation.READ);
        revoke(Role.PROCESSOR, grant);
        var ofRemedies = on(REMEDIES, Role.PROCESSOR, AclOperation.READ);
        revoke(Role.PROCESSOR, ofRemedies);
        try (var shippers = new KafkaShippers(client(Role.PROCESSOR.user()), "footfall.")) {
            assertThatThrownBy(() -> shippers.list(Instant.now()))
                    .hasMessage("Kafka denies this user access to the topic footfall.shippers; ask its administrator "
                            + "for Read on the topic footfall.shippers");
            assertThatThrownBy(shippers::remedies)
                    .hasMessage("Kafka denies this user access to the topic footfall.remedies; ask its administrator "
                            + "for Read on the topic footfall.remedies");
            give(Role.PROCESSOR, grant);
            give(Role.PROCESSOR, ofRemedies);
            assertThat(shippers.remedies()).hasSize(1);
            assertThat(shippers.list(Instant.now())).hasSize(1);
        }
    }

    @Test
    @Order(5)
    void whoeverMayNotDeleteReportsForgetsTheRestOfAUser() throws Exception {
        var forget = new String[] {"forget", "--user", "user-a", "--yes", "--wait", "0", "--json"};
        for (var grant : Role.FORGETTER.grants.stream()
                .filter(one -> List.of(SHIPPERS, REMEDIES).contains(one.name()))
                .toList()) {
            reportAsUserA();
            revoke(Role.FORGETTER, grant);
            boolean isOfShippers = grant.name().equals(SHIPPERS);
            var right = grant.operation() == AclOperation.READ ? "Read" : "Write";
            assertThat(said(Role.FORGETTER, forget))
                    .startsWith("footfall: the " + (isOfShippers ? "reports of the user's shippers" : "user's remedies")
                            + " were not deleted: Kafka")
                    .endsWith("ask its administrator for " + right + " on the topic " + grant.name() + "\n");
            assertThat(ofUserA()).containsExactly(isOfShippers ? "shipper" : "env-need:jq");
            give(Role.FORGETTER, grant);
        }
        assertThat(said(Role.FORGETTER, forget)).isEmpty();
        assertThat(ofUserA()).isEmpty();
        try (var shippers = new KafkaShippers(client(Role.PROCESSOR.user()), "footfall.")) {
            assertThat(shippers.remedies()).extracting(AppliedRemedy::desire).containsExactly("env-need:rg");
        }
    }

    private static void reportAsUserA() throws Exception {
        var report = Reports.of("a", Instant.now(), ShipperState.State.STOPPED, 0);
        var remedy = AppliedRemedy.here("env-need:jq", Instant.EPOCH, AppliedRemedy.Place.SKILL)
                .by(null, "user-a");
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>copyOf(client("admin")), new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(SHIPPERS, "a", Json.bytes(report)))
                    .get();
            producer.send(new ProducerRecord<>(REMEDIES, remedy.id(), Json.bytes(remedy)))
                    .get();
        }
    }

    /** What is left. */
    private static List<String> ofUserA() {
        try (var shippers = new KafkaShippers(client(Role.PROCESSOR.user()), "footfall.")) {
            return Stream.concat(
                            shippers.list(Instant.now()).stream()
                                    .filter(one ->
                                            "user-a".equals(one.shipper().id().user()))
                                    .map(one -> "shipper"),
                            shippers.remedies().stream()
                                    .filter(one -> "user-a".equals(one.user()))
                                    .map(AppliedRemedy::desire))
                    .toList();
        }
    }

    private static String[] ship(Map<String, String> client, Path data, String... more) throws Exception {
        var options = KnownCredentials.options(home, client, Map.of());
        var command = List.of("ship", options.get(0), options.get(1), "--set", "data_dir=" + data);
        return Stream.concat(command.stream(), Stream.of(more)).toArray(String[]::new);
    }

    private static String ready(String url) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url + "/health/ready")).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    @Order(6)
    void aShipperWithoutRightsNamesAllOfThemAtOnceAndIsRefusedNotUnreachable() throws Exception {
        var agents = Files.createDirectories(home.resolve("agents"));
        var client = client(Role.SHIPPER.user());
        var data = home.resolve("refused");
        for (var grant : Role.SHIPPER.grants) {
            revoke(Role.SHIPPER, grant);
        }
        var url = "http://127.0.0.1:" + Ports.free();
        var command = ship(
                client,
                data,
                "--home",
                agents.toString(),
                "--set",
                "serve=on",
                "--set",
                "serve_port=" + URI.create(url).getPort());
        try (var ship = ChildUp.start(home, command)) {
            ship.says("footfall: Kafka denies this user access to the topics footfall.lines, footfall.rejected, "
                    + "footfall.shippers; ask its administrator for Write on the topic footfall.lines, Write on the "
                    + "topic footfall.rejected, Write on the topic footfall.shippers; retrying until Kafka accepts "
                    + "lines; no lines are lost\n");
            assertThat(ready(url)).contains("{\"part\":\"shipper\",\"reason\":\"refused\",");
            assertThat(ChildUp.printed(home, ship(client, data, "--status")))
                    .contains("\nbroker reachable, but it accepts no lines\n")
                    .contains(": files not counted yet, lines sent 0, rejected 0, refused\n");
            assertThat(ChildUp.printed(home, ship(client, data, "--status", "--json")))
                    .contains("\"refused\":true,")
                    .contains("\"broker_reachable\":true");
            for (var grant : Role.SHIPPER.grants) {
                give(Role.SHIPPER, grant);
            }
            ship.says("footfall: the cluster accepts lines\n");
            assertThat(ship.err()).doesNotContain("does not list this shipper");
        }
    }

    @Test
    @Order(7)
    void aWrongPasswordIsALoginThatIsRefused() throws Exception {
        var agents = Files.createDirectories(home.resolve("agents"));
        var client = new HashMap<>(client(Role.SHIPPER.user()));
        client.computeIfPresent("sasl.jaas.config", (name, login) -> login.replace("\"secret\"", "\"wrong\""));
        var data = home.resolve("unknown");
        try (var ship = ChildUp.start(home, ship(client, data, "--home", agents.toString()))) {
            ship.says("refused the login: Authentication failed: Invalid username or password; check "
                    + "security.protocol, sasl.* and ssl.* in the file of --config; retrying until Kafka accepts "
                    + "lines; no lines are lost\n");
            assertThat(ChildUp.printed(home, ship(client, data, "--status")))
                    .contains("\nbroker reachable, but it accepts no lines\n");
        }
    }

    private static Role.Grant on(String topic, Role role, AclOperation operation) {
        return role.grants.stream()
                .filter(grant -> grant.name().equals(topic) && grant.operation() == operation)
                .findFirst()
                .orElseThrow();
    }

    private static String said(Role role, String... command) throws Exception {
        var options = KnownCredentials.options(home, client(role.user()), Map.of());
        try (var child = ChildUp.start(
                home, Stream.concat(Stream.of(command), options.stream()).toArray(String[]::new))) {
            child.exit();
            return child.err();
        }
    }

    private static void give(Role role, Role.Grant grant) throws Exception {
        admin.createAcls(List.of(grant.to(role))).all().get();
    }

    private static void revoke(Role role, Role.Grant grant) throws Exception {
        var filter = grant.to(role).toFilter();
        assertThat(admin.deleteAcls(List.of(filter)).all().get()).hasSize(1);
    }
}
