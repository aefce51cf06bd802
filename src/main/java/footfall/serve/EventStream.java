package footfall.serve;

import footfall.view.Feed;
import footfall.view.Filter;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import io.undertow.util.SameThreadExecutor;
import io.undertow.util.StatusCodes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The route of server-sent events. All clients share one feed, and the bytes of each event; none waits for another.
 * Without a feed, requests are refused until it is there.
 */
public final class EventStream {
    public static final String PATH = "/api/v1/stream";

    private static final HttpString LAST_EVENT_ID = new HttpString("Last-Event-ID");
    private static final HttpString X_ACCEL_BUFFERING = new HttpString("X-Accel-Buffering");
    private static final List<String> TYPES = Arrays.stream(Feed.Type.values())
            .filter(type -> type != Feed.Type.RESET)
            .map(Feed.Type::word)
            .toList();
    private static final Parameter<Set<String>> TYPE = Parameter.text(
            "types",
            "Only events of these types, separated by commas: " + String.join(", ", TYPES) + ".",
            "a comma-separated list of " + String.join(", ", TYPES),
            text -> Optional.of(Set.copyOf(List.of(text.split(",", -1)))).filter(types -> TYPES.containsAll(types)));
    private static final int LAST_WORDS_MS = 2_000;

    private final int clientsMax;
    private final int lastWordsMs;
    private final Set<EventClient> clients = ConcurrentHashMap.newKeySet();
    private final Map<Client, EventClient.EventFrame> frames = new ConcurrentHashMap<>();
    private volatile Feed feed;

    /** {@code clientsMax}: more clients are refused. */
    public EventStream(int clientsMax) {
        this(clientsMax, LAST_WORDS_MS);
    }

    /** {@code lastWordsMs}: how long a client that is dropped may take to read the reason. */
    EventStream(int clientsMax, int lastWordsMs) {
        this.clientsMax = clientsMax;
        this.lastWordsMs = lastWordsMs;
    }

    public void feed(Feed source) {
        feed = source;
    }

    public Route route() {
        var parameters = new ArrayList<>(Filters.only(Filter.OF_EVENTS));
        parameters.add(TYPE);
        var operation = new Operation(
                "stream",
                "Turns, alerts, desires and open turns as server-sent events.",
                parameters,
                Operation.Reply.events());
        return new Route(PATH, Route.Access.READER, operation, this::answer);
    }

    private void answer(HttpServerExchange exchange) {
        if (feed == null) {
            later(exchange, "the process is starting; try again later");
        } else if (exchange.getRequestMethod().equals(Methods.HEAD)) {
            head(exchange);
            exchange.endExchange();
        } else if (clients.size() >= clientsMax) {
            later(exchange, "too many clients of the stream; try again later");
        } else {
            head(exchange);
            try {
                open(exchange);
            } catch (Parameter.InvalidParameter invalid) {
                Problem.refuse(exchange, invalid);
            }
        }
    }

    private static void head(HttpServerExchange exchange) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, Operation.Reply.EVENTS);
        exchange.getResponseHeaders().put(X_ACCEL_BUFFERING, "no"); // For nginx in front.
    }

    private static void later(HttpServerExchange exchange, String detail) {
        exchange.getResponseHeaders().put(Headers.RETRY_AFTER, "2");
        Problem.refuse(exchange, StatusCodes.SERVICE_UNAVAILABLE, detail);
    }

    /** On the connection's I/O thread. */
    private void open(HttpServerExchange exchange) {
        var selection = Filters.selection(exchange, Instant.EPOCH); // It has no filter of time.
        var choice = new EventClient.EventChoice(
                Client.of(exchange), Query.of(exchange).get(TYPE), selection);
        exchange.setPersistent(false); // Its end is that of the connection, which may be closed at any time.
        var client = new EventClient(exchange, choice, frames, lastWordsMs);
        try {
            feed.subscribe(exchange.getRequestHeaders().getFirst(LAST_EVENT_ID), client);
        } catch (IllegalArgumentException invalid) {
            throw new Parameter.InvalidParameter("Last-Event-ID", "expected the ID of an event");
        }
        clients.add(client);
        exchange.addExchangeCompleteListener((done, next) -> {
            clients.remove(client);
            client.closed();
            next.proceed();
        });
        exchange.dispatch(SameThreadExecutor.INSTANCE, client::open);
    }

    /** The number of clients. */
    int size() {
        return clients.size();
    }
}
