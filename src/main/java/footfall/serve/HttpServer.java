package footfall.serve;

import static io.undertow.UndertowOptions.DECODE_URL;
import static io.undertow.UndertowOptions.IDLE_TIMEOUT;
import static io.undertow.UndertowOptions.MAX_ENTITY_SIZE;
import static io.undertow.UndertowOptions.MAX_HEADERS;
import static io.undertow.UndertowOptions.MAX_HEADER_SIZE;
import static io.undertow.UndertowOptions.MAX_PARAMETERS;
import static io.undertow.UndertowOptions.NO_REQUEST_TIMEOUT;
import static io.undertow.UndertowOptions.REQUEST_PARSE_TIMEOUT;
import static io.undertow.UndertowOptions.SHUTDOWN_TIMEOUT;

import footfall.serve.Doors.Limits;
import io.undertow.Undertow;
import io.undertow.server.handlers.GracefulShutdownHandler;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.xnio.Options;
import org.xnio.Sequence;

/**
 * The HTTP server of a process. One thread accepts connections and one does all I/O; at most
 * {@code WORKERS_MAX} more exist once an answer computes.
 */
public final class HttpServer implements AutoCloseable {
    private static final int WORKERS_MAX = 2;
    private static final int HEADERS_MAX = 64;
    /** {@link Query} allows fewer, and refuses more with a problem. */
    private static final int PARAMETERS_MAX = 1_000;

    private static final long BODY_BYTES_MAX = 1_024;
    /** The whole process has 5 s to stop. */
    private static final int CLOSE_MS_MAX = 500;

    private final Undertow server;
    private final GracefulShutdownHandler entrance;

    private final String scheme;
    /** Null without an owner. */
    private final OwnerToken owner;

    private HttpServer(Undertow server, GracefulShutdownHandler entrance, Place place) {
        this.server = server;
        this.entrance = entrance;
        this.scheme = place.tls == null ? "http" : "https";
        this.owner = place.owner;
    }

    /** Throws {@link ServerUnavailable} when the settings or the machine do not allow it. */
    public static HttpServer start(ServeSettings settings, List<Route> routes) {
        return start(settings, routes, Limits.DEFAULTS, null);
    }

    /** For the owner of transcripts too, whom only this machine has. */
    public static HttpServer start(ServeSettings settings, List<Route> routes, OwnerToken owner) {
        return start(settings, routes, Limits.DEFAULTS, owner);
    }

    static HttpServer start(ServeSettings settings, List<Route> routes, Limits limits) {
        return start(settings, routes, limits, null);
    }

    static HttpServer start(ServeSettings settings, List<Route> routes, Limits limits, OwnerToken owner) {
        // Otherwise JBoss Logging uses Log4j, a library of Kafka's server, which does not obey logback.xml.
        System.getProperties().putIfAbsent("org.jboss.logging.provider", "slf4j");
        var address = address(settings.address());
        if (!address.isLoopbackAddress() && settings.tokens().isEmpty()) {
            throw ServerUnavailable.withoutToken(settings.address());
        }
        var place = new Place(address, tls(settings.tls()), address.isLoopbackAddress() ? owner : null);
        var tokens = place.owner == null ? new Tokens(settings.tokens()) : place.owner.with(settings.tokens());
        var doors = new Doors(routes, new Doors.HostNames(settings, address), limits, tokens);
        if (settings.port() != ServeSettings.ANY_PORT) {
            return bound(place, settings.port(), doors, limits);
        }
        try {
            return listening(place, ServeSettings.DEFAULT_PORT, doors, limits);
        } catch (BindException taken) {
            return bound(place, 0, doors, limits);
        }
    }

    /** Where to listen, and for whom; {@code tls} is null for plain HTTP. */
    private record Place(InetAddress address, SSLContext tls, OwnerToken owner) {
        void addTo(Undertow.Builder server, int port) {
            if (tls == null) {
                server.addHttpListener(port, address.getHostAddress());
            } else {
                server.addHttpsListener(port, address.getHostAddress(), tls)
                        .setSocketOption(Options.SSL_ENABLED_PROTOCOLS, Sequence.of("TLSv1.3", "TLSv1.2"));
            }
        }
    }

    private static SSLContext tls(ServeSettings.TlsFiles files) {
        if (files.isEmpty()) {
            return null;
        }
        return TlsKeys.context(
                files.cert().orElseThrow(ServerUnavailable::halfTls),
                files.key().orElseThrow(ServerUnavailable::halfTls));
    }

    private static HttpServer bound(Place place, int port, Doors doors, Limits limits) {
        try {
            return listening(place, port, doors, limits);
        } catch (BindException why) {
            throw unbound(place.address, port, why);
        }
    }

    private static ServerUnavailable unbound(InetAddress address, int port, BindException why) {
        boolean isTaken = String.valueOf(why.getMessage()).contains("in use");
        return isTaken
                ? ServerUnavailable.portTaken(address.getHostAddress(), port)
                : ServerUnavailable.notBound(address.getHostAddress(), port, why);
    }

    private static InetAddress address(String name) {
        try {
            return InetAddress.getByName(name);
        } catch (UnknownHostException unknown) {
            throw ServerUnavailable.unknownAddress(name);
        }
    }

    private static HttpServer listening(Place place, int port, Doors doors, Limits limits) throws BindException {
        var entrance = new GracefulShutdownHandler(doors);
        int idleMs = (int) limits.idle().toMillis();
        var builder = Undertow.builder();
        place.addTo(builder, port);
        var server = builder.setHandler(entrance)
                .setIoThreads(1)
                .setWorkerThreads(WORKERS_MAX)
                .setServerOption(MAX_HEADER_SIZE, 2 * limits.headBytes())
                .setServerOption(MAX_HEADERS, HEADERS_MAX)
                .setServerOption(MAX_PARAMETERS, PARAMETERS_MAX)
                // A segment of a path may contain an encoded slash, so it is decoded after the path was split.
                .setServerOption(DECODE_URL, false)
                .setServerOption(MAX_ENTITY_SIZE, BODY_BYTES_MAX)
                .setServerOption(REQUEST_PARSE_TIMEOUT, (int) limits.head().toMillis())
                .setServerOption(NO_REQUEST_TIMEOUT, idleMs)
                .setServerOption(IDLE_TIMEOUT, idleMs)
                .setServerOption(SHUTDOWN_TIMEOUT, CLOSE_MS_MAX)
                .setSocketOption(Options.CONNECTION_HIGH_WATER, limits.connections())
                .setSocketOption(Options.CONNECTION_LOW_WATER, limits.connections())
                .build();
        try {
            server.start();
        } catch (RuntimeException failed) {
            server.stop();
            if (failed.getCause() instanceof BindException why) {
                throw why;
            }
            throw failed;
        }
        return new HttpServer(server, entrance, place);
    }

    /** The address for people and programs on this machine. */
    public String url() {
        var bound = (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
        var host = bound.getAddress().isAnyLocalAddress()
                ? ServeSettings.LOOPBACK
                : Doors.HostNames.bracketed(bound.getAddress().getHostAddress());
        return scheme + "://" + host + ":" + bound.getPort();
    }

    /** The address with the token of the owner, to be shown to the owner only; empty without one. */
    public Optional<String> ownerLink() {
        return Optional.ofNullable(owner).map(token -> token.link(url()));
    }

    /** Refuses new requests, lets running ones end within half a second, then closes all connections. */
    @Override
    public void close() {
        entrance.shutdown();
        try {
            entrance.awaitShutdown(CLOSE_MS_MAX);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        server.stop();
    }
}
