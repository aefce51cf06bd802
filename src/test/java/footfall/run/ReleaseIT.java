package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.alert.OutageRules;
import footfall.broker.BrokerSettings;
import footfall.broker.EmbeddedBroker;
import footfall.desire.Desire;
import footfall.desire.DesireRules;
import footfall.line.LineParser;
import footfall.redact.Identity;
import footfall.session.SessionSummary;
import footfall.ship.ShipSettings;
import footfall.ship.Shipper;
import footfall.ship.ShipperSettings;
import footfall.tail.ExcludedProjects;
import footfall.tail.LocalDisk;
import footfall.testkit.Cluster;
import footfall.testkit.Defaults;
import footfall.testkit.FileTallies;
import footfall.testkit.LongSuite;
import footfall.testkit.Release;
import footfall.testkit.Shipment;
import footfall.testkit.TurnJson;
import footfall.testkit.TurnText;
import footfall.topology.CommittedReader;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.topology.TopologySettings;
import footfall.turn.HourTokens;
import footfall.turn.Tokens;
import footfall.turn.TurnRules;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * This build, started on what each release left on a disk: broker's log, stores and checkpoint. The
 * transcripts have grown meanwhile; every turn, session and tally is that of the files, and no line is sent
 * twice.
 */
@LongSuite
@Timeout(180)
class ReleaseIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Duration FOR_EVER = Duration.ofDays(36_500);
    private static final Identity IDENTITY = new Identity("box", "ann");
    private static final int LENGTH_THRESHOLD = 2;
    /** It counted the turns that a fork repeats, and its turns have fewer fields. */
    private static final String FIRST = "0.1.0";

    /** The release is of any age by now: nothing that it left expires in the test. */
    private static final Map<String, String> KEEPING = Map.of(
            "log.cleaner.enable", "false",
            "log.initial.task.delay.ms", Long.toString(Duration.ofDays(1).toMillis()),
            "offsets.retention.minutes", Integer.toString(Integer.MAX_VALUE));

    @TempDir
    Path folder;

    static List<Release> releases() {
        return Release.all();
    }

    @ParameterizedTest
    @MethodSource("releases")
    void whatAReleaseLeftGoesOnAndGivesTheTurnsOfTheFiles(Release release) throws Exception {
        var left = release.unpack(folder);
        var before = Shipment.below(left.home(), IDENTITY).records().size();
        left.writeRest();
        var settings = settings(left);
        try (var broker = EmbeddedBroker.start(settings.broker())) {
            var client = settings.ready(broker);
            try (var streaming = Streaming.startToEnd(settings.topology(), settings.stream(broker))) {
                long sent = shipAll(settings, client);
                streaming.drain().request(new CommittedReader(client, Channels.PREFIX).ends(Channels.LINES));
                Awaitility.await().atMost(PATIENCE).until(() -> failed(streaming) || streaming.isDrained());
                assertThat(streaming.failure().toCompletableFuture()).isNotCompleted();
                assertEqualsFiles(left, new CommittedReader(client, Channels.PREFIX));
                assertThat(sent)
                        .isEqualTo(
                                Shipment.below(left.home(), IDENTITY).records().size() - before);
            }
        }
    }

    /** They have no stores: all that the release left of them is in its changelogs. */
    @LongSuite
    @ParameterizedTest
    @MethodSource("releases")
    void twoInstancesThatStartOneAfterTheOtherContinueFromTheChangelogsOfARelease(Release release) throws Exception {
        var left = release.unpack(folder);
        left.writeRest();
        var settings = settings(left);
        try (var broker = EmbeddedBroker.start(settings.broker())) {
            var client = settings.ready(broker);
            Streaming second;
            try (var first = Streaming.startToEnd(settings.topology(), stream(settings, broker, "first"))) {
                shipAll(settings, client);
                second = Streaming.startToEnd(settings.topology(), stream(settings, broker, "second"));
                Awaitility.await().atMost(PATIENCE).until(second::isRunning);
                assertThat(first.counts().restored().records()).isPositive();
            }
            try (second) {
                second.drain().request(new CommittedReader(client, Channels.PREFIX).ends(Channels.LINES));
                Awaitility.await().atMost(PATIENCE).until(() -> failed(second) || second.isDrained());
                assertThat(second.failure().toCompletableFuture()).isNotCompleted();
            }
            assertEqualsFiles(left, new CommittedReader(client, Channels.PREFIX));
        }
    }

    private StreamSettings stream(OneShotSettings settings, EmbeddedBroker broker, String instance) throws Exception {
        var own = settings.stream(broker);
        return new StreamSettings(
                        own.applicationId(),
                        folder.resolve(instance),
                        own.threads(),
                        StreamSettings.MEMORY_BYTES,
                        own.client())
                .shared();
    }

    private static boolean failed(Streaming streaming) {
        return streaming.failure().toCompletableFuture().isDone();
    }

    /** As {@code src/test/compat/make} sets them. */
    private static OneShotSettings settings(Release.Unpacked left) {
        var timers = TurnRules.Timers.DEFAULTS;
        var turns = Defaults.TURNS;
        var rules = new TurnRules(
                LENGTH_THRESHOLD,
                turns.stepsMax(),
                new TurnRules.Timers(
                        timers.stopGrace(),
                        timers.endTurnGrace(),
                        timers.idleTimeout(),
                        FOR_EVER,
                        FOR_EVER,
                        timers.watch()),
                turns.prices());
        var tallies = new TopologySettings.Tallies(FOR_EVER, new DesireRules(1, 1), OutageRules.DEFAULTS);
        var topology = new TopologySettings(
                Channels.PREFIX,
                rules,
                Defaults.alerts(LENGTH_THRESHOLD),
                TopologySettings.RECORD_BYTES_MAX,
                tallies,
                Duration.ofHours(1));
        var broker = new BrokerSettings(left.data().resolve("broker"), BrokerSettings.ANY_PORT, KEEPING);
        return new OneShotSettings(
                broker,
                left.data(),
                List.of(left.home()),
                topology,
                Defaults.REDACT,
                IDENTITY,
                2,
                1,
                LineParser.LINE_BYTES_MAX,
                ExcludedProjects.NONE);
    }

    /** As {@code up} ships, until nothing is left; returns how many lines that were. */
    private static long shipAll(OneShotSettings settings, Map<String, String> client) throws Exception {
        var shipping = ShipSettings.of(settings.homes(), settings.redact(), settings.lineBytesMax());
        var shipper = new ShipperSettings(
                shipping,
                settings.data().resolve("up-ship"),
                client,
                settings.topology().prefix(),
                settings.identity(),
                ShipperSettings.RESCAN,
                false);
        try (var running = Shipper.start(
                shipper,
                new Shipper.Dependencies(
                        new LocalDisk(),
                        RealTime.CLOCK,
                        said -> {
                            throw new AssertionError(said);
                        },
                        null))) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> running.end().toCompletableFuture().isDone()
                            || running.hasLooked() && running.progress().bytesBehind() == 0);
            assertThat(running.end().toCompletableFuture()).isNotCompleted();
            return running.progress().lines();
        }
    }

    private static void assertEqualsFiles(Release.Unpacked left, CommittedReader committed) {
        var rules = settings(left).topology().turnRules();
        var shipment = Shipment.below(left.home(), IDENTITY);
        var turns = Cluster.turns(committed);
        boolean isFirst = left.version().equals(FIRST);
        UnaryOperator<Map<String, String>> comparable =
                isFirst ? ReleaseIT::inFieldsOfTheRelease : UnaryOperator.identity();
        assertThat(comparable.apply(TurnText.of(turns)))
                .isEqualTo(comparable.apply(TurnText.of(shipment.turns(rules).values())));
        assertThat(turns)
                .filteredOn(turn -> turn.product().agent() != null) // Emitted by this build.
                .isNotEmpty()
                .allSatisfy(turn -> assertThat(turn.spend().usage().stream()
                                .map(HourTokens::tokens)
                                .reduce(Tokens.ZERO, Tokens::plus))
                        .isEqualTo(turn.spend().tokens()));
        var sessions = new TreeMap<>(shipment.sessions(rules.prices()));
        if (isFirst) {
            assertEqualsFiles(last(committed, Channels.SESSIONS), sessions);
        } else {
            assertThat(last(committed, Channels.SESSIONS)).isEqualTo(sessions);
        }
        var tallies = FileTallies.of(shipment.walks(rules), new DesireRules(1, 1), null);
        assertThat(last(committed, Channels.PATTERNS)).isEqualTo(tallies.patterns());
        assertThat(last(committed, Channels.TOOLS)).isEqualTo(tallies.tools());
        assertThat(last(committed, Channels.LOOPS)).isEqualTo(tallies.loops());
        var desires = last(committed, Channels.DESIRES);
        if (isFirst) {
            assertThat(desiresOfTheRelease(desires)).isEqualTo(desiresOfTheRelease(tallies.desires()));
        } else {
            assertThat(desires).isEqualTo(tallies.desires());
        }
    }

    /** Turns that a release emitted have no fields that were added since. */
    private static Map<String, String> inFieldsOfTheRelease(Map<String, String> turns) {
        var texts = new TreeMap<String, String>();
        turns.forEach((id, text) -> {
            var turn = (ObjectNode) TurnJson.tree(text);
            turn.remove(List.of("usage", "agent", "subagent_type", "loops", "returns", "recoveries", "detour_totals"));
            turn.path("steps").forEach(step -> ((ObjectNode) step).remove(List.of("subject", "intent")));
            texts.put(id, TurnJson.pretty(turn.toString()));
        });
        return texts;
    }

    /** Turns that a release emitted have no loops, and say nothing about what would be saved. */
    private static Map<String, String> desiresOfTheRelease(Map<String, Desire> desires) {
        var texts = new TreeMap<String, String>();
        desires.values().stream()
                .filter(desire -> !desire.category().equals(Desire.LOOP))
                .forEach(desire -> {
                    ObjectNode json = Json.MAPPER.valueToTree(desire);
                    json.retain(
                            "id",
                            "error",
                            "tool_name",
                            "count",
                            "sessions",
                            "avg_length",
                            "first_seen",
                            "last_seen",
                            "examples");
                    texts.put(desire.id(), json.toString());
                });
        return texts;
    }

    /** The release counted the turns that a fork repeats, and sums that it stored stay as they are. */
    private static void assertEqualsFiles(Map<String, SessionSummary> stream, Map<String, SessionSummary> files) {
        assertThat(stream).containsOnlyKeys(files.keySet());
        var forks = files.values().stream()
                .filter(session -> session.turns().copiedTurns() > 0)
                .map(session -> session.sessionId().value())
                .toList();
        assertThat(forks)
                .isNotEmpty()
                .allSatisfy(fork -> assertThat(stream.get(fork).turns().turnCount())
                        .isGreaterThan(files.get(fork).turns().turnCount()));
        stream.keySet().removeAll(forks);
        files.keySet().removeAll(forks);
        assertThat(stream).isEqualTo(files);
    }

    private static <V> Map<String, V> last(CommittedReader committed, Channel<String, V> channel) {
        var last = new TreeMap<String, V>();
        committed.each(channel, record -> last.put(record.key(), record.value()));
        last.values().removeIf(Objects::isNull);
        return last;
    }
}
