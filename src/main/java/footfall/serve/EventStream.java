package footfall.serve;

import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.view.Feed;
import footfall.view.Filter;
import footfall.view.Selection;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import io.undertow.util.SameThreadExecutor;
import io.undertow.util.StatusCodes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.xnio.IoUtils;
import org.xnio.channels.StreamSinkChannel;

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

    /**
     * One client of the stream. Events wait in a bounded queue; the connection's I/O thread writes them, and never
     * waits. A client whose queue is full is dropped: it gets the reason if it reads at all, and its connection is
     * closed.
     */
    static final class EventClient implements Feed.Subscriber {
        static final int EVENTS_MAX = 1_024;
        static final int BYTES_MAX = 2 << 20;
        static final String SLOW = "slow";

        private static final int RECONNECT_MS = 2_000;
        private static final int WATCH_MS = 1_000;
        private static final int STUCK_MAX = 15;
        private static final int BATCH = 64;

        private final HttpServerExchange exchange;
        private final EventChoice choice;
        private final Map<Client, EventFrame> frames;
        private final int lastWordsMs;
        private final Queue<byte[]> queue = new ArrayDeque<>();
        private StreamSinkChannel sink;
        private ByteBuffer[] batch = {};
        private long queuedBytes;
        private boolean isScheduled = true;
        private boolean isMoving;
        private boolean isEnding;
        private int stuck;
        private volatile boolean isOpen = true;

        EventClient(HttpServerExchange exchange, EventChoice choice, Map<Client, EventFrame> frames, int lastWordsMs) {
            this.lastWordsMs = lastWordsMs;
            this.exchange = exchange;
            this.choice = choice;
            this.frames = frames;
            queue.add(EventFrame.text("retry: " + RECONNECT_MS + "\n\n"));
        }

        /** Begins to write. On the connection's I/O thread, as are all methods but those of the subscriber. */
        void open() {
            sink = exchange.getResponseChannel();
            sink.getWriteSetter().set(channel -> write());
            write();
            watch(new Workers.Departure(exchange.getConnection()));
        }

        /** A client that left, or that reads nothing for long, makes room for another one. */
        private void watch(Workers.Departure departure) {
            if (!isOpen) {
                return;
            } else if (departure.happened()) {
                close();
            } else {
                stuck = isStuck() ? stuck + 1 : 0;
                if (stuck == STUCK_MAX) {
                    end(SLOW);
                }
                exchange.getIoThread().executeAfter(() -> watch(departure), WATCH_MS, TimeUnit.MILLISECONDS);
            }
        }

        /** Whether events wait, and none was written since the last call. */
        private synchronized boolean isStuck() {
            boolean isStuck = isScheduled && !isMoving;
            isMoving = false;
            return isStuck;
        }

        @Override
        public void event(Feed.Event event) {
            if (isOpen && choice.admits(event)) {
                var frame = frames.get(choice.client());
                if (frame == null || frame.event() != event) {
                    frame = EventFrame.of(choice.client(), event);
                    frames.put(choice.client(), frame);
                }
                add(frame.bytes());
            }
        }

        @Override
        public void alive(String position) {
            add(EventFrame.alive(position));
        }

        private void add(byte[] bytes) {
            boolean isFull;
            synchronized (this) {
                if (isEnding) {
                    return;
                }
                isFull = queue.size() >= EVENTS_MAX || queuedBytes + bytes.length > BYTES_MAX;
                if (!isFull) {
                    queue.add(bytes);
                    queuedBytes += bytes.length;
                }
            }
            if (isFull) {
                end(SLOW);
            } else {
                wake();
            }
        }

        private void wake() {
            synchronized (this) {
                if (isScheduled) {
                    return;
                }
                isScheduled = true;
            }
            execute(this::write);
        }

        private void execute(Runnable task) {
            try {
                exchange.getIoThread().execute(task);
            } catch (RejectedExecutionException stopping) {
                closed();
            }
        }

        /** The reason is the last event, without an ID: the client resumes after the last event that it got. */
        @Override
        public void end(String reason) {
            synchronized (this) {
                if (isEnding) {
                    return;
                }
                isEnding = true;
                isOpen = false;
                queue.clear();
                queuedBytes = 0;
                queue.add(EventFrame.dropped(reason, RECONNECT_MS));
            }
            wake();
            execute(() -> exchange.getIoThread().executeAfter(this::close, lastWordsMs, TimeUnit.MILLISECONDS));
        }

        @Override
        public synchronized boolean hasRoom() {
            return queue.size() < EVENTS_MAX / 2 && queuedBytes < BYTES_MAX / 2;
        }

        @Override
        public boolean isOpen() {
            return isOpen;
        }

        private void write() {
            try {
                while (next()) {
                    if (sink.write(batch, 0, batch.length) == 0) {
                        sink.resumeWrites();
                        return;
                    }
                    moved();
                }
                if (!sink.flush()) {
                    sink.resumeWrites();
                    return;
                }
                sink.suspendWrites();
                rest();
            } catch (IOException gone) {
                close();
            }
        }

        /** Takes the next events when the last ones are written. Returns whether there is something to write. */
        private synchronized boolean next() {
            for (var buffer : batch) {
                if (buffer.hasRemaining()) {
                    return true;
                }
            }
            batch = new ByteBuffer[Math.min(BATCH, queue.size())];
            for (int i = 0; i < batch.length; i++) {
                batch[i] = ByteBuffer.wrap(queue.remove());
                queuedBytes -= batch[i].remaining();
            }
            return batch.length > 0;
        }

        private synchronized void moved() {
            isMoving = true;
        }

        /** All is written: waits for more, or ends. */
        private void rest() throws IOException {
            boolean isLast;
            synchronized (this) {
                if (!queue.isEmpty()) {
                    execute(this::write);
                    return;
                }
                isScheduled = false;
                isMoving = true;
                isLast = isEnding;
            }
            if (isLast) {
                exchange.endExchange();
            }
        }

        private void close() {
            IoUtils.safeClose(exchange.getConnection());
            closed();
        }

        /** The connection is closed. */
        void closed() {
            isOpen = false;
            synchronized (this) {
                isEnding = true;
                queue.clear();
                queuedBytes = 0;
            }
        }

        /** An event as it is sent to clients that see the same, as bytes that they share. */
        record EventFrame(Feed.Event event, byte[] bytes) {
            static EventFrame of(Client client, Feed.Event event) {
                var id = event.position() == null ? "" : "id: " + event.position() + "\n";
                return new EventFrame(event, bytes(id, event.type().word(), Json.bytes(client, event.record())));
            }

            /** The ID alone, which a client keeps, and a comment, which it ignores. */
            static byte[] alive(String position) {
                return text(position == null ? ":\n\n" : "id: " + position + "\n\n");
            }

            /** Before the connection closes; {@code reconnectMs}: when the client may come again. */
            static byte[] dropped(String reason, int reconnectMs) {
                return text("retry: " + reconnectMs + "\nevent: dropped\ndata: {\"reason\":\"" + reason + "\"}\n\n");
            }

            private static byte[] bytes(String id, String type, byte[] data) {
                var out = new ByteArrayOutputStream(id.length() + data.length + 64);
                out.writeBytes(text(id + "event: " + type + "\ndata: "));
                out.writeBytes(data);
                out.writeBytes(text("\n\n"));
                return out.toByteArray();
            }

            static byte[] text(String text) {
                return text.getBytes(StandardCharsets.UTF_8);
            }
        }

        /**
         * The events that a client selects; {@code types} is null for all. An event without the value by which a client
         * selects is not sent, but for the end of something, which a client that never saw it ignores.
         */
        record EventChoice(Client client, Set<String> types, Selection selection) {
            private static final Origin NOWHERE = new Origin(null, null, null);
            private static final Turn.Product UNKNOWN = new Turn.Product(null, null);

            boolean admits(Feed.Event event) {
                return event.type() == Feed.Type.RESET
                        || (types == null || types.contains(event.type().word()))
                                && admitsSession(event)
                                && admitsProduct(event)
                                && admitsOrigin(event);
            }

            private boolean admitsSession(Feed.Event event) {
                var asked = selection.session();
                return asked.isEmpty()
                        || (event.sessionId() == null
                                ? event.type().isEnd()
                                : asked.get().equals(event.sessionId()));
            }

            private boolean admitsProduct(Feed.Event event) {
                return event.product() == null
                        ? event.type().isEnd() || selection.admits(UNKNOWN)
                        : selection.admits(event.product());
            }

            private boolean admitsOrigin(Feed.Event event) {
                return event.origin() == null
                        ? event.type().isEnd() || selection.admits(NOWHERE)
                        : selection.admits(event.origin());
            }
        }
    }
}
