package footfall.ask;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** A schema registry with the API of Confluent. Follows no redirects, so that the login goes nowhere else. */
public final class SchemaRegistry {
    private static final Duration CONNECT_MAX = Duration.ofSeconds(10);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);
    private static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";
    private static final String LEVEL = "FORWARD";

    /** Under these levels a new field and a new word are compatible. */
    private static final Set<String> FITTING = Set.of(LEVEL, "FORWARD_TRANSITIVE");

    /** Of an answer. */
    private static final int BYTES_MAX = 1 << 20;

    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int NO_SUBJECT = 40_401;

    private final String url;
    private final Optional<String> authorization;
    private final HttpClient client;

    /**
     * {@code login}: {@code USER:PASSWORD}, or a token. {@code tls}: what is trusted; empty: what Java trusts.
     *
     * @throws IllegalArgumentException when the URL has another form; the message continues a sentence
     */
    public SchemaRegistry(URI url, Optional<String> login, Optional<SSLContext> tls) {
        boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (url.getHost() == null || !isHttp || url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new IllegalArgumentException("is not http://HOST:PORT or https://HOST:PORT, with a path or without");
        } else if (url.getRawUserInfo() != null) {
            throw new IllegalArgumentException("contains a login, which all users of this machine can see");
        }
        this.url = url.toString().replaceFirst("/+$", "");
        this.authorization = login.map(SchemaRegistry::authorization);
        var builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_MAX);
        tls.ifPresent(builder::sslContext);
        this.client = builder.build();
    }

    private static String authorization(String login) {
        return login.contains(":")
                ? "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8))
                : "Bearer " + login;
    }

    /** What the registry has of a subject. */
    public enum Has {
        NOTHING,
        ANOTHER_VERSION,
        THIS
    }

    /** {@code id}: of the schema; null if the registry does not have it. */
    public record Found(Has has, Integer id) {}

    /** Whether the registry has the schema. */
    public Found find(String subject, JsonNode schema) throws RegistryFailed {
        var answer = send("POST", "/subjects/" + ApiClient.encoded(subject), body(schema));
        if (answer.status == NOT_FOUND && answer.json.has("error_code")) {
            int code = answer.json.get("error_code").asInt();
            return new Found(code == NO_SUBJECT ? Has.NOTHING : Has.ANOTHER_VERSION, null);
        }
        return new Found(Has.THIS, expected(answer).json.path("id").asInt());
    }

    /** Sets the level at which the subject's versions are compared, unless it fits. Returns it. */
    public String level(String subject) throws RegistryFailed {
        var path = "/config/" + ApiClient.encoded(subject);
        var known = send("GET", path, null);
        var level = known.json.path("compatibilityLevel").asText();
        if (known.status == OK && FITTING.contains(level)) {
            return level;
        }
        var wanted = Json.MAPPER.createObjectNode().put("compatibility", LEVEL);
        return expected(send("PUT", path, wanted)).json.path("compatibility").asText(LEVEL);
    }

    /** Registers the next version of the subject. Returns the ID of the schema. */
    public int register(String subject, JsonNode schema) throws RegistryFailed {
        var path = "/subjects/" + ApiClient.encoded(subject) + "/versions";
        return expected(send("POST", path, body(schema))).json.path("id").asInt();
    }

    private static JsonNode body(JsonNode schema) {
        return Json.MAPPER.createObjectNode().put("schemaType", "JSON").put("schema", schema.toString());
    }

    private record Answer(int status, JsonNode json) {}

    private Answer expected(Answer answer) throws RegistryFailed {
        if (answer.status == OK) {
            return answer;
        }
        var said = answer.json.path("message").asText();
        throw new RegistryFailed(
                "the registry answered with status " + answer.status + (said.isEmpty() ? "" : ": " + said), true);
    }

    private Answer send(String method, String path, JsonNode body) throws RegistryFailed {
        var request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(ANSWER_MAX)
                .header("Accept", MEDIA_TYPE + ", application/json")
                .header("Content-Type", MEDIA_TYPE)
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body.toString()));
        authorization.ifPresent(value -> request.header("Authorization", value));
        try {
            var response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            try (var said = response.body()) {
                return answer(response.statusCode(), said.readNBytes(BYTES_MAX));
            }
        } catch (HttpTimeoutException late) {
            throw new RegistryFailed(url + " did not answer; try again later", false);
        } catch (SSLException untrusted) {
            throw new RegistryFailed(
                    "no secure connection to " + url + ": " + untrusted.getMessage()
                            + "; name the issuer's certificate with --cacert FILE",
                    false);
        } catch (IOException broken) {
            throw new RegistryFailed("cannot connect to " + url + "; check the URL, and that the registry runs", false);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new RegistryFailed("interrupted", false);
        }
    }

    private Answer answer(int status, byte[] bytes) throws RegistryFailed {
        if (status == UNAUTHORIZED || status == FORBIDDEN) {
            throw new RegistryFailed(
                    url + " answered with status " + status
                            + (authorization.isPresent()
                                    ? "; it does not accept the login, or the login lacks rights"
                                    : "; it requires a login: name its file with --registry-login FILE"),
                    false);
        }
        try {
            var json = Json.MAPPER.readTree(bytes);
            if (json.isObject()) {
                return new Answer(status, json);
            }
        } catch (IOException noJson) {
            // Said below: the parser's message quotes the answer.
        }
        throw new RegistryFailed(
                url + " did not answer as a registry does (status " + status
                        + "); check the URL and its path: Apicurio's is /apis/ccompat/v7",
                false);
    }

    /** The registry cannot be asked, or refused; the message says why. */
    public static final class RegistryFailed extends Exception {
        private static final long serialVersionUID = 1;

        private final boolean isOfSubject;

        RegistryFailed(String message, boolean isOfSubject) {
            super(message);
            this.isOfSubject = isOfSubject;
        }

        /** Whether the registry refused this subject, and may accept others. */
        public boolean isOfSubject() {
            return isOfSubject;
        }
    }
}
