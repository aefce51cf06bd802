package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import footfall.testkit.TurnJson;
import footfall.wire.Channels;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code topics schemas} against a registry that answers as Confluent's documentation says. */
class SchemasCommandTest {
    private static final int SUBJECTS = Channels.all().size();

    @TempDir
    Path folder;

    private FakeRegistry registry;

    @BeforeEach
    void start() throws IOException {
        registry = new FakeRegistry();
    }

    @AfterEach
    void stop() {
        registry.server.stop(0);
    }

    /** Keeps schemas and levels by subject, and every request that changes something. */
    private static final class FakeRegistry {
        final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        final Map<String, List<String>> schemas = new TreeMap<>();
        final Map<String, String> levels = new HashMap<>();
        final List<String> changes = new CopyOnWriteArrayList<>();
        String refused = "";
        String login;

        FakeRegistry() throws IOException {
            server.createContext("/", this::answer);
            server.start();
        }

        String url() {
            return "http://127.0.0.1:" + server.getAddress().getPort();
        }

        private synchronized void answer(HttpExchange exchange) throws IOException {
            var path = exchange.getRequestURI().getPath().split("/");
            var asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (login != null && !login.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                reply(exchange, 401, "{\"error_code\":401,\"message\":\"Unauthorized\"}");
            } else if (path.length < 3) {
                reply(exchange, 404, "<html>no</html>");
            } else if (path[1].equals("config")) {
                config(exchange, path[2], asked);
            } else {
                subject(exchange, path, TurnJson.tree(asked).get("schema").asText());
            }
        }

        private void config(HttpExchange exchange, String subject, String asked) throws IOException {
            if (exchange.getRequestMethod().equals("PUT")) {
                levels.put(subject, TurnJson.tree(asked).get("compatibility").asText());
                changes.add("level " + subject);
                reply(exchange, 200, asked);
            } else if (levels.containsKey(subject)) {
                reply(exchange, 200, "{\"compatibilityLevel\":\"" + levels.get(subject) + "\"}");
            } else {
                reply(exchange, 404, "{\"error_code\":40408,\"message\":\"no level of its own\"}");
            }
        }

        private void subject(HttpExchange exchange, String[] path, String schema) throws IOException {
            var known = schemas.getOrDefault(path[2], List.of());
            if (path.length == 3) {
                if (known.contains(schema)) {
                    reply(exchange, 200, "{\"id\":" + id(schema) + "}");
                } else {
                    reply(exchange, 404, "{\"error_code\":" + (known.isEmpty() ? 40401 : 40403) + "}");
                }
            } else if (path[2].equals(refused)) {
                reply(exchange, 409, "{\"error_code\":409,\"message\":\"incompatible:\\u001b[2J length\"}");
            } else {
                schemas.computeIfAbsent(path[2], one -> new ArrayList<>()).add(schema);
                changes.add("schema " + path[2]);
                reply(exchange, 200, "{\"id\":" + id(schema) + "}");
            }
        }

        private static int id(String schema) {
            return TurnJson.tree(schema).get("title").asText().length();
        }

        private static void reply(HttpExchange exchange, int status, String body) throws IOException {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        }
    }

    private Terminal.Ran run(String... options) {
        var arguments = Stream.concat(Stream.of("topics", "schemas"), Stream.of(options));
        return new Terminal(folder).run(arguments.toArray(String[]::new));
    }

    private Terminal.Ran register(String... options) {
        return run(Stream.concat(Stream.of("--registry", registry.url()), Stream.of(options))
                .toArray(String[]::new));
    }

    private static List<String> results(Terminal.Ran ran) {
        return TurnJson.tree(ran.out()).findValuesAsText("result").stream()
                .distinct()
                .toList();
    }

    @Test
    void withoutARegistryItPrintsWhatWouldBeRegistered() {
        var json = TurnJson.tree(run("--json", "--set", "topic_prefix=team.").out());
        assertThat(json).hasSize(SUBJECTS);
        assertThat(json.get(1).get("subject").asText()).isEqualTo("team.turns-value");
        assertThat(json.get(1).at("/schema/$schema").asText()).isEqualTo("http://json-schema.org/draft-07/schema#");
        assertThat(run().out()).startsWith("SUBJECT").contains("footfall.turns-value");
    }

