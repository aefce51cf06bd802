package footfall.ask;

import com.fasterxml.jackson.core.JsonProcessingException;
import footfall.alert.Alert;
import footfall.ask.ApiClient.ApiFailed;
import footfall.line.TrailId;
import footfall.turn.Step;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import footfall.view.Answers;
import footfall.view.Coverage;
import footfall.view.Feed;
import footfall.view.Filter;
import footfall.view.OpenTurn;
import footfall.view.OpenTurns;
import footfall.view.Readiness;
import footfall.view.Selection;
import footfall.view.Views;
import footfall.view.Views.Change;
import footfall.wire.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The running state of a processor elsewhere, from its stream of events. A connection that is lost is opened again,
 * after the last event that came; if events are missing, the open turns are read anew.
 */
public final class WatchedProcessor implements Views, AutoCloseable {
    private static final long RETRY_MS = 2_000;
    /** The processor sends something every 15 s. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(45);

    private static final long CLOSE_MS_MAX = 1_000;
    private static final Duration TURN_KEPT = Duration.ofSeconds(1);

    private final ApiClient api;
    private final Answers answers;
    private final Selection selection;
    private final Clock clock;
    private final WatchedTurns turns = new WatchedTurns();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Thread thread = new Thread(this::run, "footfall-watch");
    private volatile ServerEvents events;
    private volatile Instant heardAt;
    private volatile boolean isConnected;
    private volatile boolean isClosed;
    private volatile String failure = "";
    private volatile Coverage coverage = Coverage.COMPLETE;
    private final CompletableFuture<Exception> end = new CompletableFuture<>();
    private String lastId;
    private boolean hasOpen;
    private Opened opened = new Opened("", Instant.MIN, Optional.empty());

    private WatchedProcessor(ApiClient api, Answers answers, Selection selection, Clock clock) {
        this.api = api;
        this.answers = answers;
        this.selection = selection;
        this.clock = clock;
    }

    /** A turn that was asked for. */
    private record Opened(String id, Instant at, Optional<Turn> turn) {}

    /**
     * Connects, and follows the processor until it is closed. {@code selection}: by filters of
     * {@link Filter#OF_EVENTS}.
     *
     * @throws ApiFailed when the processor cannot be reached now
     */
    public static WatchedProcessor start(ApiClient api, Answers answers, Selection selection, Clock clock) {
        var watched = new WatchedProcessor(api, answers, selection, clock);
        watched.connect();
        watched.thread.setDaemon(true);
        watched.thread.start();
        return watched;
    }

    private void connect() {
        var parameters = selection.parameters();
        parameters.put("types", "turn,alert,open,closed");
        events = new ServerEvents(api.stream("stream", Map.copyOf(parameters), lastId));
        heardAt = clock.instant();
        if (!hasOpen) {
            readOpen();
        }
        failure = "";
        isConnected = true;
    }

    /** If this fails, the next connection reads them. */
    private void readOpen() {
        hasOpen = false;
        var answer = answers.openTurns(selection, Integer.MAX_VALUE);
        coverage = answer.coverage();
        turns.set(answer.items());
        hasOpen = true;
    }

    private void run() {
        while (!isClosed) {
            try {
                read();
                reconnect();
            } catch (InterruptedException closing) {
                return;
            } catch (ApiFailed refused) {
                end.complete(refused);
                return;
            }
        }
    }

    private void read() {
        try (var open = events) {
            for (var event = open.next(); event != null && !isClosed; event = open.next()) {
                heardAt = clock.instant();
                boolean begins = lastId == null && open.lastId() != null;
                lastId = open.lastId() == null ? lastId : open.lastId();
                handle(event);
                if (begins) {
                    readOpen(); // The stream begins now. What was read before may be older.
                }
            }
        } catch (IOException broken) {
            failure = "the connection broke";
        } catch (ApiFailed unread) {
            failure = unread.getMessage();
        }
        isConnected = false;
    }

    /** Throws {@link ApiFailed} when the processor will never accept the request. */
    private void reconnect() throws InterruptedException {
        while (!isClosed && !isConnected) {
            Thread.sleep(RETRY_MS);
            try {
                connect();
            } catch (ApiFailed unreachable) {
                if (unreachable.isFinal()) {
                    throw unreachable;
                }
                events.close();
                failure = unreachable.getMessage();
            }
        }
    }

