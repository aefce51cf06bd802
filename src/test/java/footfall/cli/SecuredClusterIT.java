package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.ClientProperties;
import footfall.broker.SecuredBroker;
import footfall.broker.TokenIssuer;
import footfall.testkit.LongSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that lets in only some: what {@code --config} says reaches every client there is. */
@LongSuite
@Timeout(900)
class SecuredClusterIT {
    @TempDir
    Path home;

    private List<String> before = List.of();

    @Test
    void aPasswordOpensTheCluster() throws Exception {
        try (var broker = SecuredBroker.start(home.resolve("broker"))) {
            assertThatItOpens(broker, broker.client());
        }
    }

    @Test
    void aCertificateOpensTheCluster() throws Exception {
        var folder = home.resolve("broker");
        try (var broker = SecuredBroker.startWithCertificates(folder)) {
            assertThatItOpens(broker, broker.certified(folder));
        }
    }

    @Test
    void aTokenOfAnIssuerOpensTheClusterIfItsAddressIsAllowed() throws Exception {
        try (var issuer = new TokenIssuer()) {
            System.setProperty(TokenIssuer.ALLOWED, issuer.allowed());
            try (var broker = SecuredBroker.startWithTokens(home.resolve("broker"), issuer)) {
                var client = new HashMap<>(issuer.client());
                client.put("bootstrap.servers", broker.servers());
                assertThat(refusal(client)).contains(TokenIssuer.ALLOWED);
                before = List.of("env", "JAVA_TOOL_OPTIONS=-D" + TokenIssuer.ALLOWED + "=" + issuer.allowed());
                assertThatItOpens(broker, client);
            } finally {
                System.clearProperty(TokenIssuer.ALLOWED);
            }
        }
    }

    /** Everything that begins with the prefix, and nothing else. */
    @Test
    void rightsOnAPrefixAreEnough() throws Exception {
        var folder = home.resolve("broker");
        try (var broker = SecuredBroker.startWithAcls(folder, List.of("ada"));
                var admin = Admin.create(Map.copyOf(broker.client(folder, "admin")))) {
            var all = new AccessControlEntry("User:ada", "*", AclOperation.ALL, AclPermissionType.ALLOW);
            for (var type : List.of(ResourceType.TOPIC, ResourceType.GROUP, ResourceType.TRANSACTIONAL_ID)) {
                var prefix = new ResourcePattern(type, "footfall", PatternType.PREFIXED);
                admin.createAcls(List.of(new AclBinding(prefix, all))).all().get();
            }
            assertThatItOpens(broker, broker.client(folder, "ada"));
        }
    }

    private ChildUp footfall(String... arguments) throws IOException {
        return ChildUp.start(before, home, arguments);
    }

    private String file(Map<String, String> client) throws IOException {
        return Files.writeString(home.resolve("client.properties"), ClientProperties.text(client))
                .toString();
    }

    private String refusal(Map<String, String> client) throws IOException {
        try (var stranger = footfall("topics", "check", "--config", file(client))) {
            assertThat(stranger.exit()).isEqualTo(1);
            return stranger.err();
        }
    }

    /** Topics, shipper and topology; and without the properties, nobody gets in. */
    private void assertThatItOpens(SecuredBroker broker, Map<String, String> client) throws Exception {
        var transcripts = Transcripts.of(home.resolve("agents"), "one", "2026-01-05")
                .turn("Read", "Edit")
                .write()
                .getParent()
                .toString();
        var file = file(client);
        try (var topics = footfall("topics", "create", "--partitions", "2", "--config", file)) {
            assertThat(topics.exit()).as(topics.err()).isZero();
        }
        try (var check = footfall("topics", "check", "--config", file)) {
            assertThat(check.exit()).as(check.out()).isZero();
            assertThat(check.err()).endsWith("footfall: all topics match\n");
        }
        try (var ship = footfall("ship", "--once", "--config", file, "--home", transcripts)) {
            assertThat(ship.exit()).as(ship.err()).isZero();
        }
        try (var stream = footfall("stream", "--no-view", "--config", file)) {
            stream.says("one:0").says("closed");
            assertThat(stream.stop().exit()).isEqualTo(143);
            assertThat(stream.err() + stream.out()).doesNotContain("secret");
        }
        assertThat(refusal(Map.of("bootstrap.servers", broker.servers())))
                .contains(broker.servers())
                .contains("security.protocol");
    }
}
