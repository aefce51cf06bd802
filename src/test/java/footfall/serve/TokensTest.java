package footfall.serve;

import static footfall.serve.Served.LIMITS;
import static footfall.serve.Served.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.turn.Origin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TokensTest {
    private static final Route WHO =
            Served.route("/who", Route.Access.READER, exchange -> Json.send(exchange, Json.TYPE, rows()));
    private static final Route PARTS =
            Served.route("/parts", Route.Access.ADMIN, exchange -> Json.send(exchange, Json.TYPE, rows()));
    private static final String NAMES = "[{\"origin\":{\"project\":\"p\",\"host\":\"h\",\"user\":\"alice\"},"
            + "\"user\":\"\\u003cbob\\u003e \\u2028\\u0026\"},{}]";

    @TempDir
    Path folder;

    private record Row(Inner origin, String user) {}

    private record Inner(Origin origin) {}

    private static List<Row> rows() {
        return List.of(new Row(new Inner(new Origin("p", "h", "alice")), "<bob> \u2028&"), new Row(null, null));
    }

    private static String bearer(Path file) throws Exception {
        return "Bearer " + Files.readString(file).strip();
    }

    @Test
    void withoutTokensEveryoneOnThisMachineSeesNames() throws Exception {
        try (var server = Served.with(null, LIMITS, WHO, PARTS)) {
            assertThat(server.get("/who").body()).isEqualTo(NAMES);
            assertThat(server.get("/parts").body()).isEqualTo(NAMES);
        }
    }

    @Test
    void aReaderSeesPseudonymsAndAnAdminNames() throws Exception {
        var reader = folder.resolve("reader");
        var admin = folder.resolve("admin");
        try (var server = Served.withTokens(reader, admin, LIMITS, WHO, PARTS)) {
            var answer = server.get("/who", "Authorization", bearer(reader)).body();
            assertThat(answer)
                    .matches("\\[\\{\"origin\":\\{\"project\":\"p\",\"host\":\"h\",\"user\":\"u-[a-z2-7]{10}\"},"
                            + "\"user\":\"u-[a-z2-7]{10}\"},\\{}]");
            assertThat(server.get("/who", "Authorization", bearer(admin)).body())
                    .isEqualTo(NAMES);
            assertProblem(
                    server.get("/parts", "Authorization", bearer(reader)),
                    403,
                    "Forbidden",
                    "this path needs the admin token");
            assertThat(server.get("/parts", "Authorization", bearer(admin)).body())
                    .isEqualTo(NAMES);
            assertThat(server.get("/who").statusCode()).isEqualTo(401);
            assertThat(server.get("/parts", "Authorization", "Bearer " + "x".repeat(43))
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void aReaderTokenAloneOpensEveryPathAndShowsNoName() throws Exception {
        var reader = folder.resolve("reader");
        try (var server = Served.with(reader, LIMITS, PARTS)) {
            assertThat(server.get("/parts", "Authorization", bearer(reader)).body())
                    .doesNotContain("alice")
                    .doesNotContain("bob");
        }
    }

    /** Events are encoded once for all clients that see the same. */
    @Test
    void clientsWithTheSameTokenAreTheSame() throws Exception {
        var reader = folder.resolve("reader");
        var admin = folder.resolve("admin");
        var clients = ConcurrentHashMap.<Client>newKeySet();
        var route = Served.route("/x", Route.Access.READER, exchange -> {
            clients.add(Client.of(exchange));
            exchange.endExchange();
        });
        try (var server = Served.withTokens(reader, admin, LIMITS, route)) {
            for (var token : List.of(reader, admin, reader, admin)) {
                server.get("/x", "Authorization", bearer(token));
            }
        }
        assertThat(clients).hasSize(2);
    }

    @Test
    void pseudonymsDependOnTheReaderTokenAndOnNothingElse() {
        var one = new Client.Pseudonyms("0123456789abcdefghij".getBytes());
        var same = new Client.Pseudonyms("0123456789abcdefghij".getBytes());
        var other = new Client.Pseudonyms("0123456789abcdefghik".getBytes());
        assertThat(one.of("alice")).isEqualTo(same.of("alice")).isNotEqualTo(one.of("bob"));
        assertThat(one.of("alice")).isNotEqualTo(other.of("alice"));
        assertThat(other.of(one.of("alice"))).isEqualTo(one.of("alice"));
    }

    @Test
    void theTwoTokensMustDiffer() throws Exception {
        var file = folder.resolve("token");
        var copy = folder.resolve("copy");
        Tokens.Token.in(file);
        Tokens.Token.in(copy);
        Files.writeString(copy, Files.readString(file));
        assertThatThrownBy(() -> Served.withTokens(file, copy, LIMITS, WHO))
                .isInstanceOf(ServerUnavailable.class)
                .hasMessage("serve_token_file and serve_admin_token_file contain the same token, so readers would see "
                        + "names of users; delete one of the files, and footfall creates another token");
    }

    /** A second writer could forget the pseudonyms. */
    @Test
    void nothingElseInThisPackageWritesJson() throws Exception {
        try (var files = Files.list(Path.of("src/main/java/footfall/serve"))) {
            for (var file : files.filter(one -> !one.endsWith("Json.java")).toList()) {
                assertThat(Files.readString(file))
                        .as(file.toString())
                        .doesNotContain("ObjectMapper", "wire.Json", "ObjectWriter", "JsonGenerator");
            }
        }
        assertThat(Json.bytes(null, Map.of("user", 1))).asString().isEqualTo("{\"user\":1}");
    }
}
