package footfall.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpServerTest {
    @TempDir
    Path folder;

    private static void assertRefused(ServeSettings settings, String message) {
        assertThatThrownBy(() -> HttpServer.start(settings, List.of()).close())
                .isInstanceOf(ServerUnavailable.class)
                .hasMessage(message);
    }

    private static ServeSettings on(String address, int port, Path token) {
        return new ServeSettings(
                ServeSettings.Use.ON, address, port, List.of(), files(token), ServeSettings.TlsFiles.NONE);
    }

    private static ServeSettings.TokenFiles files(Path token) {
        return new ServeSettings.TokenFiles(Optional.ofNullable(token), Optional.empty());
    }

    @Test
    void anAddressThatOthersReachNeedsAToken() {
        for (var address : List.of("0.0.0.0", "::", "192.0.2.1")) {
            assertRefused(
                    on(address, 0, null),
                    "other machines can reach serve_address " + address
                            + ", so clients must present a token; name its file with --set serve_token_file=FILE "
                            + "(footfall creates it), or use serve_address=127.0.0.1");
        }
    }

    @Test
    void anAddressThatOthersReachAcceptsAddressesAndNoForeignName() throws Exception {
        var token = folder.resolve("token");
        var answer = Served.route(
                "/x",
                Route.Access.EVERYONE,
                exchange -> exchange.getResponseSender().send("x"));
        try (var server = HttpServer.start(on("0.0.0.0", 0, token), List.of(answer))) {
            assertThat(server.url()).startsWith("http://127.0.0.1:");
        }
    }

    @Test
    void theServerLogsAsTheConfigurationOfFootfallSays() {
        HttpServer.start(on("127.0.0.1", 0, null), List.of()).close();
        assertThat(Logger.getLogger("org.xnio.listener").isEnabled(Logger.Level.ERROR))
                .isFalse();
    }

    @Test
    void anUnknownAddressAndOneOfAnotherMachineAreNamed() {
        assertRefused(
                on("no such host", 0, null),
                "serve_address \"no such host\" is not a known address; set it to an address of this machine, "
                        + "such as 127.0.0.1");
        assertThatThrownBy(() -> HttpServer.start(on("192.0.2.1", 0, folder.resolve("token")), List.of()))
                .isInstanceOf(ServerUnavailable.class)
                .hasMessageContaining("cannot listen on 192.0.2.1: ")
                .hasMessageContaining("set serve_address to an address of this machine");
    }

    @Test
    void aRequiredPortThatIsTakenIsNamedAndTheUsualOneIsReplaced() throws Exception {
        try (var taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = taken.getLocalPort();
            assertRefused(
                    on("127.0.0.1", port, null),
                    "port " + port + " on 127.0.0.1 is in use by another process; stop it, choose another port with "
                            + "--set serve_port=N, or a free one with --set serve_port=0");
        }
        try (var first = HttpServer.start(on("127.0.0.1", 0, null), List.of());
                var second = HttpServer.start(on("127.0.0.1", 0, null), List.of())) {
            assertThat(second.url()).isNotEqualTo(first.url());
        }
    }

    @Test
    void aMissingTokenIsCreatedForItsOwnerAndKept() throws Exception {
        var file = folder.resolve("below").resolve("token");
        Tokens.Token.in(file);
        var text = Files.readString(file);
        assertThat(text).matches("[A-Za-z0-9_-]{43}\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        Tokens.Token.in(file);
        assertThat(file).hasContent(text);
    }

    @Test
    void aTokenThatOthersReadAndOneThatIsShortAreRefused() throws Exception {
        var file = Files.writeString(folder.resolve("token"), "0123456789012345678901234567890123456789\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertRefused(
                on("127.0.0.1", 0, file),
                "other users can read the token in " + file + "; restrict it with: chmod 600 " + file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        for (var weak : List.of("", "short", "with space with space with space")) {
            Files.writeString(file, weak);
            assertRefused(
                    on("127.0.0.1", 0, file),
                    file + " contains no token of at least 20 letters, digits and punctuation marks; delete it, "
                            + "and footfall creates a new one");
        }
        var noFile = Files.createDirectory(
                folder.resolve("folder"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        assertThatThrownBy(() -> Tokens.Token.in(noFile))
                .isInstanceOf(ServerUnavailable.class)
                .hasMessageContaining("serve_token_file=FILE");
    }
}
