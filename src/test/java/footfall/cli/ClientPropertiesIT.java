package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.LongSuite;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A running {@code up}: its owner's commands are let in, others are not, and the password stays inside. */
@LongSuite
@Timeout(900)
class ClientPropertiesIT {
    @TempDir
    Path folder;

    @Test
    void commandsOfTheOwnerConnectToTheBrokerOfUpAndThoseOfOthersDoNot() throws Exception {
        var home = Files.createDirectory(folder.resolve("owner"));
        var agents = home.resolve("agents");
        Transcripts.of(agents, "one", "2026-01-05").turn("Read", "Edit").write();
        try (var up = ChildUp.start(home, "up", "--no-view", "--home", agents.toString())) {
            up.says("up on 127.0.0.1:").says("one:0");
            var printed = succeeds(home, "client-properties");
            var client = properties(printed);
            var address = client.getProperty("bootstrap.servers");
            assertThat(up.out() + up.err()).contains("up on " + address);
            var file = Files.writeString(folder.resolve("client.properties"), printed)
                    .toString();
            var stranger = Files.createDirectory(folder.resolve("stranger"));
            // Elsewhere it is not known that this broker keeps all turns.
            assertAllMatch(
                    succeedsOnStderr(stranger, "topics", "check", "--config", file, "--set", "tally_retention=all"));
            assertAllMatch(succeedsOnStderr(home, "topics", "check", "--bootstrap-servers", address));
            assertAllMatch(succeedsOnStderr(
                    home, "topics", "check", "--bootstrap-servers", address.replace("127.0.0.1", "localhost")));
            assertRefused(stranger, address);
            var password = client.getProperty("sasl.jaas.config").replaceAll(".*password=\"(.*)\";", "$1");
            assertThat(password).hasSize(43);
            assertThat(up.out() + up.err() + succeeds(home, "config")).doesNotContain(password);
            assertThat(up.stop().exit()).isEqualTo(143);
            assertThat(up.out() + up.err()).doesNotContain(password).doesNotContain("SASL", "authentic");
        }
    }

    private static Properties properties(String text) throws IOException {
        var properties = new Properties();
        properties.load(new StringReader(text));
        assertThat(properties.stringPropertyNames())
                .containsExactlyInAnyOrder(
                        "bootstrap.servers", "security.protocol", "sasl.mechanism", "sasl.jaas.config");
        return properties;
    }

    private static void assertAllMatch(String err) {
        assertThat(err).isEqualTo("footfall: all topics match\n");
    }

    private static void assertRefused(Path stranger, String address) throws IOException {
        var refused = "Kafka at " + address + " asks for a user name and password, and this client has none; for"
                + " the broker of a running up, write them to a file with: footfall client-properties --data-dir DIR"
                + " > FILE, and name the file with --config; else set security.protocol and sasl.* there\n";
        try (var topics = ChildUp.start(stranger, "topics", "describe", "--bootstrap-servers", address);
                var ship = ChildUp.start(
                        stranger, "ship", "--once", "--home", stranger.toString(), "--bootstrap-servers", address)) {
            assertThat(topics.exit()).isEqualTo(1);
            assertThat(topics.out()).isEmpty();
            assertThat(topics.err()).isEqualTo("footfall: " + refused);
            assertThat(ship.exit()).as(ship.err()).isEqualTo(1);
            assertThat(ship.err()).endsWith(refused);
        }
    }

    private static String succeeds(Path home, String... arguments) throws IOException {
        try (var command = ChildUp.start(home, arguments)) {
            assertThat(command.exit()).as(command.err()).isZero();
            assertThat(command.err()).isEmpty();
            return command.out();
        }
    }

    private static String succeedsOnStderr(Path home, String... arguments) throws IOException {
        try (var command = ChildUp.start(home, arguments)) {
            assertThat(command.exit()).as(command.err()).isZero();
            return command.err();
        }
    }
}
