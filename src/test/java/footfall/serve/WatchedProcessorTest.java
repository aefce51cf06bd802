package footfall.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import footfall.alert.Alert;
import footfall.ask.ApiClient;
import footfall.ask.ServerAnswers;
import footfall.ask.WatchedProcessor;
import footfall.line.TrailId;
import footfall.testkit.AnswersMatrix;
import footfall.testkit.Fold;
import footfall.testkit.ListShard;
import footfall.testkit.OpenTurnSample;
import footfall.testkit.Story;
import footfall.turn.Origin;
import footfall.turn.Step;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import footfall.view.Feed;
import footfall.view.Filter;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.OpenTurn;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Shards;
import footfall.view.Views.Change;
import io.undertow.util.StatusCodes;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The live view of a processor elsewhere: its state by HTTP, and the events of a feed that the test pushes. */
@Timeout(60)
class WatchedProcessorTest {
    private static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final Turn TURN =
            Fold.files(Story.of(Story.ALL.resolve("how-calls-fail")).files()).get(0);
    private static final String TRAIL = TURN.id().sessionId().value();

    private final PushedFeed feed = new PushedFeed();
    private final List<Change> changes = new CopyOnWriteArrayList<>();

    private static OpenTurn open(String session, String project) {
        return OpenTurnSample.of(session + ":0", session, project, 1, NOW, TURN);
    }

    private final EventStream stream = new EventStream(10);
    private final AtomicInteger refusals = new AtomicInteger();
    private volatile List<OpenTurn> open;