    private void handle(ServerEvents.Event event) {
        try {
            switch (event.type()) {
                case "turn" -> {
                    var turn = record(Turn.class, event);
                    turns.ended(turn);
                    publish(new Change.Closed(turn));
                }
                case "alert" -> {
                    var alert = record(Alert.class, event);
                    turns.alerted(alert);
                    publish(new Change.Alerted(alert));
                }
                case "open" -> {
                    var turn = record(TurnSnapshot.class, event);
                    turns.grown(turn, clock.instant());
                    var trail = new TrailId(turn.id().sessionId(), turn.id().agentId());
                    publish(new Change.Grown(
                            trail, turn.id().index(), turn.size().length()));
                }
                case "closed" -> turns.closed(record(Feed.Closed.class, event));
                case "reset" -> readOpen();
                default -> {}
            }
        } catch (JsonProcessingException ofAnotherRelease) {
            failure = "events of another release of footfall were skipped";
        }
    }

    private static <T> T record(Class<T> type, ServerEvents.Event event) throws JsonProcessingException {
        return Json.MAPPER.readValue(event.data(), type);
    }

    private void publish(Change change) {
        listeners.forEach(listener -> listener.changed(change));
    }

    /** Whether events come. Gives up a connection that is silent for too long. */
    public boolean isConnected() {
        if (isConnected && heardAt.plus(SILENCE_MAX).isBefore(clock.instant())) {
            events.close();
        }
        return isConnected;
    }

    /** Why it is not connected, or what it cannot read; empty without a failure. */
    public String failure() {
        return failure;
    }

    /** Whether all open turns are known. */
    public Coverage coverage() {
        return coverage;
    }

    /** Completes when the processor will never accept the request. */
    public CompletionStage<Exception> end() {
        return end;
    }

    @Override
    public OpenTurns openTurns(int max) {
        return turns.longest(max);
    }

    @Override
    public Optional<OpenTurn> openTurn(TrailId trail) {
        return turns.of(trail.text());
    }

    /** Asks the processor, at most once a second. Called by one thread. */
    @Override
    public Optional<Turn> turn(String turnId) {
        var now = clock.instant();
        if (!opened.id.equals(turnId) || opened.at.plus(TURN_KEPT).isBefore(now)) {
            opened = new Opened(turnId, now, asked(turnId));
        }
        return opened.turn;
    }

    private Optional<Turn> asked(String turnId) {
        try {
            return Optional.ofNullable(answers.turn(turnId).item());
        } catch (ApiFailed unreachable) {
            return Optional.empty(); // The view keeps what it has.
        }
    }

    /** The stream of events does not contain it. */
    @Override
    public List<Readiness.Progress> progress() {
        return List.of();
    }

    @Override
    public Readiness readiness() {
        return isConnected() ? Readiness.CURRENT : new Readiness(Readiness.State.STARTING, Readiness.UNKNOWN);
    }

