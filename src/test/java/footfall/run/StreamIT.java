package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.config.Config;
import footfall.config.Environment;
import footfall.config.Settings;
import footfall.report.UserError;
import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Ports;
import footfall.turn.Prices;
import footfall.turn.TurnRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@LongSuite
@Timeout(180)
class StreamIT {
    @TempDir
    Path folder;

    private Settings config(String prefix) throws Exception {
        return Config.read(
                new Environment(Map.of("HOME", folder.toString())),
                // The lines are of a fixed day.
                new Config.Flags(null, List.of("topic_prefix=" + prefix, "tally_retention=36500d")));
    }

    @Test
    void twoThatDifferInTheirPrefixAreTwoGroupsAndOneGroupForBothIsRefused() throws Exception {
        var rules = new TurnRules(5, 100, TurnRules.Timers.DEFAULTS, Prices.NONE);
        try (var cluster = Cluster.start(folder)) {
            var client = cluster.client();
            var sent = OneTurn.lines("s1");
            cluster.footfall("ada", 2, rules).send(sent);
            cluster.footfall("bob", 2, rules).send(sent);
            try (var ada = Stream.start(config("ada."), unnamed(client, "s1"), said -> {});
                    var bob = Stream.start(config("bob."), unnamed(client, "s2"), said -> {})) {
                for (var running : List.of(ada, bob)) {
                    Awaitility.await()
                            .atMost(Duration.ofMinutes(1))
                            .until(() -> running.views().turn("s1:0").isPresent());
                }
                var named =
                        new Stream.Settings(client, folder.resolve("s3"), 1, "ada", false, "footfall topics create");
                assertThatThrownBy(() -> Stream.start(config("bob."), named, said -> {}))
                        .isInstanceOf(UserError.class)
                        .hasMessage("application ID ada is already used by instances that read ada.alerts, ada.lines, "
                                + "ada.sessions, ada.turns, but this start would read bob.lines; set another "
                                + "ID with --application-id, or stop those instances");
            }
        }
    }

    private Stream.Settings unnamed(Map<String, String> client, String state) {
        return new Stream.Settings(client, folder.resolve(state), 1, null, false, "footfall topics create");
    }

    private Stream.Settings on(Map<String, String> client, Path state) {
        return new Stream.Settings(client, state, 1, "apart", false, "footfall topics create");
    }