    private Served served(OpenTurn... first) {
        open = List.of(first);
        var shards = new Shards() {
            @Override
            public <T> Parts<T> ask(Function<Shard, T> question) {
                if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    throw new Problem.Refusal(StatusCodes.SERVICE_UNAVAILABLE, "try again later");
                }
                var turns = new OpenTurns(open, open.size());
                return Shards.of(List.<Shard>of(new ListShard(List.of(TURN), List.of(), turns)))
                        .ask(question);
            }
        };
        var rules = new AnswerRules(AnswersMatrix.RULES, AnswersMatrix.ALIASES, 1_000);
        var merged = new MergedAnswers(shards, rules);
        stream.feed(feed);
        var routes = new ArrayList<>(new Api(() -> Optional.of(new ApiSource(merged, () -> null)), Clock.systemUTC())
                .routes());
        routes.add(stream.route());
        return Served.with(null, Served.LIMITS, routes.toArray(Route[]::new));
    }

    private WatchedProcessor watched(URI server, Selection selection) {
        var api = new ApiClient(server, Optional.empty(), Optional.empty(), () -> "nobody answers");
        var watched = WatchedProcessor.start(api, new ServerAnswers(api, AnswersMatrix.ALIASES), selection, CLOCK);
        watched.listen(changes::add);
        return watched;
    }

    private static Feed.Event event(Feed.Type type, String position, Object record) {
        return new Feed.Event(type, position, TRAIL, TURN.product(), new Origin("shop", "box", "ada"), record);
    }

    private static Feed.Event grown(String position) {
        var snapshot = new TurnSnapshot(
                TURN.id(),
                false,
                TURN.size(),
                2,
                TURN.steps(),
                TURN.span().startedAt(),
                TURN.span().endedAt(),
                null,
                TURN.spend(),
                TURN.product(),
                new Origin("shop", "box", "ada"),
                null);
        return event(Feed.Type.OPEN, position, snapshot);
    }

    private static Feed.Event alert(String position, Alert.Kind kind, int level, Alert.State state) {
        var alert = new Alert(
                TURN.id().turnId() + ":" + kind.word() + ":" + level,
                kind,
                level,
                state,
                21,
                20,
                TURN.id().turnId(),
                TURN.id().sessionId(),
                "Read",
                TURN.product(),
                new Origin("shop", "box", "ada"),
                NOW,
                NOW);
        return event(Feed.Type.ALERT, position, alert);
    }

    @Test
    void theViewFollowsTheEvents() throws Exception {
        var trail = new TrailId(TURN.id().sessionId(), null);
        try (var server = served(open("s9", "till"));
                var watched = watched(server.uri(""), Selection.ALL)) {
            assertThat(watched.openTurns(10).turns()).containsExactly(open("s9", "till"));
            feed.subscribers.get(0).alive("p0");
            feed.push(grown("p1"));
            feed.push(alert("p2", Alert.Kind.LENGTH, 2, Alert.State.RAISED));
            await().until(() -> changes.size() == 2);
            assertThat(changes.get(0))
                    .isEqualTo(new Change.Grown(trail, 0, TURN.size().length()));
            assertThat(changes.get(1)).isInstanceOf(Change.Alerted.class);
            var turn = watched.openTurn(trail).orElseThrow();
            assertThat(turn.alertLevel()).isEqualTo(2);
            assertThat(turn.failures()).isEqualTo(2);
            assertThat(turn.product()).isEqualTo(TURN.product()).isNotEqualTo(new Turn.Product(null, null));
            assertThat(turn.lastTools())
                    .endsWith(TURN.steps().stream()
                            .map(Step::use)
                            .map(Step.Use::tool)
                            .reduce((one, next) -> next)
                            .orElseThrow());
            assertThat(watched.openTurns(1).turns()).containsExactly(turn);
            feed.push(event(
                    Feed.Type.CLOSED, "p3", new Feed.Closed(TRAIL, TURN.id().turnId(), null, null)));
            feed.push(event(Feed.Type.TURN, "p4", TURN));
            await().until(() -> changes.size() == 3);
            assertThat(changes.get(2)).isEqualTo(new Change.Closed(TURN));
            assertThat(watched.openTurn(trail)).isEmpty();
            assertThat(watched.turn(TURN.id().turnId())).contains(TURN);
            assertThat(watched.turn("none:7")).isEmpty();
        }
    }

    @Test
    void theLevelOfAnOpenTurnIsThatOfTheAlertsThatStand() throws Exception {
        var trail = new TrailId(TURN.id().sessionId(), null);
        var raised = Alert.State.RAISED;
        var cleared = Alert.State.CLEARED;
        var open = OpenTurnSample.of(TURN.id().turnId(), TRAIL, "shop", 1, NOW, TURN)
                .alerted(2);
        try (var server = served(open);
                var watched = watched(server.uri(""), Selection.ALL)) {
            feed.subscribers.get(0).alive("p0");
            var levels = new ArrayList<Integer>();
            for (var event : List.of(
                    alert("p1", Alert.Kind.REPEAT_LOOP, 1, raised),
                    alert("p2", Alert.Kind.ERROR_STREAK, 1, cleared),
                    alert("p3", Alert.Kind.ERROR_STREAK, 2, cleared),
                    grown("p4"),
                    alert("p5", Alert.Kind.LENGTH, 3, raised),
                    alert("p6", Alert.Kind.REPEAT_LOOP, 1, cleared),
                    alert("p7", Alert.Kind.LENGTH, 3, cleared),
                    alert("p8", Alert.Kind.ERROR_STREAK, 1, raised))) {
                feed.push(event);
                int count = levels.size() + 1;
                await().until(() -> changes.size() == count);
                levels.add(watched.openTurn(trail).orElseThrow().alertLevel());
            }
            assertThat(levels).containsExactly(2, 2, 1, 1, 3, 3, 0, 1);
        }
    }

    /** History has no records on the topic of open turns. */
    @Test
    void anOpenTurnOfHistoryIsGoneWhenItsTurnCloses() throws Exception {
        var at = TURN.span().endedAt();
        var ended = OpenTurnSample.of(TURN.id().turnId(), TRAIL, "shop", 1, at, TURN);
        var other = OpenTurnSample.of("s9:1", "s9", "shop", 1, at, TURN);
        try (var server = served(ended, other);
                var watched = watched(server.uri(""), Selection.ALL)) {
            feed.subscribers.get(0).alive("p0");
            feed.push(event(Feed.Type.TURN, "p1", TURN));
            await().until(() -> changes.size() == 1);
            assertThat(watched.openTurns(10).turns()).containsExactly(other);
        }
    }

    @Test
    void whatChangedBeforeTheEventsBeganIsReadWhenTheyBegin() throws Exception {
        try (var server = served(open("s9", "till"));
                var watched = watched(server.uri(""), Selection.ALL)) {
            assertThat(watched.openTurns(10).turns()).containsExactly(open("s9", "till"));
            open = List.of(open("s8", "till"));
            feed.subscribers.get(0).alive("p0");
            await().untilAsserted(
                            () -> assertThat(watched.openTurns(10).turns()).containsExactly(open("s8", "till")));
        }
    }

    @Test
    void aLostConnectionIsOpenedAgainAfterTheLastEvent() throws Exception {
        try (var server = served(open("s9", "till"));
                var watched = watched(server.uri(""), Selection.ALL)) {
            feed.push(grown("p1"));
            await().until(() -> changes.size() == 1);
            feed.subscribers.get(0).end("stopping");
            await().until(() -> feed.positions.size() == 2);
            assertThat(feed.positions).containsExactly("null", "p1");
            feed.push(grown("p2"));
            await().until(() -> changes.size() == 2);
            feed.push(new Feed.Event(
                    Feed.Type.RESET, "p3", null, null, null, new Feed.Reset("retention", List.of("open"))));
            await().until(() -> watched.openTurns(10).count() == 1);
            assertThat(watched.openTurns(10).turns()).containsExactly(open("s9", "till"));
            assertThat(watched.isConnected()).isTrue();
        }
    }

    @Test
    void aSelectionAppliesToTheOpenTurnsOfTheStartToo() throws Exception {
        var selection = Selection.parse(Map.of(Filter.PROJECT, "shop"));
        try (var server = served(open("s9", "till"), open("s8", "shop"));
                var watched = watched(server.uri(""), selection)) {
            assertThat(watched.openTurns(10).turns()).containsExactly(open("s8", "shop"));
            feed.push(event(Feed.Type.TURN, "p1", TURN));
            await().until(() -> changes.size() == 1);
        }
    }

    @Test
    void afterAResetTheOpenTurnsAreReadUntilThatSucceeds() throws Exception {
        try (var server = served(open("s9", "till"));
                var watched = watched(server.uri(""), Selection.ALL)) {
            open = List.of(open("s8", "till"));
            refusals.set(1);
            feed.push(new Feed.Event(
                    Feed.Type.RESET, "p1", null, null, null, new Feed.Reset("retention", List.of("open"))));
            await().untilAsserted(
                            () -> assertThat(watched.openTurns(10).turns()).containsExactly(open("s8", "till")));
        }
    }

    @Test
    void theReasonWhyItIsNotConnectedIsKnownUntilItIsConnected() throws Exception {
        try (var server = served();
                var watched = watched(server.uri(""), Selection.ALL)) {
            stream.feed(null);
            feed.subscribers.get(0).end("stopping");
            await().until(() -> watched.failure()
                    .equals(server.uri("") + " answered with status 503: Service Unavailable: the process is starting; "
                            + "try again later"));
            stream.feed(feed);
            await().until(watched::isConnected);
            assertThat(watched.failure()).isEmpty();
            assertThat(watched.end().toCompletableFuture()).isNotDone();
        }
    }

    @Test
    void aRequestThatCanNeverSucceedEndsTheView() throws Exception {
        try (var server = served();
                var watched = watched(server.uri(""), Selection.ALL)) {
            feed.push(grown("bad"));
            await().until(() -> changes.size() == 1);
            feed.subscribers.get(0).end("stopping");
            await().untilAsserted(() -> assertThat(watched.end().toCompletableFuture())
                    .isCompletedWithValueMatching(why -> why.getMessage()
                            .equals(server.uri("")
                                    + " answered with status 400: Invalid Parameter Last-Event-ID: expected the ID "
                                    + "of an event")));
        }
    }

    /** The turns of another project fill the answer of 500. */
    @Test
    void selectedOpenTurnsAreFoundAmongManyOthers() throws Exception {
        var open = IntStream.range(0, 600)
                .mapToObj(i -> open("t" + i, "till"))
                .collect(Collectors.toCollection(ArrayList::new));
        open.add(open("z", "shop"));
        try (var server = served(open.toArray(OpenTurn[]::new));
                var watched = watched(server.uri(""), Selection.parse(Map.of(Filter.PROJECT, "shop")))) {
            assertThat(watched.openTurns(10).turns()).containsExactly(open("z", "shop"));
        }
    }

    @Test
    void aProcessorThatCannotBeReachedIsNamed() {
        assertThatThrownBy(() -> watched(URI.create("http://127.0.0.1:1"), Selection.ALL))
                .isInstanceOf(ApiClient.ApiFailed.class)
                .hasMessage("nobody answers");
    }
}
