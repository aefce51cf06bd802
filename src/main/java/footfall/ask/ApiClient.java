package footfall.ask;

import footfall.wire.RecordScanner;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertPathValidatorException.Reason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** The public API of a processor over HTTP. Follows no redirects, so that the token goes nowhere else. */
public final class ApiClient {
    /** The processor answers or refuses within 10 s, and a stream of events has one each 15 s. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    /** A processor of this machine answers within. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int PAUSES_MAX = 30;

    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY_REQUESTS = 429;

    private final HttpAnswer.Address address;
    private final Map<String, String> authorization;
    private final Supplier<String> unreachable;
    private final int pausesMax;
    private final AtomicReference<String> early = new AtomicReference<>();

    /**
     * {@code server}: {@code http://HOST:PORT} or {@code https://HOST:PORT}. {@code tls}: what is trusted; empty: what
     * Java trusts. {@code unreachable}: the message when
     * nothing listens there.
     *
     * @throws IllegalArgumentException when the URL has another form
     */
    public ApiClient(URI server, Optional<String> token, Optional<SSLContext> tls, Supplier<String> unreachable) {
        if (server.getHost() == null
                || !("http".equals(server.getScheme()) || "https".equals(server.getScheme()))
                || server.getRawUserInfo() != null
                || server.getRawQuery() != null
                || !(server.getRawPath().isEmpty() || server.getRawPath().equals("/"))) {
            throw new IllegalArgumentException("URL is not http://HOST:PORT or https://HOST:PORT");
        }
        this.address = new HttpAnswer.Address(server, tls, SILENCE);
        this.authorization =
                token.map(secret -> Map.of("Authorization", "Bearer " + secret)).orElse(Map.of());
        this.unreachable = unreachable;
        this.pausesMax = PAUSES_MAX;
    }

    private ApiClient(ApiClient other, Duration silence, int pausesMax) {
        this.address = new HttpAnswer.Address(other.address.server(), other.address.tls(), silence);
        this.authorization = other.authorization;
        this.unreachable = other.unreachable;
        this.pausesMax = pausesMax;
    }

    /** For a caller with another source: the processor answers soon, or the question fails. */
    public ApiClient impatient() {
        return new ApiClient(this, SOON, 0);
    }

    /**
     * Whether a processor is there: another program may have the port of one that was killed. What speaks TLS is asked
     * nothing, since here its certificate is not known.
     *
     * @throws IllegalArgumentException when the URL names no host
     */
    public static boolean isThere(URI server) throws IOException {
        var address = new HttpAnswer.Address(server, Optional.empty(), SOON);
        if (address.isSecure()) {
            address.plain().close();
            return true;
        }
        try (var answer = HttpAnswer.get(address, "/health/live", Map.of())) {
            return answer.status() == OK;
        }
    }

    /** The fields of problem details (RFC 9457) that a message needs. */
    private record Problem(String title, String detail, String parameter) {}

    /** Reads a whole answer. */
    interface Reader<T> {
        T read(byte[] json) throws IOException;
    }

    /** The answer; empty when there is no such record. {@code path}: below {@code /api/v1/}, encoded. */
    <T> Optional<T> get(String path, Map<String, String> parameters, Reader<T> reader) {
        for (int pauses = 0; ; pauses++) {
            try (var answer = send(target(path, parameters), authorization)) {
                if (answer.status() == OK) {
                    return Optional.of(reader.read(answer.body().readAllBytes()));
                } else if (answer.status() == NOT_FOUND) {
                    return Optional.empty();
                } else if (answer.status() != TOO_MANY_REQUESTS || pauses == pausesMax) {
                    throw refused(answer);
                }
            } catch (IOException broken) {
                throw misunderstood(broken);
            }
            pause();
        }
    }

    /** It broke while an answer was read, or the server could not end it. */
    ApiFailed lost(IOException broken) {
        return new ApiFailed("the connection to " + server() + " failed; try again later", broken);
    }

    /** That of another program, or of another release. */
    ApiFailed misunderstood(IOException broken) {
        return new ApiFailed(
                server() + " did not answer as a footfall processor does; check the URL, and that both are of the same "
                        + "release",
                broken);
    }

    /**
     * An endless answer of server-sent events, after {@code lastId}, null for from now on. The caller closes it.
     */
    HttpAnswer stream(String path, Map<String, String> parameters, String lastId) {
        return open(path, parameters, lastId == null ? Map.of() : Map.of("Last-Event-ID", lastId));
    }

    /** An answer that is read bit by bit. The caller closes it. */
    HttpAnswer open(String path, Map<String, String> parameters, Map<String, String> more) {
        var headers = new HashMap<>(authorization);
        headers.putAll(more);
        var answer = send(target(path, parameters), headers);
        if (answer.status() == OK) {
            return answer;
        }
        try (answer) {
            throw refused(answer);
        } catch (IOException broken) {
            throw lost(broken);
        }
    }