    @Test
    void itRunsOnAnyClusterThatHasTheTopicsAndSaysWhatIsMissing() throws Exception {
        var rules = new TurnRules(5, 100, TurnRules.Timers.DEFAULTS, Prices.NONE);
        try (var cluster = Cluster.start(folder)) {
            var client = cluster.client();
            assertThatThrownBy(() -> Stream.start(config("none."), on(client, folder.resolve("s1")), said -> {}))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("has no topic none.lines, none.turns")
                    .hasMessageContaining("footfall topics create");
            cluster.footfall("there", 2, rules).send(OneTurn.lines("s1"));
            try (var running = Stream.start(config("there."), on(client, folder.resolve("s2")), said -> {})) {
                assertThat(running.title()).isEqualTo("stream on " + client.get("bootstrap.servers"));
                assertThat(running.hasShipper()).isFalse();
                Awaitility.await()
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> running.views().turn("s1:0").isPresent());
                assertThat(running.end().toCompletableFuture()).isNotDone();
                assertThatThrownBy(() -> Stream.start(config("there."), on(client, folder.resolve("s2")), said -> {}))
                        .isInstanceOf(UserError.class)
                        .hasMessage(folder.resolve("s2") + " is in use by another footfall (this process, pid "
                                + ProcessHandle.current().pid()
                                + "); stop it, or choose another folder with --state");
            }
            var file = Files.writeString(folder.resolve("file"), "");
            assertThatThrownBy(() -> Stream.start(config("there."), on(client, file), said -> {}))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("cannot write state stores to " + file)
                    .hasMessageContaining("--state");
        }
    }

    @Test
    void aStaticMemberKeepsItsPartitionsWhileItRestartsAndIsStoppedByACopyOfItsFolder() throws Exception {
        var rules = new TurnRules(5, 100, TurnRules.Timers.DEFAULTS, Prices.NONE);
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("kept", 2, rules).send(OneTurn.lines("s1"));
            try (var first = Stream.start(config("kept."), member(cluster, "own"), said -> {})) {
                OneTurn.await(first, "s1:0");
            }
            var id = Files.readString(folder.resolve("own").resolve("instance.id"));
            assertThat(members(cluster, "kept")).containsExactly(id + "-1");
            assertThat(footfall.shares()).containsExactly(2L);
            try (var again = Stream.start(config("kept."), member(cluster, "own"), said -> {})) {
                footfall.send(OneTurn.lines("s2"));
                OneTurn.await(again, "s2:0");
                Files.writeString(
                        Files.createDirectories(folder.resolve("copy")).resolve("instance.id"), id);
                try (var copy = Stream.start(config("kept."), member(cluster, "copy"), said -> {})) {
                    assertThat(again.end().toCompletableFuture().get(4, TimeUnit.MINUTES))
                            .isInstanceOf(UserError.class)
                            .hasMessageContaining("another process joined the group with the group.instance.id");
                    footfall.send(OneTurn.lines("s3"));
                    OneTurn.await(copy, "s3:0");
                }
            }
        }
    }

    private Stream.Settings member(Cluster cluster, String state) {
        return new Stream.Settings(cluster.client(), folder.resolve(state), 1, null, true, "footfall topics create");
    }

    /** The group.instance.id of each. */
    private static List<String> members(Cluster cluster, String group) throws Exception {
        try (var admin = Admin.create(Map.copyOf(cluster.client()))) {
            return admin.describeConsumerGroups(List.of(group)).all().get().get(group).members().stream()
                    .map(member -> member.groupInstanceId().orElse("none"))
                    .toList();
        }
    }

    @Test
    void aFirstStartWaitsForABrokerThatIsAwayAndSaysForWhat() throws Exception {
        int port = Ports.free();
        var rules = new TurnRules(5, 100, TurnRules.Timers.DEFAULTS, Prices.NONE);
        Map<String, String> client;
        try (var cluster = Cluster.start(folder, port)) {
            client = cluster.client();
            cluster.footfall("away", 2, rules).send(OneTurn.lines("s1"));
        }
        var said = new CopyOnWriteArrayList<String>();
        var start = CompletableFuture.supplyAsync(() -> {
            try {
                return Stream.start(config("away."), unnamed(client, "own"), said::add);
            } catch (Exception ended) {
                throw new IllegalStateException(ended);
            }
        });
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !said.isEmpty() || start.isDone());
        try (var cluster = Cluster.start(folder, port);
                var running = start.get(1, TimeUnit.MINUTES)) {
            cluster.footfall("away", 2, rules).send(OneTurn.lines("s2"));
            OneTurn.await(running, "s2:0");
        }
        // Kafka's admin client says the topics in no order.
        assertThat(said.stream().map(line -> line.replaceFirst("away[.][a-z-]+", "away.TOPIC")))
                .containsExactly(
                        "waiting for the cluster: cannot describe topic away.TOPIC: Kafka at 127.0.0.1:" + port
                                + " did not answer in time; check that it is running, --bootstrap-servers, and "
                                + "security.protocol in the file given with --config",
                        "the cluster answers");
    }

    @Test
    void aStartDoesNotWaitWhereWaitingHelpsNothing() {
        assertThatThrownBy(
                        () -> Stream.start(config("x."), on(Map.of("bootstrap.servers", "kafka"), folder), said -> {}))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("cannot create a client for Kafka at kafka: Invalid url in bootstrap.servers");
        try (var cluster = Cluster.start(folder)) {
            var servers = Map.of("bootstrap.servers", cluster.client().get("bootstrap.servers"));
            assertThatThrownBy(() -> Stream.start(config("x."), on(servers, folder.resolve("own")), said -> {}))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("asks for a user name and password, and this client has none");
        }
    }
}
