package footfall.serve;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.serve.Doors.Limits;
import io.undertow.server.HttpHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A server on a free loopback port, and its clients. */
final class Served implements AutoCloseable {
    static final Limits LIMITS =
            new Limits(2_048, 1_024, 64, 1_000, 1_000, Duration.ofMillis(800), Duration.ofSeconds(20));
    private static final int PATIENCE_MS = 30_000;

    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    private Served(HttpServer server) {
        this.server = server;
    }

    static ServeSettings settings(String address, Path tokenFile, Path adminFile) {
        return new ServeSettings(
                ServeSettings.Use.ON,
                address,
                ServeSettings.ANY_PORT,
                List.of("Footfall.example"),
                new ServeSettings.TokenFiles(Optional.ofNullable(tokenFile), Optional.ofNullable(adminFile)),
                ServeSettings.TlsFiles.NONE);
    }

    static Served with(Path tokenFile, Limits limits, Route... routes) {
        return withTokens(tokenFile, null, limits, routes);
    }

    static Served withTokens(Path tokenFile, Path adminFile, Limits limits, Route... routes) {
        return new Served(HttpServer.start(settings("127.0.0.1", tokenFile, adminFile), List.of(routes), limits));
    }

    static Served of(String address, Path tokenFile, OwnerToken owner, List<Route> routes) {
        return new Served(HttpServer.start(settings(address, tokenFile, null), routes, LIMITS, owner));
    }

    /** The link of the owner; empty without one. */
    Optional<String> ownerLink() {
        return server.ownerLink();
    }

    static Route route(String path, Route.Access access, HttpHandler answer, Parameter<?>... parameters) {
        var operation = new Operation("test", "For a test.", List.of(parameters), Operation.Reply.text("text/plain"));
        return new Route(path, access, operation, answer);
    }

    URI uri(String path) {
        return URI.create(server.url() + path);
    }

    /** {@code headers}: names and values in turn. */
    HttpResponse<String> send(String method, String path, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(uri(path)).method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path, String... headers) throws Exception {
        return send("GET", path, headers);
    }

    CompletableFuture<HttpResponse<String>> async(String path) {
        var request = HttpRequest.newBuilder(uri(path)).build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    /** A connection for requests that no client library sends. */
    Socket socket() throws IOException {
        var socket = new Socket();
        socket.connect(new InetSocketAddress("127.0.0.1", uri("").getPort()));
        socket.setSoTimeout(PATIENCE_MS);
        return socket;
    }

    /** All that comes back until the server closes the connection. */
    String raw(String request) throws IOException {
        try (var socket = socket()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    static void assertProblem(HttpResponse<String> answer, int status, String title, String detail) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).isEqualTo(problem(status, title, detail));
    }

    static String problem(int status, String title, String detail) {
        return "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\"}"
                .formatted(title, status, detail);
    }

    @Override
    public void close() {
        server.close();
    }
}
