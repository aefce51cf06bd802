package footfall.serve;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import footfall.ask.PartQuestion;
import io.github.bucket4j.Bucket;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.PathTemplateHandler;
import io.undertow.server.handlers.RequestLimit;
import io.undertow.server.handlers.RequestLimitingHandler;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import io.undertow.util.PathTemplateMatch;
import io.undertow.util.StatusCodes;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The checks that every request passes, in this order: rate of the client, size, host name, web page, path, number of
 * concurrent requests, method, body, token, parameters. Sets the security headers of all answers.
 */
final class Doors implements HttpHandler {
    /** For answers that are data, and belong to no page of another origin. */
    private static final Map<HttpString, String> HEADERS = Map.of(
            new HttpString("Cache-Control"), "no-store",
            new HttpString("Content-Security-Policy"), "default-src 'none'; frame-ancestors 'none'",
            new HttpString("Cross-Origin-Resource-Policy"), "same-origin",
            new HttpString("Referrer-Policy"), "no-referrer",
            new HttpString("X-Content-Type-Options"), "nosniff");

    private static final HttpString SITE = new HttpString("Sec-Fetch-Site");
    /** {@code none}: the user typed the address or opened a bookmark. */
    private static final Set<String> ALLOWED_SITES = Set.of("none", "same-origin");

    private static final HttpString MODE = new HttpString("Sec-Fetch-Mode");
    private static final HttpString DESTINATION = new HttpString("Sec-Fetch-Dest");

    private static final String NO_PATH = "there is no such path";
    private static final int HEADERS_TOO_LARGE = 431;

    private final HostNames hosts;
    private final ClientRates rates;
    private final Limits limits;
    private final Tokens tokens;
    private final PathTemplateHandler paths;

    Doors(List<Route> routes, HostNames hosts, Limits limits, Tokens tokens) {
        this.hosts = hosts;
        this.rates = new ClientRates(limits);
        this.limits = limits;
        this.tokens = tokens;
        this.paths =
                new PathTemplateHandler(exchange -> Problem.refuse(exchange, StatusCodes.NOT_FOUND, NO_PATH), false);
        // A request of a client waits for requests to other instances. With one limit, two instances could wait for
        // each other.
        var ofClients = limit();
        var ofInstances = limit();
        routes.forEach(route -> paths.add(
                route.path(), entrance(route, route.path().startsWith(PartQuestion.ROOT) ? ofInstances : ofClients)));
    }

    private RequestLimit limit() {
        var limit = new RequestLimit(limits.requests(), limits.requests());
        limit.setFailureHandler(exchange ->
                later(exchange, StatusCodes.SERVICE_UNAVAILABLE, "too many concurrent requests; try again later"));
        return limit;
    }

    /** An endless answer has its own limit. */
    private HttpHandler entrance(Route route, RequestLimit limit) {
        HttpHandler enter = exchange -> enter(route, exchange);
        return route.operation().reply().isEndless() ? enter : new RequestLimitingHandler(limit, enter);
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        Problem.arm(exchange);
        HEADERS.forEach(exchange.getResponseHeaders()::put);
        check(exchange);
    }

    private void check(HttpServerExchange exchange) throws Exception {
        if (!isOfAnInstance(exchange) && !rates.accepts(exchange)) {
            later(exchange, StatusCodes.TOO_MANY_REQUESTS, "too many requests from this address; try again later");
        } else if (!isWithinLimits(exchange)) {
            refuseSize(exchange);
        } else if (!hosts.isIn(exchange)) {
            Problem.refuse(
                    exchange,
                    StatusCodes.FORBIDDEN,
                    "the Host header is not a name of this server; add the name to serve_names");
        } else if (isOfAnotherSite(exchange) && !isLinkToThePage(exchange)) {
            Problem.refuse(exchange, StatusCodes.FORBIDDEN, "pages of other sites cannot send requests to this server");
        } else {
            paths.handleRequest(exchange);
        }
    }

    /**
     * A page cannot read answers of another origin, but without this check its requests would still be executed. All
     * current browsers send this header to HTTPS and to loopback, and no page can set it. Other clients do not send it.
     */
    private static boolean isOfAnotherSite(HttpServerExchange exchange) {
        var sites = exchange.getRequestHeaders().get(SITE);
        return sites != null && !ALLOWED_SITES.containsAll(sites);
    }

