package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.broker.KnownCredentials;
import footfall.broker.SecuredBroker;
import footfall.example.LatestTurns;
import footfall.testkit.Cluster;
import footfall.testkit.Defaults;
import footfall.testkit.LongSuite;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.topology.TopologyFailed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
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

/** A cluster with TLS, passwords and ACLs: each role works with its own ACLs, and says which one is missing. */
@LongSuite
@Timeout(900)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AclsIT {
    @TempDir
    static Path home;

    private static final String SHIPPERS = "footfall.shippers";
    private static final String REMEDIES = "footfall.remedies";

    private static SecuredBroker broker;
    private static Admin admin;

    @BeforeAll
    static void start() throws Exception {
        var users = Stream.of(Role.values()).map(Role::user).toList();
        broker = SecuredBroker.startWithAcls(home.resolve("broker"), users);
        admin = Admin.create(Map.copyOf(client("admin")));
        for (var role : Role.values()) {
            admin.createAcls(role.grants.stream().map(grant -> grant.to(role)).toList())
                    .all()
                    .get();
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

    @Test
    @Order(1)
    void theOperatorCreatesTheTopics() throws Exception {
        assertThat(said(Role.OPERATOR, "topics", "create", "--partitions", "1")).isEmpty();
        assertThat(said(Role.OPERATOR, "topics", "check")).isEqualTo("footfall: all topics match\n");
        assertThat(said(Role.OPERATOR, "topics", "describe"))
                .isEqualTo("footfall: this user may not read sizes; ask its administrator for Describe on the "
                        + "cluster\n");
        assertThat(saidWithout(Role.OPERATOR, AclOperation.DESCRIBE_CONFIGS, "topics", "check"))
                .contains("denies this user permission")
                .contains("footfall.lines")
                .contains("ask its administrator for Describe and DescribeConfigs on these topics");
    }

    @Test
    @Order(2)
    void theShipperSendsLinesAndNamesTheTopicThatItMayNotWrite() throws Exception {
        var ship = ship("one");
        for (var grant : needed(Role.SHIPPER)) {
            revoke(Role.SHIPPER, grant);
            assertThat(said(Role.SHIPPER, ship))
                    .contains("Kafka denies this user access to the topic " + grant.name())
                    .contains("ask its administrator for Write on the topic " + grant.name());
            give(Role.SHIPPER, grant);
        }
        assertThat(said(Role.SHIPPER, ship)).contains("lines sent 6, rejected 0");
    }

    private static String[] ship(String session) throws Exception {
        var yesterday = LocalDate.now(ZoneOffset.UTC).minusDays(1).toString();
        var transcript = Transcripts.of(home.resolve("agents"), session, yesterday)
                .turn("Read", "Edit")
                .write();
        return new String[] {"ship", "--once", "--home", transcript.getParent().toString()};
    }

    /** Delete is not among them: Kafka Streams only logs that it cannot delete consumed records. */
    @Test
    @Order(3)
    void theProcessorNamesTheRightThatIsMissing() throws Exception {
        var quiet = List.of(
                "footfall.alerts",
                "footfall.desires",
                "footfall.loops",
                "footfall.open",
                "footfall.rejected",
                SHIPPERS,
                REMEDIES);
        var tried = Role.PROCESSOR.grants.stream()
                .filter(grant -> !quiet.contains(grant.name())
                        && grant.operation() != AclOperation.DELETE
                        && grant.operation() != AclOperation.DESCRIBE_CONFIGS)
                // While there are no internal topics yet
                .sorted(Comparator.comparing(grant -> grant.operation() != AclOperation.CREATE))
                .toList();
        var said = new LinkedHashMap<Role.Grant, String>();
        for (var grant : tried) {
            send("case" + said.size());
            revoke(Role.PROCESSOR, grant);
            said.put(grant, failure());
            give(Role.PROCESSOR, grant);
        }
        assertThat(said)
                .allSatisfy((grant, message) -> assertThat(message)
                        .as(grant.toString())
                        .startsWith("Kafka denies this user access to ")
                        .contains(named(grant))
                        .containsIgnoringCase(grant.operation().name()));
    }

    /** A turn that nobody has processed yet. */
    private static void send(String session) {
        var lines = footfall.testkit.Transcripts.session(session)
                .prompt(0, "do it")
                .assistant(1, "m1", footfall.testkit.Transcripts.use("Read", "t1"))
                .result(2, "t1")
                .endTurn(3, "m2");
        var config = Map.<String, Object>copyOf(client("admin"));
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            Shipment.of(lines)
                    .records()
                    .forEach(record -> producer.send(new ProducerRecord<>(
                            "footfall.lines", null, record.session(), record.value(), record.headers())));
        }
    }

    /** Some of Kafka's errors do not name what they deny. */
    private static String named(Role.Grant grant) {
        if (grant.operation() == AclOperation.CREATE) {
            return "internal topics";
        }
        return grant.type() == ResourceType.TRANSACTIONAL_ID ? "transactional ID" : grant.name();
    }

    private static String failure() throws Exception {
        var settings = new StreamSettings(
                "footfall",
                Files.createTempDirectory(home, "stores"),
                1,
                StreamSettings.MEMORY_BYTES,
                client(Role.PROCESSOR.user()));
        try (var streaming = Streaming.start(Defaults.topology(Story.RULES, Cluster.TALLIES), settings)) {
            var bug = streaming.failure().toCompletableFuture().get(4, TimeUnit.MINUTES);
            return bug.refused().orElse("a bug: " + bug);
        } catch (TopologyFailed atStart) {
            return atStart.refused().orElse("a bug: " + atStart);
        } catch (TimeoutException none) {
            return "no failure";
        }
    }

    @Test
    @Order(4)
    void aReaderGetsTheTurnsThatTheProcessorPublished() throws Exception {
        said(Role.SHIPPER, ship("two"));
        var options = KnownCredentials.options(home, client(Role.PROCESSOR.user()), Map.of());
        try (var stream = ChildUp.start(home, "stream", "--no-view", options.get(0), options.get(1))) {
            stream.says("two:0").says("closed");
            assertThat(stream.stop().exit()).isEqualTo(143);
        }
        var topic = "footfall.turns";
        try (var reader = new LatestTurns(client(Role.READER.user()), "reports", topic)) {
            Awaitility.await().until(() -> {
                reader.poll();
                return reader.turns().containsKey("two:0");
            });
        }
        try (var reader = new LatestTurns(client(Role.READER.user()), "other", topic)) {
            assertThatThrownBy(reader::poll)
                    .isInstanceOf(GroupAuthorizationException.class)
                    .hasMessageContaining("other");
        }
        try (var reader = new LatestTurns(client(Role.READER.user()), "reports", "footfall.sessions")) {
            assertThatThrownBy(reader::poll)
                    .isInstanceOf(TopicAuthorizationException.class)
                    .hasMessageContaining("footfall.sessions");
        }
    }

    /** No processor runs, so nothing confirms the request. */
    @Test
    @Order(6)
    void whoeverForgetsNeedsToReadOnlyToWait() throws Exception {
        var forget = new String[] {"forget", "--session", "two", "--yes", "--wait", "1"};
        assertThat(said(Role.FORGETTER, forget)).contains("no processor confirmed the request within 1 s");
        for (var grant : needed(Role.FORGETTER)) {
            revoke(Role.FORGETTER, grant);
            var missing =
                    (grant.operation() == AclOperation.WRITE ? "Write" : "Read") + " on the topic " + grant.name();
            assertThat(said(Role.FORGETTER, forget)).contains("ask its administrator for " + missing);
            if (grant.operation() == AclOperation.READ) {
                assertThat(said(Role.FORGETTER, "forget", "--session", "two", "--yes", "--wait", "0"))
                        .isEmpty();
            }
            give(Role.FORGETTER, grant);
        }
    }

    @Test
    @Order(6)
    void whoeverAppliesPricesNeedsToReadWhatWasEmitted() throws Exception {
        var apply = new String[] {"prices", "apply", "--wait", "1"};
        assertThat(said(Role.PRICER, apply)).contains("no processor confirmed the price list within 1 s");
        for (var name : List.of("lines", "sessions")) {
            var grant = Role.PRICER.grants.stream()
                    .filter(one -> one.name().equals("footfall." + name))
                    .findFirst()
                    .orElseThrow();
            revoke(Role.PRICER, grant);
            assertThat(said(Role.PRICER, apply)).contains("on the topic " + grant.name());
            give(Role.PRICER, grant);
        }
    }

    @Test
    @Order(7)
    void aSinkReadsEveryTopicThatItStores() {
        var topics = Role.SINK.grants.stream()
                .filter(grant -> grant.type() == ResourceType.TOPIC)
                .map(Role.Grant::name)
                .toList();
        var config = new HashMap<String, Object>(client(Role.SINK.user()));
        config.put("group.id", "connect-footfall-postgres");
        config.put("auto.offset.reset", "earliest");
        try (var sink = new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
            sink.subscribe(topics);
            var read = new TreeSet<String>();
            Awaitility.await().until(() -> {
                sink.poll(Duration.ofMillis(100)).partitions().forEach(partition -> read.add(partition.topic()));
                return sink.assignment().size() == topics.size() && read.contains("footfall.turns");
            });
            sink.commitSync();
        }
    }

    /** Those without which more than a list is lacking. */
    private static List<Role.Grant> needed(Role role) {
        return role.grants.stream()
                .filter(grant -> !List.of(SHIPPERS, REMEDIES).contains(grant.name()))
                .toList();
    }

    private static String said(Role role, String... command) throws Exception {
        var options = KnownCredentials.options(home, client(role.user()), Map.of());
        try (var child = ChildUp.start(
                home, Stream.concat(Stream.of(command), options.stream()).toArray(String[]::new))) {
            child.exit();
            return child.err();
        }
    }

    private static String saidWithout(Role role, AclOperation operation, String... command) throws Exception {
        var grant = role.grants.stream()
                .filter(one -> one.operation() == operation)
                .findFirst()
                .orElseThrow();
        revoke(role, grant);
        var said = said(role, command);
        give(role, grant);
        return said;
    }

    private static void give(Role role, Role.Grant grant) throws Exception {
        admin.createAcls(List.of(grant.to(role))).all().get();
    }

    private static void revoke(Role role, Role.Grant grant) throws Exception {
        var filter = grant.to(role).toFilter();
        assertThat(admin.deleteAcls(List.of(filter)).all().get()).hasSize(1);
    }
}
