package footfall.ask;

import com.fasterxml.jackson.databind.JavaType;
import footfall.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** The public API of a processor over HTTP. Follows no redirects, so that the token goes nowhere else. */
public final class ApiClient {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    /** The processor answers or refuses within 10 s. */
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int PAUSES_MAX = 30;

    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY_REQUESTS = 429;

    private final URI server;
    private final Optional<String> token;
    private final String unreachable;
    private final HttpClient http;

    /**
     * {@code server}: {@code http://HOST:PORT} or {@code https://HOST:PORT}. {@code tls}: what is trusted; empty: what
     * Java trusts. {@code unreachable}: the message when
     * nothing listens there.
     *
     * @throws IllegalArgumentException when the URL has another form
     */
    public ApiClient(URI server, Optional<String> token, Optional<SSLContext> tls, String unreachable) {
        if (server.getHost() == null
                || !("http".equals(server.getScheme()) || "https".equals(server.getScheme()))
                || server.getRawUserInfo() != null
                || server.getRawQuery() != null
                || !(server.getRawPath().isEmpty() || server.getRawPath().equals("/"))) {
            throw new IllegalArgumentException("URL is not http://HOST:PORT or https://HOST:PORT");
        }
        this.server = server;
        this.token = token;
        this.unreachable = unreachable;
        var builder = HttpClient.newBuilder().connectTimeout(CONNECT).followRedirects(HttpClient.Redirect.NEVER);
        tls.ifPresent(builder::sslContext);
        this.http = builder.build();
    }

    /** The fields of problem details (RFC 9457) that a message needs. */
    private record Problem(String title, String detail, String parameter) {}

    /** The answer; empty when there is no such record. {@code path}: below {@code /api/v1/}, encoded. */
    <T> Optional<T> get(String path, Map<String, String> parameters, JavaType type) {
        for (int pauses = 0; ; pauses++) {
            var response = send(uri(path, parameters), request -> request.header("Accept-Encoding", "gzip"));
            try (var body = body(response)) {
                if (response.statusCode() == OK) {
                    return Optional.of(Json.MAPPER.readValue(body, type));
                } else if (response.statusCode() == NOT_FOUND) {
                    return Optional.empty();
                } else if (response.statusCode() != TOO_MANY_REQUESTS || pauses == PAUSES_MAX) {
                    throw refused(response.statusCode(), body);
                }
            } catch (IOException broken) {
                throw new ApiFailed(
                        server + " did not answer as a footfall processor does; check the URL, and that both are of "
                                + "the same release",
                        broken);
            }
            pause();
        }
    }

    /**
     * An endless answer of server-sent events, after {@code lastId}, null for from now on. The caller closes it.
     */
    InputStream stream(String path, Map<String, String> parameters, String lastId) {
        var response = send(
                uri(path, parameters),
                request -> Optional.ofNullable(lastId).ifPresent(id -> request.header("Last-Event-ID", id)));
        if (response.statusCode() == OK) {
            return response.body();
        }
        try (var body = response.body()) {
            throw refused(response.statusCode(), body);
        } catch (IOException broken) {
            throw new ApiFailed("the connection to " + server + " failed; try again later", broken);
        }
    }

    /** The server's address. */
    public URI server() {
        return server;
    }

    private URI uri(String path, Map<String, String> parameters) {
        var query = parameters.entrySet().stream()
                .map(one -> one.getKey() + "=" + encoded(one.getValue()))
                .collect(Collectors.joining("&"));
        return server.resolve("/api/v1/" + path + (query.isEmpty() ? "" : "?" + query));
    }

    /** Percent-encoded, also for one segment of a path. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private HttpResponse<InputStream> send(URI uri, Consumer<HttpRequest.Builder> headers) {
        var request = HttpRequest.newBuilder(uri).timeout(ANSWER);
        headers.accept(request);
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (HttpTimeoutException late) {
            throw new ApiFailed(server + " did not answer within " + ANSWER.toSeconds() + " s; try again later", late);
        } catch (ConnectException refused) {
            throw new ApiFailed(unreachable, refused);
        } catch (SSLException untrusted) {
            throw new ApiFailed(TlsFailures.text(server, untrusted), untrusted);
        } catch (IOException broken) {
            var tls = server.getScheme().equals("http") ? ", or use https:// if it answers with TLS" : "";
            throw new ApiFailed("the connection to " + server + " failed; try again later" + tls, broken);
        } catch (InterruptedException stopped) {
            throw interrupted(stopped);
        }
    }

    private static InputStream body(HttpResponse<InputStream> response) {
        boolean isCompressed =
                response.headers().firstValue("Content-Encoding").orElse("").equalsIgnoreCase("gzip");
        try {
            return isCompressed ? new GZIPInputStream(response.body()) : response.body();
        } catch (IOException broken) {
            throw new ApiFailed("the connection failed while an answer was read; try again later", broken);
        }
    }

    private ApiFailed refused(int status, InputStream body) throws IOException {
        if (status == UNAUTHORIZED) {
            return new ApiFailed(
                    server
                            + (token.isPresent()
                                    ? " does not accept the token"
                                    : " requires a token; name its file with --token, or set FOOTFALL_TOKEN"),
                    true);
        }
        var problem = Json.MAPPER.readValue(body, Problem.class);
        return new ApiFailed(
                server + " answered with status " + status + ": " + problem.title()
                        + (problem.parameter() == null ? "" : " " + problem.parameter())
                        + (problem.detail() == null ? "" : ": " + problem.detail()),
                status == BAD_REQUEST || status == FORBIDDEN);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException stopped) {
            throw interrupted(stopped);
        }
    }

    private static ApiFailed interrupted(InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return new ApiFailed("interrupted", stopped);
    }
}
