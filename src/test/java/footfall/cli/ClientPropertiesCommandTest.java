package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code footfall client-properties} says when there is no broker to connect to. */
class ClientPropertiesCommandTest {
    @TempDir
    Path home;

    private void assertFails(String message, String... arguments) {
        assertThat(new Terminal(home).run(arguments)).isEqualTo(new Terminal.Ran(1, "", "footfall: " + message + "\n"));
    }

    private static Path file(Path data) {
        return data.resolve("broker/client.properties");
    }

    @Test
    void withoutABrokerTheErrorNamesTheDataFolderThatTheOptionsName() {
        var usual = home.resolve(".footfall");
        var other = home.resolve("other");
        assertFails(
                "no broker is running with the data folder " + usual + " (" + file(usual)
                        + " does not exist); start it with: footfall up",
                "client-properties");
        var message = "no broker is running with the data folder " + other + " (" + file(other)
                + " does not exist); start it with: footfall up --set data_dir=" + other;
        assertFails(message, "client-properties", "--data-dir", other.toString());
        assertFails(message, "client-properties", "--json", "--set", "data_dir=" + other);
    }

    @Test
    void aBrokerThatWasKilledDoesNotAnswerAndItsPasswordIsNotShown() throws IOException {
        var data = home.resolve(".footfall");
        var address = "127.0.0.1:" + Ports.free();
        Files.createDirectories(file(data).getParent());
        Files.writeString(
                file(data),
                "bootstrap.servers=" + address + "\nsecurity.protocol=SASL_PLAINTEXT\n"
                        + "sasl.mechanism=SCRAM-SHA-256\nsasl.jaas.config=org.apache.kafka.common.security.scram."
                        + "ScramLoginModule required username=\"footfall\" password=\"hush\";\n");
        assertFails(
                "the broker of the data folder " + data + " does not answer at " + address
                        + "; start it with: footfall up",
                "client-properties");
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws IOException {
        var data = home.resolve(".footfall");
        Files.createDirectories(file(data));
        assertThat(new Terminal(home).run("client-properties")).satisfies(ran -> {
            assertThat(ran.exit()).isEqualTo(1);
            assertThat(ran.out()).isEmpty();
            assertThat(ran.err())
                    .startsWith("footfall: cannot read " + file(data) + ": ")
                    .endsWith("; only the user who started the broker can read it\n");
        });
    }
}