    /** What an answer lacked because the processor has just started, as the rest of a sentence. */
    public Optional<String> early() {
        return Optional.ofNullable(early.get());
    }

    /** The server's address. */
    public URI server() {
        return address.server();
    }

    private static String target(String path, Map<String, String> parameters) {
        var query = parameters.entrySet().stream()
                .map(one -> one.getKey() + "=" + encoded(one.getValue()))
                .collect(Collectors.joining("&"));
        return "/api/v1/" + path + (query.isEmpty() ? "" : "?" + query);
    }

    /** Percent-encoded, also for one segment of a path. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private HttpAnswer send(String target, Map<String, String> headers) {
        try {
            var answer = HttpAnswer.get(address, target, headers);
            if (answer.early() != null) {
                early.set(answer.early());
            }
            return answer;
        } catch (SocketTimeoutException late) {
            throw new ApiFailed(
                    server() + " did not answer within " + address.silence().toSeconds() + " s; try again later", late);
        } catch (ConnectException | NoRouteToHostException | UnknownHostException refused) {
            throw new ApiFailed(unreachable.get(), refused);
        } catch (SSLException untrusted) {
            throw new ApiFailed(TlsFailures.text(server(), untrusted), untrusted);
        } catch (IOException broken) {
            var tls = server().getScheme().equals("http") ? ", or use https:// if it answers with TLS" : "";
            throw new ApiFailed("the connection to " + server() + " failed; try again later" + tls, broken);
        }
    }

    private ApiFailed refused(HttpAnswer answer) throws IOException {
        int status = answer.status();
        if (status == UNAUTHORIZED) {
            return new ApiFailed(
                    server()
                            + (authorization.isEmpty()
                                    ? " requires a token; name its file with --token, or set FOOTFALL_TOKEN"
                                    : " does not accept the token"),
                    true);
        }
        var problem = RecordScanner.of(Problem.class).read(answer.body().readAllBytes());
        return new ApiFailed(
                server() + " answered with status " + status + ": " + problem.title()
                        + (problem.parameter() == null ? "" : " " + problem.parameter())
                        + (problem.detail() == null ? "" : ": " + problem.detail()),
                status == BAD_REQUEST || status == FORBIDDEN);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ApiFailed("interrupted", stopped);
        }
    }

    /** Says why there is no TLS connection to a server. The messages of the JDK name its own classes. */
    private static final class TlsFailures {
        private static final String TRUST = "name the issuer's certificate with --cacert FILE";
        /** In the JDK's message about a server that answers without TLS. */
        private static final String NO_TLS = "nrecognized SSL message";
        /** Begins the JDK's messages about a certificate without the name or the address. */
        private static final String NO_NAME = "No (name matching|subject alternative) .*";

        /** The JDK's reasons when a trusted certificate has the issuer's name but another key. */
        private static final Set<Reason> UNTRUSTED_SIGNATURE =
                Set.of(BasicReason.INVALID_SIGNATURE, BasicReason.UNSPECIFIED);

        /** The message for the user, with the way out. */
        static String text(URI server, SSLException failed) {
            if (String.valueOf(failed.getMessage()).contains(NO_TLS)) {
                return server + " answers without TLS; use http://";
            }
            return "no secure connection to " + server + ": "
                    + causes(failed)
                            .map(cause -> ofCertificate(server, cause))
                            .filter(Objects::nonNull)
                            .reduce((one, deeper) -> deeper)
                            .orElseGet(() -> failed.getMessage() + "; " + TRUST);
        }

        private static Stream<Throwable> causes(Throwable failed) {
            return Stream.iterate(failed, Objects::nonNull, Throwable::getCause);
        }

        /** Null if it is not about the certificate. */
        private static String ofCertificate(URI server, Throwable cause) {
            if (cause instanceof CertPathBuilderException
                    || cause instanceof CertPathValidatorException path
                            && UNTRUSTED_SIGNATURE.contains(path.getReason())) {
                return "this machine does not trust the issuer of its certificate; " + TRUST;
            } else if (cause instanceof CertificateExpiredException) {
                return "its certificate has expired; renew it on that machine";
            } else if (cause instanceof CertificateNotYetValidException) {
                return "its certificate is not valid yet; compare the clocks of both machines";
            } else if (cause instanceof CertificateException
                    && String.valueOf(cause.getMessage()).matches(NO_NAME)) {
                return "its certificate is not for the name " + server.getHost() + "; use a name that it contains";
            }
            return null;
        }
    }

    /** A processor cannot be asked or does not answer; the message says why and what to do. */
    public static final class ApiFailed extends RuntimeException {
        private final boolean isFinal;

        ApiFailed(String message) {
            this(message, false);
        }

        /** {@code isFinal}: the same request can never succeed. */
        ApiFailed(String message, boolean isFinal) {
            super(message);
            this.isFinal = isFinal;
        }

        ApiFailed(String message, Throwable cause) {
            super(message, cause);
            this.isFinal = false;
        }

        boolean isFinal() {
            return isFinal;
        }
    }
}
