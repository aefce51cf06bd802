package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import footfall.broker.KnownCredentials;
import footfall.broker.SecuredBroker;
import footfall.broker.Topics;
import footfall.run.ClusterTopics.TopicSpecs;
import footfall.testkit.LongSuite;
import footfall.testkit.Page;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** As {@link AclsIT}, for the roles of {@code relay}. */
@LongSuite
@Timeout(900)
class RelayAclsIT {
    @TempDir
    Path home;

    private SecuredBroker broker;
    private Admin admin;

    @Test
    void aRelayNamesTheRightThatIsMissing() throws Exception {
        var users = Stream.of(Role.RELAY, Role.EXPORTER).map(Role::user).toList();
        try (var started = SecuredBroker.startWithAcls(home.resolve("broker"), users)) {
            broker = started;
            roles();
        }
    }

    private void roles() throws Exception {
        try (var all = Admin.create(Map.copyOf(client("admin")));
                var topics = Topics.of(client("admin"), Duration.ofMinutes(1))) {
            admin = all;
            topics.create(TopicSpecs.of("footfall.", 1));
            for (var role : List.of(Role.RELAY, Role.EXPORTER)) {
                for (var grant : role.grants) {
                    give(role, grant);
                }
            }
            for (var grant : Role.RELAY.grants) {
                refused(Role.RELAY, grant, "--webhook", "http://127.0.0.1:1/");
            }
            assertThat(said(Role.RELAY, "--webhook", "http://127.0.0.1:1/")).isEmpty();
            exporter();
        }
    }

    private void exporter() throws Exception {
        var receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        receiver.start();
        var otlp = new String[] {
            "--otlp", "http://127.0.0.1:" + receiver.getAddress().getPort()
        };
        var turn = Page.ofRecord("turn").examples().get(0).replace("\n", "");
        try (var producer =
                new KafkaProducer<>(Map.copyOf(client("admin")), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("footfall.turns", "s1:0", turn));
        }
        for (var grant : Role.EXPORTER.grants) {
            if (!isReadOfExported(grant)) {
                refused(Role.EXPORTER, grant, otlp);
            }
        }
        assertThat(said(Role.EXPORTER, otlp)).isEmpty();
        // Once there is something to read
        for (var grant : Role.EXPORTER.grants) {
            if (isReadOfExported(grant)) {
                refused(Role.EXPORTER, grant, otlp);
            }
        }
        receiver.stop(0);
    }

    private static boolean isReadOfExported(Role.Grant grant) {
        return grant.operation() == AclOperation.READ && grant.name().equals("footfall.exported");
    }

    private Map<String, String> client(String user) {
        return broker.client(home.resolve("broker"), user);
    }

    private void refused(Role role, Role.Grant grant, String... target) throws Exception {
        var filter = grant.to(role).toFilter();
        assertThat(admin.deleteAcls(List.of(filter)).all().get()).hasSize(1);
        assertThat(said(role, target))
                .startsWith("footfall: Kafka denies this user access to ")
                .contains(grant.name())
                .containsIgnoringCase(grant.operation().name());
        give(role, grant);
    }

    private void give(Role role, Role.Grant grant) throws Exception {
        admin.createAcls(List.of(grant.to(role))).all().get();
    }

    private String said(Role role, String... target) throws Exception {
        var options = KnownCredentials.options(home, client(role.user()), Map.of());
        var arguments = Stream.of(Stream.of("relay", "--once"), options.stream(), Stream.of(target))
                .flatMap(words -> words)
                .toArray(String[]::new);
        try (var child = ChildUp.start(home, arguments)) {
            child.exit();
            return child.err();
        }
    }
}