    @Test
    void aSecondRunChangesNothingAndALaterSchemaBecomesTheNextVersion() {
        assertThat(results(register("--dry-run", "--json"))).containsExactly("new");
        assertThat(registry.changes).isEmpty();
        var first = register("--json");
        assertThat(first.exit()).as(first.err()).isZero();
        assertThat(results(first)).containsExactly("new");
        // The level is set before a version is compared.
        assertThat(registry.changes)
                .hasSize(2 * SUBJECTS)
                .startsWith("level footfall.lines-value", "schema footfall.lines-value");
        assertThat(registry.levels.values()).containsOnly("FORWARD");
        registry.levels.put("footfall.tools-value", "FORWARD_TRANSITIVE");
        registry.changes.clear();
        assertThat(results(register("--json"))).containsExactly("unchanged");
        assertThat(registry.changes).isEmpty();
        var earlier = (ObjectNode)
                TurnJson.tree(registry.schemas.get("footfall.turns-value").get(0));
        ((ObjectNode) earlier.get("properties")).remove("length");
        registry.schemas.put("footfall.turns-value", new ArrayList<>(List.of(earlier.toString())));
        registry.levels.put("footfall.turns-value", "BACKWARD");
        assertThat(register().out()).containsPattern("footfall.turns-value +next version +4 +FORWARD");
        assertThat(registry.changes).containsExactly("level footfall.turns-value", "schema footfall.turns-value");
    }

    @Test
    void aRefusedSchemaIsNamedWithTheRegistrysOwnWordsAndTheOthersAreRegistered() {
        registry.refused = "footfall.turns-value";
        var ran = register("--json");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err())
                .startsWith("footfall: footfall.turns-value: the registry answered with status 409: incompatible:")
                .contains("length")
                .doesNotContain("\u001b");
        assertThat(results(ran)).containsExactly("new", "refused");
        assertThat(registry.schemas).hasSize(SUBJECTS - 1);
    }

    private void assertSays(int exit, Terminal.Ran ran, String err) {
        assertThat(ran.exit()).as(ran.err()).isEqualTo(exit);
        assertThat(ran.err().lines().findFirst()).contains("footfall: " + err);
    }

    @Test
    void whatIsNoRegistryIsNamed() {
        registry.server.createContext("/elsewhere", exchange -> FakeRegistry.reply(exchange, 404, "<html>no</html>"));
        assertSays(
                1,
                run("--registry", registry.url() + "/elsewhere/"),
                registry.url()
                        + "/elsewhere did not answer as a registry does (status 404); check the URL and its path: "
                        + "Apicurio's is /apis/ccompat/v7");
        assertSays(
                1,
                run("--registry", "http://127.0.0.1:1"),
                "cannot connect to http://127.0.0.1:1; check the URL, and that the registry runs");
        assertSays(
                2,
                run("--registry", "ftp://127.0.0.1"),
                "the URL of --registry is not http://HOST:PORT or https://HOST:PORT, with a path or without");
        assertSays(2, run("--dry-run"), "--dry-run requires --registry");
    }

    @Test
    void aLoginComesFromAFileOfItsOwnerAndGoesOverTlsOrLoopbackOnly() throws Exception {
        registry.login = "Basic YWRhOnNlY3JldA==";
        assertSays(
                1,
                register(),
                registry.url() + " answered with status 401; it requires a login: name its file with "
                        + "--registry-login FILE");
        var file = Files.writeString(folder.resolve("login"), "ada:wrong\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertSays(
                1,
                register("--registry-login", file.toString()),
                registry.url() + " answered with status 401; it does not accept the login, or the login lacks rights");
        Files.writeString(file, "ada:secret\n");
        assertThat(register("--registry-login", file.toString()).exit()).isZero();
        Files.writeString(file, "one\ntwo\n");
        assertSays(
                1,
                register("--registry-login", file.toString()),
                file + " (--registry-login) is no login; write NAME:PASSWORD or a token on its only line");
        Files.writeString(file, "token\n");
        registry.login = "Bearer token";
        assertThat(register("--registry-login", file.toString()).exit()).isZero();
        assertSays(
                2,
                run("--registry", "http://registry.example", "--registry-login", file.toString()),
                "--registry-login would be sent unencrypted; use https://");
        assertSays(
                2,
                run("--registry", "http://ada:secret@127.0.0.1"),
                "the URL of --registry contains a login, which all users of this machine can see");
    }
}