    @Override
    public Listening listen(Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void close() {
        isClosed = true;
        events.close();
        thread.interrupt();
        try {
            thread.join(CLOSE_MS_MAX);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads server-sent events, as the HTML standard defines them. Not thread-safe, but for {@link #close}. */
    private static final class ServerEvents implements AutoCloseable {
        private final HttpAnswer answer;
        private final BufferedReader lines;
        private String lastId;

        ServerEvents(HttpAnswer answer) {
            this.answer = answer;
            this.lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
        }

        /** Data of a type; without data, only an ID or a comment came. */
        record Event(String type, String data) {}

        /** Waits for the next event; null at the end. */
        Event next() throws IOException {
            String type = "message";
            var data = new StringBuilder();
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty()) {
                    return new Event(type, data.toString());
                } else if (line.startsWith("id: ")) {
                    lastId = line.substring("id: ".length());
                } else if (line.startsWith("event: ")) {
                    type = line.substring("event: ".length());
                } else if (line.startsWith("data: ")) {
                    data.append(line.substring("data: ".length()));
                }
            }
            return null;
        }

        /** The last ID that came, null before the first. */
        String lastId() {
            return lastId;
        }

        @Override
        public void close() {
            try {
                answer.close();
            } catch (IOException closed) {
                // It is gone either way.
            }
        }
    }

    /** The open turns of a processor, as its events say. Thread-safe. */
    private static final class WatchedTurns {
        private volatile Map<String, Watched> open = new ConcurrentHashMap<>();

        /**
         * {@code isLive}: it came by an event, so an event {@code closed} follows. {@code raised}: the levels of its
         * active alerts, of those from before the events the highest only, as {@link #EARLIER}.
         */
        private record Watched(OpenTurn turn, boolean isLive, Map<String, Integer> raised) {
            private static final String EARLIER = "";

            static Watched read(OpenTurn turn) {
                return new Watched(turn, false, Map.of(EARLIER, turn.alertLevel()));
            }

            Watched with(Alert alert) {
                var now = new HashMap<>(raised);
                if (alert.state() == Alert.State.RAISED) {
                    now.put(alert.alertId(), alert.level());
                } else if (now.remove(alert.alertId()) == null) {
                    now.remove(EARLIER, alert.level());
                }
                int level = now.values().stream().max(Integer::compare).orElse(0);
                return new Watched(turn.alerted(level), isLive, now);
            }

            /** Whether it is later in its trail than another turn. */
            boolean isAfter(String turnId) {
                return TrailId.index(turn.turnId()) > TrailId.index(turnId);
            }
        }

        /** Replaces all. */
        void set(List<OpenTurn> turns) {
            var all = new ConcurrentHashMap<String, Watched>();
            turns.forEach(turn -> all.put(trail(turn), Watched.read(turn)));
            open = all;
        }

        private static String trail(OpenTurn turn) {
            return new TrailId(turn.sessionId(), turn.agentId()).text();
        }

        void grown(TurnSnapshot turn, Instant now) {
            var trail = new TrailId(turn.id().sessionId(), turn.id().agentId());
            open.compute(trail.text(), (key, before) -> {
                boolean isSame =
                        before != null && before.turn.turnId().equals(turn.id().turnId());
                return isSame
                        ? new Watched(of(turn, before.turn.alertLevel(), now), true, before.raised)
                        : new Watched(of(turn, 0, now), true, Map.of());
            });
        }

        private static OpenTurn of(TurnSnapshot turn, int alertLevel, Instant now) {
            var tools =
                    turn.lastSteps().stream().map(Step::use).map(Step.Use::tool).toList();
            return new OpenTurn(
                    turn.id().turnId(),
                    turn.id().sessionId(),
                    turn.id().agentId(),
                    false,
                    turn.ending() ? OpenTurn.State.ENDING : OpenTurn.State.OPEN,
                    turn.size().length(),
                    turn.size().isLong(),
                    turn.size().pattern(),
                    tools.subList(Math.max(0, tools.size() - OpenTurn.LAST_TOOLS_MAX), tools.size()),
                    turn.failures(),
                    alertLevel,
                    turn.startedAt(),
                    turn.lastLineAt(),
                    turn.waitingSince(),
                    now,
                    turn.spend().tokens(),
                    turn.spend().costUsd(),
                    turn.product(),
                    turn.origin().project(),
                    turn.origin().host(),
                    turn.origin().user(),
                    turn.activity());
        }

        /** An end of an earlier turn may come late. */
        void closed(Feed.Closed closed) {
            open.computeIfPresent(
                    closed.trail(),
                    (trail, before) -> closed.turnId() != null && before.isAfter(closed.turnId()) ? before : null);
        }

        /**
         * Ends a turn of history, for which no event {@code closed} comes. Events of live turns come in another order
         * than those of closed turns, so one that continues may be known already.
         */
        void ended(Turn turn) {
            var trail = new TrailId(turn.id().sessionId(), turn.id().agentId());
            open.computeIfPresent(trail.text(), (key, before) -> {
                boolean isSame = before.turn.turnId().equals(turn.id().turnId());
                return before.isLive || before.isAfter(turn.id().turnId()) || isSame && continues(before.turn, turn)
                        ? before
                        : null;
            });
        }

        private static boolean continues(OpenTurn open, Turn turn) {
            var ended = turn.span().endedAt();
            return ended != null
                    && open.lastLineAt() != null
                    && open.lastLineAt().isAfter(ended);
        }

        void alerted(Alert alert) {
            if (alert.turnId() != null && alert.kind() != Alert.Kind.WAITING) {
                open.replaceAll((trail, watched) ->
                        watched.turn.turnId().equals(alert.turnId()) ? watched.with(alert) : watched);
            }
        }

        OpenTurns longest(int max) {
            var turns = open.values().stream().map(Watched::turn).toList();
            return OpenTurns.merged(List.of(new OpenTurns(turns, turns.size())), max);
        }

        Optional<OpenTurn> of(String trail) {
            return Optional.ofNullable(open.get(trail)).map(Watched::turn);
        }
    }
}
