package footfall.serve;

import static footfall.serve.Served.LIMITS;
import static footfall.serve.Served.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class DoorsTest {
    private static final Route OPEN = Served.route("/open", Route.Access.EVERYONE, sends("open"));
    private static final Parameter<String> ID = Parameter.inPath("id", "An ID.");
    private static final Route READ = Served.route("/read/{id}", Route.Access.READER, sends("read"), ID);

    @TempDir
    Path folder;

    private static io.undertow.server.HttpHandler sends(String text) {
        return exchange -> exchange.getResponseSender().send(text);
    }

    private static Served served(Path tokenFile) {
        return Served.with(tokenFile, LIMITS, OPEN, READ);
    }

    @Test
    void anAnswerCarriesTheSecurityHeaders() throws Exception {
        try (var server = served(null)) {
            var answer = server.get("/open");
            assertThat(answer.body()).isEqualTo("open");
            assertThat(answer.headers().map())
                    .containsEntry("cache-control", List.of("no-store"))
                    .containsEntry("content-security-policy", List.of("default-src 'none'; frame-ancestors 'none'"))
                    .containsEntry("cross-origin-resource-policy", List.of("same-origin"))
                    .containsEntry("referrer-policy", List.of("no-referrer"))
                    .containsEntry("x-content-type-options", List.of("nosniff"))
                    .doesNotContainKey("server");
        }
    }

    @Test
    void headHasTheHeadersOfGetWithoutItsBody() throws Exception {
        try (var server = served(null)) {
            var answer = server.send("HEAD", "/open");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Length")).contains("4");
            assertThat(answer.body()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/other", "/open/more", "/../../etc/passwd", "/open%00", "/read/a/b"})
    void anUnknownPathIsNotFound(String path) throws Exception {
        try (var server = served(null)) {
            var raw = server.raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(raw).startsWith("HTTP/1.1 404 Not Found\r\n");
            assertThat(raw).endsWith(Served.problem(404, "Not Found", "there is no such path"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "NONSENSE"})
    void onlyGetAndHeadAreAllowed(String method) throws Exception {
        try (var server = served(null)) {
            var answer = server.send(method, "/open");
            assertProblem(answer, 405, "Method Not Allowed", "only GET and HEAD are allowed");
            assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD");
        }
    }

    @Test
    void aBodyIsRefusedWithoutBeingRead() throws Exception {
        try (var server = served(null)) {
            for (var header : List.of("Content-Length: 1000000000", "Transfer-Encoding: chunked")) {
                var raw = server.raw("GET /open HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n");
                assertThat(raw).startsWith("HTTP/1.1 413 ").contains("a request has no body");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "LOCALHOST:80", "127.0.0.1", "127.0.0.1:19080", "[::1]:1", "footfall.example:9"})
    void theNamesOfTheServerAreAccepted(String host) throws Exception {
        assertThat(addressedTo("Host: " + host)).startsWith("HTTP/1.1 200 OK\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "localhost.evil.example", "10.0.0.1", "[::2]", "localhost.", "xlocalhost"})
    void anotherHostIsRefused(String host) throws Exception {
        var raw = addressedTo("Host: " + host);
        assertThat(raw).startsWith("HTTP/1.1 403 Forbidden\r\n").contains("the Host header is not a name of");
    }

    @Test
    void twoHostsAndNoHostAreRefused() throws Exception {
        assertThat(addressedTo("Host: localhost\r\nHost: evil.example")).startsWith("HTTP/1.1 4");
        assertThat(addressedTo("Accept: */*")).startsWith("HTTP/1.1 4");
        assertThat(addressedTo("Host: localhost:80:80")).startsWith("HTTP/1.1 4");
        try (var server = served(null)) {
            var proxied = "GET http://evil.example/open HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            assertThat(server.raw(proxied)).startsWith("HTTP/1.1 4").doesNotContain("open");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site", "none\r\nSec-Fetch-Site: cross-site", "", "CROSS-SITE", "new"})
    void aPageOfAnotherSiteReachesNoPath(String site) throws Exception {
        var header = "Sec-Fetch-Site: " + site + "\r\nSec-Fetch-Mode: no-cors\r\n";
        for (var path : List.of("/open", "/read/1", "/other", "/internal/v1/turns")) {
            assertThat(sent(path, header))
                    .startsWith("HTTP/1.1 403 Forbidden\r\n")
                    .contains("pages of other sites cannot send requests to this server");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Sec-Fetch-Site: none\r\n", "sec-fetch-site: same-origin\r\n"})
    void usersPagesOfThisServerAndOtherClientsAreAnswered(String header) throws Exception {
        assertThat(sent("/read/1", header)).startsWith("HTTP/1.1 200 OK\r\n").endsWith("read");
    }

    private String sent(String path, String header) throws IOException {
        try (var server = served(null)) {
            var request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + header + "Connection: close\r\n\r\n";
            return server.raw(request);
        }
    }

    private String addressedTo(String header) throws IOException {
        try (var server = served(null)) {
            return server.raw("GET /open HTTP/1.1\r\n" + header + "\r\nConnection: close\r\n\r\n");
        }
    }

    @Test
    void aReaderPresentsTheTokenOfTheFile() throws Exception {
        var file = folder.resolve("new").resolve("token");
        try (var server = served(file)) {
            var token = Files.readString(file).strip();
            assertThat(server.get("/read/1", "Authorization", "Bearer " + token).body())
                    .isEqualTo("read");
            assertThat(server.get("/read/1", "Authorization", "bearer " + token).body())
                    .isEqualTo("read");
            assertThat(server.get("/open").body()).isEqualTo("open");
            assertRefused(server.get("/read/1"));
            for (var wrong : List.of(
                    "Bearer",
                    "Bearer ",
                    "Basic " + token,
                    token,
                    "Bearer x" + token,
                    "Bearer " + token + "x",
                    "Bearer " + token.toUpperCase(Locale.ROOT) + "!")) {
                assertRefused(server.get("/read/1", "Authorization", wrong));
            }
            assertRefused(server.get("/read/1", "Authorization", "Bearer " + token, "Authorization", "Bearer no"));
            assertRefused(server.get("/read/1?token=" + token));
        }
    }

    private static void assertRefused(HttpResponse<String> answer) {
        assertProblem(answer, 401, "Unauthorized", "present the token as \\\"Authorization: Bearer TOKEN\\\"");
        assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer");
    }

    @Test
    void aBugIsAnErrorWithoutAStackTrace() throws Exception {
        var bug = Served.route("/bug", Route.Access.EVERYONE, DoorsTest::fail);
        try (var server = Served.with(null, LIMITS, bug)) {
            assertProblem(server.get("/bug"), 500, "Internal Server Error", "Internal Server Error");
        }
    }

    private static void fail(HttpServerExchange exchange) {
        throw new IllegalStateException("secret of " + exchange.getRequestPath());
    }

    @Test
    void aRequestThatRunsAtTheStopIsAnswered() throws Exception {
        var entered = new CountDownLatch(1);
        var release = new Semaphore(0);
        var threads = Executors.newCachedThreadPool();
        var slow = Served.route(
                "/slow",
                Route.Access.EVERYONE,
                exchange -> exchange.dispatch(threads, () -> {
                    entered.countDown();
                    release.acquireUninterruptibly();
                    exchange.getResponseSender().send("whole");
                }));
        var server = Served.with(null, LIMITS, slow);
        var answer = server.async("/slow");
        entered.await();
        var closing = CompletableFuture.runAsync(server::close, threads);
        release.release();
        closing.join();
        threads.shutdown();
        assertThat(answer.join().body().getBytes(StandardCharsets.UTF_8))
                .asString()
                .isEqualTo("whole");
    }
}