    /**
     * Whether a user follows a link to the page of the dashboard, for example one that a colleague sent. The page is
     * the same for everyone, and the site with the link cannot read it. A frame has another destination.
     */
    private static boolean isLinkToThePage(HttpServerExchange exchange) {
        return exchange.getRequestPath().equals(Pages.ROOT)
                && isOnly(exchange, MODE, "navigate")
                && isOnly(exchange, DESTINATION, "document");
    }

    private static boolean isOnly(HttpServerExchange exchange, HttpString header, String value) {
        var values = exchange.getRequestHeaders().get(header);
        return values != null && values.size() == 1 && values.getFirst().equals(value);
    }

    /** One question of a client is one to each instance, and these have their own limits. */
    private boolean isOfAnInstance(HttpServerExchange exchange) {
        return exchange.getRequestPath().startsWith(PartQuestion.ROOT)
                && tokens.areRequired()
                && tokens.client(exchange).isPresent();
    }

    private void enter(Route route, HttpServerExchange exchange) throws Exception {
        var method = exchange.getRequestMethod();
        if (!method.equals(Methods.GET) && !method.equals(Methods.HEAD)) {
            exchange.getResponseHeaders().put(Headers.ALLOW, "GET, HEAD");
            refuseBody(exchange, StatusCodes.METHOD_NOT_ALLOWED, "only GET and HEAD are allowed");
        } else if (hasBody(exchange)) {
            refuseBody(exchange, StatusCodes.REQUEST_ENTITY_TOO_LARGE, "a request has no body");
        } else if (route.access() == Route.Access.EVERYONE || isAdmitted(route, exchange)) {
            answer(route, exchange);
        }
    }

    /** Refuses a client without the token that the route requires. */
    private boolean isAdmitted(Route route, HttpServerExchange exchange) {
        var client = tokens.client(exchange);
        if (client.isEmpty()) {
            unauthorized(exchange, "present the token as \"Authorization: Bearer TOKEN\"");
            return false;
        }
        boolean needsAdmin = route.access() == Route.Access.ADMIN && tokens.requireAdmin();
        if (needsAdmin && !client.get().seesNames()) {
            Problem.refuse(exchange, StatusCodes.FORBIDDEN, "this path needs the admin token");
            return false;
        }
        if (route.access() == Route.Access.OWNER
                && tokens.haveOwner()
                && !client.get().isOwner()) {
            unauthorized(exchange, "this path needs the token of the link that footfall up prints");
            return false;
        }
        client.get().enter(exchange);
        return true;
    }

    private static void unauthorized(HttpServerExchange exchange, String detail) {
        exchange.getResponseHeaders().put(Headers.WWW_AUTHENTICATE, "Bearer");
        Problem.refuse(exchange, StatusCodes.UNAUTHORIZED, detail);
    }

