package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.BrokerDirectory.Credentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs({OS.LINUX, OS.MAC})
class CredentialsTest {
    @TempDir
    Path folder;

    private Map<String, String> client() throws IOException {
        return Credentials.of(folder).client("127.0.0.1:1");
    }

    private Path secret() {
        return folder.resolve("footfall.secret");
    }

    private static String rights(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void thePasswordIsRandomAndStaysTheSameAndOnlyTheOwnerCanReadIt() throws Exception {
        var first = client();
        assertThat(first.get("sasl.jaas.config"))
                .matches("org\\.apache\\.kafka\\.common\\.security\\.scram\\."
                        + "ScramLoginModule required username=\"footfall\" password=\"[A-Za-z0-9_-]{43}\";");
        assertThat(client()).isEqualTo(first);
        assertThat(rights(secret())).isEqualTo("rw-------");
        Files.delete(secret());
        assertThat(client()).isNotEqualTo(first);
    }

    /** By its name, from another package. */
    @Test
    void kafkaCanMakeTheHandlerThatTheBrokerNames() throws Exception {
        var handler = Credentials.of(folder)
                .server("CLIENT")
                .get("listener.name.client.scram-sha-256.sasl.server.callback.handler.class");
        assertThat(Utils.newInstance(handler, AuthenticateCallbackHandler.class))
                .isInstanceOf(OwnerLogin.class);
    }

    @Test
    void aSecretThatOthersCouldReadIsReplaced() throws Exception {
        var first = client();
        Files.setPosixFilePermissions(secret(), PosixFilePermissions.fromString("rw-r-----"));
        assertThat(client()).isNotEqualTo(first);
        assertThat(rights(secret())).isEqualTo("rw-------");
    }

    @Test
    void aSecretThatIsCutShortIsReplaced() throws Exception {
        for (var length : new int[] {0, 31}) {
            Files.write(secret(), new byte[length]);
            assertThat(client().get("sasl.jaas.config")).matches(".*password=\"[A-Za-z0-9_-]{43}\";");
            assertThat(Files.size(secret())).isEqualTo(32);
            Files.delete(secret());
        }
    }

    @Test
    void theTextOfAnObjectShowsNoPassword() throws Exception {
        var password = client().get("sasl.jaas.config").replaceAll(".*password=\"(.*)\";", "$1");
        assertThat(Credentials.of(folder).toString()).doesNotContain(password);
    }

    @Test
    void theFileForClientsIsReadAsItWasWrittenAndOnlyByTheOwner() throws Exception {
        assertThat(ClientProperties.read(folder)).isEmpty();
        ClientProperties.write(folder, Map.of("old", "one"));
        ClientProperties.write(folder, client());
        assertThat(ClientProperties.read(folder)).contains(client());
        assertThat(rights(ClientProperties.file(folder))).isEqualTo("rw-------");
        ClientProperties.remove(folder);
        ClientProperties.remove(folder);
        assertThat(ClientProperties.read(folder)).isEmpty();
    }

    /** As Kafka does, which has its name alone. */
    @Test
    void theHandlerOfLoginsCanBeMadeByItsName() throws Exception {
        var handler = Credentials.of(folder)
                .server("LOCAL")
                .get("listener.name.local.scram-sha-256.sasl.server.callback.handler.class");
        assertThat(Utils.newInstance(handler, AuthenticateCallbackHandler.class))
                .isNotNull();
    }
}
