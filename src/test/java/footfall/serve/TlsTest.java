package footfall.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.ask.ApiClient;
import footfall.ask.HttpPeers;
import footfall.ask.ServerAnswers;
import footfall.ask.TrustedCertificates;
import footfall.view.Aliases;
import footfall.view.Selection;
import footfall.view.Share;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TlsTest {
    private static final char[] PASSWORD = "secret".toCharArray();
    private static final Doors.Limits LIMITS =
            new Doors.Limits(2_048, 64, 4, 1_000, 1_000, Duration.ofSeconds(20), Duration.ofMillis(500));

    @TempDir
    static Path folder;

    private static Path rsa;
    private static Path ec;
    /** Without the address of the server. */
    private static Path named;

    @BeforeAll
    static void makeKeys() throws Exception {
        rsa = pem("rsa", "-keyalg RSA -keysize 2048", "ip:127.0.0.1");
        ec = pem("ec", "-keyalg EC", "ip:127.0.0.1");
        named = pem("named", "-keyalg EC", "dns:processor.example");
    }

    /** Makes {@code NAME.cert} and {@code NAME.key}; returns the former. */
    private static Path pem(String name, String algorithm, String alternative) throws Exception {
        var cert = folder.resolve(name + ".cert");
        keytool("-genkeypair -alias one " + algorithm + " -dname CN=footfall -ext SAN=" + alternative + stored(cert));
        var store = KeyStore.getInstance(keys(cert).toFile(), PASSWORD);
        write(cert, "CERTIFICATE", store.getCertificate("one").getEncoded());
        write(key(cert), "PRIVATE KEY", store.getKey("one", PASSWORD).getEncoded());
        return cert;
    }

    private static void keytool(String options) throws Exception {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.add("-J-XX:TieredStopAtLevel=1");
        command.addAll(List.of(options.split(" ")));
        var made = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(made.waitFor()).isZero();
    }

    private static String stored(Path cert) {
        return " -storetype PKCS12 -storepass secret -keystore " + keys(cert);
    }

    private static Path keys(Path cert) {
        return folder.resolve(cert.getFileName().toString().replace(".cert", ".p12"));
    }

    private static void write(Path file, String kind, byte[] bytes) throws Exception {
        var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private static Path key(Path cert) {
        return folder.resolve(cert.getFileName().toString().replace(".cert", ".key"));
    }

    private static ServeSettings settings(Path cert, Path key) {
        var tls = new ServeSettings.TlsFiles(Optional.ofNullable(cert), Optional.ofNullable(key));
        return new ServeSettings(ServeSettings.Use.ON, "127.0.0.1", 0, List.of(), ServeSettings.TokenFiles.NONE, tls);
    }

    private static HttpServer serving(Path cert) {
        var workers = new Workers("test", Duration.ofSeconds(20));
        var fast = Served.route("/x", Route.Access.EVERYONE, workers.computing(one -> Body.json(one, "x")));
        return HttpServer.start(settings(cert, key(cert)), List.of(fast), LIMITS);
    }

    private static HttpResponse<String> get(HttpServer server, Path trusted, String protocol) throws Exception {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("one", certificate(trusted));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        var parameters = new SSLParameters();
        parameters.setProtocols(new String[] {protocol});
        var client = HttpClient.newBuilder()
                .sslContext(context)
                .sslParameters(parameters)
                .build();
        var request = HttpRequest.newBuilder(URI.create(server.url() + "/x")).build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static Certificate certificate(Path file) throws Exception {
        return KeyStore.getInstance(keys(file).toFile(), PASSWORD).getCertificate("one");
    }

    @Test
    void clientsThatTrustTheCertificateAreAnswered() throws Exception {
        for (var cert : List.of(rsa, ec)) {
            try (var server = serving(cert)) {
                assertThat(server.url()).startsWith("https://127.0.0.1:");
                for (var protocol : List.of("TLSv1.2", "TLSv1.3")) {
                    assertThat(get(server, cert, protocol).body()).isEqualTo("\"x\"");
                }
                assertThatThrownBy(() -> get(server, cert == rsa ? ec : rsa, "TLSv1.3"))
                        .isInstanceOf(SSLHandshakeException.class);
            }
        }
    }

    /** The server answers 503, because it has no topology: the connection is what counts. */
    @Test
    void aCommandTrustsTheCertificateOfTheLocalProcessorByWhateverNameOrThoseOfAFile() throws Exception {
        var api = new Api(Optional::empty, Clock.systemUTC()).routes();
        try (var server = HttpServer.start(settings(named, key(named)), api, LIMITS)) {
            assertThatThrownBy(() -> ask(server, TrustedCertificates.exactly(named)))
                    .hasMessageContaining("the topology has not started");
            assertThatThrownBy(() -> ask(server, TrustedCertificates.exactly(ec)))
                    .hasMessageContaining("no secure connection");
            assertThatThrownBy(() -> ask(server, TrustedCertificates.issuing(named)))
                    .hasMessage("no secure connection to " + server.url() + ": its certificate is not for the name "
                            + "127.0.0.1; use a name that it contains");
        }
        try (var server = HttpServer.start(settings(ec, key(ec)), api, LIMITS)) {
            assertThatThrownBy(() -> ask(server, TrustedCertificates.issuing(ec)))
                    .hasMessageContaining("the topology has not started");
            assertThatThrownBy(() -> ask(server, TrustedCertificates.issuing(rsa)))
                    .hasMessage("no secure connection to " + server.url() + ": this machine does not trust the "
                            + "issuer of its certificate; name the issuer's certificate with --cacert FILE");
        }
    }

    @Test
    void aCommandWithoutTlsIsAdvisedToUseIt() {
        var api = new Api(Optional::empty, Clock.systemUTC()).routes();
        try (var server = HttpServer.start(settings(ec, key(ec)), api, LIMITS)) {
            var url = URI.create(server.url().replace("https", "http"));
            var client = new ApiClient(url, Optional.empty(), Optional.empty(), () -> "unreachable");
            assertThatThrownBy(() -> new ServerAnswers(client, new Aliases(Map.of())).openTurns(Selection.ALL, 1))
                    .hasMessage("the connection to " + url
                            + " failed; try again later, or use https:// if it answers with TLS");
        }
    }

    /** Java accepts a certificate that is trusted itself at any time, so these have an issuer. */
    @Test
    void aCertificateThatIsNotValidNowIsReportedAsThat() throws Exception {
        var issuer = pem("issuer", "-keyalg EC -ext bc:c", "dns:issuer.example");
        var request = folder.resolve("request");
        keytool("-certreq -alias one -file " + request + stored(ec));
        var api = new Api(Optional::empty, Clock.systemUTC()).routes();
        var whys = Map.of(
                "-9d", "its certificate has expired; renew it on that machine",
                "+9d", "its certificate is not valid yet; compare the clocks of both machines");
        for (var why : whys.entrySet()) {
            var issued = folder.resolve("from" + why.getKey());
            keytool("-gencert -rfc -alias one -ext SAN=ip:127.0.0.1 -validity 1 -startdate " + why.getKey()
                    + " -infile " + request + " -outfile " + issued + stored(issuer));
            try (var server = HttpServer.start(settings(issued, key(ec)), api, LIMITS)) {
                assertThatThrownBy(() -> ask(server, TrustedCertificates.issuing(issuer)))
                        .hasMessage("no secure connection to " + server.url() + ": " + why.getValue());
            }
        }
    }

    private static void ask(HttpServer server, SSLContext trusted) {
        var client =
                new ApiClient(URI.create(server.url()), Optional.empty(), Optional.of(trusted), () -> "unreachable");
        new ServerAnswers(client, new Aliases(Map.of())).openTurns(Selection.ALL, 1);
    }

    /** The server answers 503, because it has no topology: the connection is what counts. */
    @Test
    void anInstanceTrustsThoseWithItsOwnCertificateAndNoOther() {
        var routes = new InternalRoutes(Optional::empty, () -> 0).routes();
        try (var server = HttpServer.start(settings(rsa, key(rsa)), routes, LIMITS)) {
            var address = server.url().substring("https://".length());
            for (var asking : List.of(rsa, ec)) {
                var peer = new HttpPeers(InternalRoutes.PeerAccess.of(settings(asking, key(asking))));
                assertThatThrownBy(() -> peer.at(address, Share.NONE, Duration.ofSeconds(20))
                                .openTurns(Selection.ALL, 1))
                        .hasMessage(
                                asking == rsa
                                        ? "it answered with status 503"
                                        : "no TLS connection to it that is trusted");
            }
        }
    }

    @Test
    void aClientThatSpeaksNoTlsOrNothingIsCut() throws Exception {
        try (var server = serving(rsa)) {
            for (var sent : List.of("GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n", "")) {
                try (var socket =
                        new Socket("127.0.0.1", URI.create(server.url()).getPort())) {
                    socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
                    assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                            .doesNotContain("HTTP/1.1 200");
                }
            }
            assertThat(get(server, rsa, "TLSv1.3").body()).isEqualTo("\"x\"");
        }
    }

    @Test
    void aFileThatCannotBeUsedIsNamed() throws Exception {
        var missing = folder.resolve("missing");
        var other = folder.resolve("other");
        Files.writeString(other, "no PEM");
        var pkcs1 = folder.resolve("pkcs1");
        write(pkcs1, "RSA PRIVATE KEY", new byte[10]);
        var broken = folder.resolve("broken");
        write(broken, "PRIVATE KEY", new byte[10]);
        var open = Files.copy(key(rsa), folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        var certAsKey = Files.copy(rsa, folder.resolve("cert-as-key"));
        assertRefused(
                missing, key(rsa), "cannot use serve_tls_cert_file " + missing + ": NoSuchFileException: " + missing);
        assertRefused(
                other, key(rsa), "cannot use serve_tls_cert_file " + other + ": it is not a certificate in PEM format");
        assertRefused(rsa, missing, "cannot use serve_tls_key_file " + missing + ": NoSuchFileException: " + missing);
        assertRefused(
                rsa,
                pkcs1,
                "cannot use serve_tls_key_file " + pkcs1
                        + ": its key is encrypted or not in PKCS #8 format; convert it "
                        + "with: openssl pkcs8 -topk8 -nocrypt");
        assertRefused(
                rsa,
                certAsKey,
                "cannot use serve_tls_key_file " + certAsKey + ": it contains no private key in PEM format");
        for (var wrong : List.of(broken, key(ec))) {
            assertRefused(
                    rsa,
                    wrong,
                    "cannot use serve_tls_key_file " + wrong + ": it contains no RSA key, as the certificate requires");
        }
        assertRefused(
                rsa, open, "other users can read the private key in " + open + "; restrict it with: chmod 600 " + open);
        var another = key(pem("another", "-keyalg RSA -keysize 2048", "ip:127.0.0.1"));
        assertRefused(
                rsa,
                another,
                "the private key in " + another + " does not belong to the first certificate in " + rsa
                        + "; put the server's certificate first, and set serve_tls_key_file to its key");
        assertRefused(
                rsa,
                null,
                "only one of serve_tls_cert_file and serve_tls_key_file is set; set both for TLS, or neither");
    }

    private static void assertRefused(Path cert, Path key, String message) {
        assertThatThrownBy(() -> HttpServer.start(settings(cert, key), List.of()))
                .isInstanceOf(ServerUnavailable.class)
                .hasMessage(message);
    }
}