    private static void answer(Route route, HttpServerExchange exchange) throws Exception {
        var match = exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY);
        if (match != null && match.getParameters().containsValue("")) {
            Problem.refuse(exchange, StatusCodes.NOT_FOUND, NO_PATH);
            return;
        }
        try {
            Query.enter(route.operation(), exchange);
        } catch (Parameter.InvalidParameter invalid) {
            Problem.refuse(exchange, invalid);
            return;
        }
        route.answer().handleRequest(exchange);
    }

    private boolean isWithinLimits(HttpServerExchange exchange) {
        return targetBytes(exchange) <= limits.targetBytes() && headerBytes(exchange) <= limits.headBytes();
    }

    private static int targetBytes(HttpServerExchange exchange) {
        return exchange.getRequestURI().length() + exchange.getQueryString().length();
    }

    private static long headerBytes(HttpServerExchange exchange) {
        long bytes = 0;
        for (var values : exchange.getRequestHeaders()) {
            for (var value : values) {
                bytes += values.getHeaderName().length() + ": \r\n".length() + value.length();
            }
        }
        return bytes;
    }

    private void refuseSize(HttpServerExchange exchange) {
        boolean isTarget = targetBytes(exchange) > limits.targetBytes();
        Problem.refuse(
                exchange,
                isTarget ? StatusCodes.REQUEST_URI_TOO_LARGE : HEADERS_TOO_LARGE,
                isTarget
                        ? "path and query are longer than " + limits.targetBytes() + " bytes"
                        : "the headers are longer than " + limits.headBytes() + " bytes");
    }

    private static boolean hasBody(HttpServerExchange exchange) {
        return exchange.getRequestContentLength() > 0
                || exchange.getRequestHeaders().contains(Headers.TRANSFER_ENCODING);
    }

    /** Closes the connection, so that the body is not read. */
    private static void refuseBody(HttpServerExchange exchange, int status, String detail) {
        exchange.setPersistent(false);
        Problem.refuse(exchange, status, detail);
    }

    private static void later(HttpServerExchange exchange, int status, String detail) {
        exchange.getResponseHeaders().put(Headers.RETRY_AFTER, "1");
        Problem.refuse(exchange, status, detail);
    }

    /** By the monotonic clock: after a clock was set back, one by the time of day is not filled for as long. */
    static Bucket bucket(long burst, long perSecond) {
        return Bucket.builder()
                .withNanosecondPrecision()
                .addLimit(limit -> limit.capacity(burst).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .build();
    }

    /** The rate of requests of each client address. Holds at most {@code CLIENTS_MAX} addresses. */
    private static final class ClientRates {
        private static final int CLIENTS_MAX = 10_000;
        private static final Duration IDLE_MAX = Duration.ofMinutes(1);

        private final Limits limits;
        private final Cache<InetAddress, Bucket> buckets = Caffeine.newBuilder()
                .maximumSize(CLIENTS_MAX)
                .expireAfterAccess(IDLE_MAX)
                .executor(Runnable::run)
                .build();

        ClientRates(Limits limits) {
            this.limits = limits;
        }

        /** Counts the request; false when its client sent too many. */
        boolean accepts(HttpServerExchange exchange) {
            var client = exchange.getSourceAddress().getAddress();
            return buckets.get(client, first -> bucket(limits.burst(), limits.perSecond()))
                    .tryConsume(1);
        }
    }

    /**
     * Limits on clients. {@code headBytes}: all headers, and half as much path and query; a head of more than twice as
     * much is not read. {@code connections}: open ones, more wait to
     * be accepted; {@code requests}: concurrent ones, as many more wait. {@code perSecond} and {@code burst}: of
     * one client address. {@code head}: time to send request line and headers; {@code idle}: time without a byte.
     */
    record Limits(
            int headBytes, int connections, int requests, int perSecond, int burst, Duration head, Duration idle) {
        static final Limits DEFAULTS =
                new Limits(16 << 10, 4_096, 64, 50, 200, Duration.ofSeconds(5), Duration.ofSeconds(30));

        int targetBytes() {
            return headBytes / 2;
        }
    }

    /**
     * The host names that a request may be addressed to. A web page whose own name resolves to this machine (DNS
     * rebinding) sends its own name, and is refused. Addresses are accepted on all interfaces, because no page can
     * choose them as its name.
     */
    static final class HostNames {
        private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
        private static final Pattern PORT = Pattern.compile(":\\d{0,5}$");

        private final Set<String> names = new HashSet<>();
        private final boolean isAnyAddress;

        HostNames(ServeSettings settings, InetAddress address) {
            settings.names().forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
            names.add(settings.address().toLowerCase(Locale.ROOT));
            names.add(bracketed(address.getHostAddress()));
            isAnyAddress = address.isAnyLocalAddress();
            if (address.isLoopbackAddress() || isAnyAddress) {
                names.addAll(List.of("localhost", "127.0.0.1", "[::1]"));
            }
        }

        static String bracketed(String address) {
            return address.contains(":") ? "[" + address + "]" : address;
        }

        boolean isIn(HttpServerExchange exchange) {
            var header = exchange.getRequestHeaders().get(Headers.HOST);
            if (header == null || header.size() != 1 || exchange.isHostIncludedInRequestURI()) {
                return false;
            }
            var name = PORT.matcher(header.getFirst().toLowerCase(Locale.ROOT)).replaceFirst("");
            return names.contains(name)
                    || isAnyAddress && (IPV4.matcher(name).matches() || name.startsWith("[") && name.endsWith("]"));
        }
    }
}
