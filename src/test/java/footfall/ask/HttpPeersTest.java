package footfall.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.serve.HttpServer;
import footfall.serve.InternalRoutes;
import footfall.serve.ServeSettings;
import footfall.testkit.Ports;
import footfall.turn.Position;
import footfall.view.Direction;
import footfall.view.Filter;
import footfall.view.Instances;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Share;
import footfall.view.StoreKind;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions from one instance to another over HTTP: who is answered, and what the one that asks learns. */
class HttpPeersTest {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Share SHARE = Share.of(StoreKind.LOG, Set.of(1, 4));

    @TempDir
    Path folder;

    private final Map<String, FakeShard.Behaviour> behaviours = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<Duration> scanTimes = new CopyOnWriteArrayList<>();
    private final int port = Ports.free();
    private HttpServer server;

    @BeforeEach
    void start() {
        var instances = new Instances() {
            @Override
            public String name() {
                return "other:1";
            }

            @Override
            public SortedMap<Integer, List<Replica>> replicas(StoreKind store) {
                return new TreeMap<>();
            }

            @Override
            public Instances.PartialShard here(Share share, LongSupplier left) {
                scanTimes.add(Duration.ofNanos(left.getAsLong()));
                return new FakeShard(HERE, share, behaviours, asked);
            }
        };
        server = HttpServer.start(
                settings("reader", "admin"), new InternalRoutes(() -> Optional.of(instances), () -> 0).routes());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private ServeSettings settings(String reader, String admin) {
        return new ServeSettings(
                ServeSettings.Use.ON,
                ServeSettings.LOOPBACK,
                port,
                List.of(),
                new ServeSettings.TokenFiles(
                        Optional.ofNullable(reader).map(folder::resolve),
                        Optional.ofNullable(admin).map(folder::resolve)),
                ServeSettings.TlsFiles.NONE);
    }

    private Instances.PartialShard asking(String reader, String admin, Duration within) {
        return new HttpPeers(InternalRoutes.PeerAccess.of(settings(reader, admin)))
                .at("127.0.0.1:" + port, SHARE, within);
    }

    @Test
    void theAnswerAndWhatCouldNotBeReadArrive() throws Filter.InvalidFilter {
        var selection = Selection.ALL.with(Filter.PROJECT, "a b&c=d/é").with(Filter.SINCE, "2026-01-01T00:00:00Z");
        var shard = asking("reader", "admin", LONG);
        assertThat(shard.tool("mcp__a__b", selection, 7).last()).isEqualTo(0b1_0010);
        assertThat(asked).containsExactly("[1, 4]");
        assertThat(scanTimes).as("some time is left for the answer").containsExactly(Duration.ofMillis(7_500));
        assertThat(shard.repeats().lines()).isEqualTo(Map.of("of all", 0L, "of ", 1L));
        assertThat(shard.report().unread().isEmpty()).isTrue();
        behaviours.put(Instances.HERE, FakeShard.Behaviour.MOVED);
        shard.tool("Read", Selection.ALL, 7);
        assertThat(shard.report().unread()).isEqualTo(SHARE);
        behaviours.put(Instances.HERE, FakeShard.Behaviour.STANDBY);
        assertThat(shard.turn("s1/a:7")).isEmpty();
        assertThat(shard.report().stale()).isEqualTo(SHARE);
    }

    @Test
    void parametersAreReadAsTheyWereWritten() throws Filter.InvalidFilter {
        var selection = Selection.ALL.with(Filter.USER, "ada & bob").with(Filter.PATTERN, "Grep -> Read{2+}");
        var range = new Shard.Range(new Position(null, "s1:0"), 50, 1_000, Direction.DESC, true);
        var question = new UsageQuestion(List.of(UsageBy.DAY), selection, ZoneOffset.UTC, user -> user, true);
        var written = PartQuestion.PartParameters.of(SHARE).with(range).with(question);
        var texts = new TreeMap<String, String>();
        for (var pair : written.query().split("&")) {
            var parts = pair.split("=", 2);
            texts.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        var read = new PartQuestion.PartParameters(texts, PartQuestion.Asker.OF_NAMES);
        assertThat(read.share()).isEqualTo(SHARE);
        assertThat(read.selection().values()).isEqualTo(selection.values());
        assertThat(read.range()).isEqualTo(range);
        assertThat(read.usage().by()).isEqualTo(question.by());
        assertThat(read.usage().zone()).isEqualTo(question.zone());
        assertThat(read.usage().wasted()).isTrue();
    }

    @Test
    void aTokenThatIsMissingOrOnlyAReadersIsRefused() {
        for (var refused : Map.of(401, new String[] {null, null}, 403, new String[] {"reader", null})
                .entrySet()) {
            var tokens = refused.getValue();
            assertThatThrownBy(() -> asking(tokens[0], tokens[1], LONG).openTurns(Selection.ALL, 1))
                    .isInstanceOf(Peers.PeerFailed.class)
                    .hasMessage("it answered with status " + refused.getKey());
        }
        assertThat(asked).isEmpty();
        assertThat(InternalRoutes.PeerAccess.of(settings("reader", "admin"))).hasToString("access by http");
    }

    @Test
    void anInstanceThatIsGoneOrSilentIsAFailureWithItsReason() {
        behaviours.put(Instances.HERE, FakeShard.Behaviour.SILENT);
        assertThatThrownBy(
                        () -> asking("reader", "admin", Duration.ofMillis(200)).openTurns(Selection.ALL, 1))
                .isInstanceOf(Peers.PeerFailed.class)
                .hasMessage("it did not answer in time");
        server.close();
        assertThatThrownBy(() -> asking("reader", "admin", LONG).openTurns(Selection.ALL, 1))
                .isInstanceOf(Peers.PeerFailed.class)
                .hasMessageContaining("connection to it");
    }
}
