package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.ask.ApiClient;
import footfall.ask.ServerAnswers;
import footfall.broker.KnownCredentials;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.config.Settings;
import footfall.desire.AppliedRemedy;
import footfall.desire.AppliedRemedy.Place;
import footfall.feed.KafkaShippers;
import footfall.run.ShipFolder.ShipReport;
import footfall.shipper.ListedShipper;
import footfall.shipper.Reports;
import footfall.shipper.ShipperState;
import footfall.shipper.ShipperState.State;
import footfall.testkit.LongSuite;
import footfall.testkit.SharedCluster;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.view.Aliases;
import footfall.view.Selection;
import footfall.view.Shippers.ShippersUnknown;
import footfall.wire.Channels;
import footfall.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a team's processors know of {@code footfall ship} on another machine. */
@Timeout(400)
class ShipperReportsIT extends SharedCluster {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path here;

    private Path home;

    @BeforeEach
    void transcripts() throws IOException {
        home = here.resolve("home");
        var folder = Files.createDirectories(home.resolve("projects/-w"));
        for (var session : List.of("s1", "s2")) {
            var lines =
                    Transcripts.session(session).prompt(1, "go").prompt(2, "on").lines();
            Files.writeString(folder.resolve(session + ".jsonl"), String.join("\n", lines) + "\n");
        }
    }

    private String prefix(String name) {
        return cluster.footfall(name, 2, Story.RULES).settings().prefix();
    }

    private ShipProcess shipper(String prefix) {
        return new ShipProcess(
                here.resolve("data"), home, prefix, KnownCredentials.options(here, cluster.client(), Map.of()));
    }

    /** The one shipper that is known, as soon as it is so. */
    private static ListedShipper await(KafkaShippers shippers, Predicate<ShipperState> isSo) {
        return Awaitility.await()
                .atMost(PATIENCE)
                .until(
                        () -> shippers.list(Instant.now()),
                        found -> found.size() == 1 && isSo.test(found.get(0).shipper()))
                .get(0);
    }

    private static boolean is(ShipperState report, State state, Instant after) {
        return report.state() == state && report.id().startedAt().isAfter(after);
    }

    /** A client that goes away while it waits for the answer interrupts the reader. */
    @Test
    void aReaderThatWasInterruptedAnswersTheNextQuestion() throws Exception {
        var prefix = prefix("interrupted");
        try (var producer = new KafkaProducer<>(
                        Map.<String, Object>copyOf(cluster.client()),
                        new StringSerializer(),
                        new ByteArraySerializer());
                var shippers = new KafkaShippers(cluster.client(), prefix)) {
            var report = Json.bytes(Reports.of("a", Instant.now(), State.RUNNING, 0));
            producer.send(new ProducerRecord<>(Channels.SHIPPERS.topic(prefix), "a", report))
                    .get();
            assertThat(shippers.list(Instant.now())).hasSize(1);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> shippers.list(Instant.now()))
                    .isInstanceOfAny(ShippersUnknown.class, InterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(shippers.list(Instant.now())).hasSize(1);
        }
    }

    @Test
    @LongSuite
    void oneThatRunsStopsAndIsKilledIsListedAsSuchByEveryProcessor() throws Exception {
        var prefix = prefix("reports");
        try (var ship = shipper(prefix);
                var shippers = new KafkaShippers(cluster.client(), prefix);
                var others = new KafkaShippers(cluster.client(), prefix)) {
            assertThat(shippers.list(Instant.now())).isEmpty();
            ship.start();
            // The first report may come before the files are found, if the machine is slow; the next one has them.
            var running = await(
                    shippers,
                    report -> is(report, State.RUNNING, Instant.EPOCH)
                            && report.backlog().files() == 2);
            assertThat(running.late()).isFalse();
            assertThat(running.notHeardForMs()).isBetween(0L, PATIENCE.toMillis());
            assertThat(running.shipper().agents()).containsExactly(new ShipperState.AgentFiles("claude", 2));
            assertThat(running.shipper().backlog().files()).isEqualTo(2);
            assertThat(running.shipper().id().command()).isEqualTo("ship");
            assertThat(new String(Json.bytes(running.shipper()), StandardCharsets.UTF_8))
                    .doesNotContain(here.getFileName().toString(), "projects", "-w", "s1", "s2", "/");
            ship.awaitShipped(2);
            ship.stop();
            assertThat(ship.said()).endsWith("footfall: files 2, backlog 0 KB, lines sent 4, rejected 0\n");
            var stopped = await(shippers, report -> is(report, State.STOPPED, Instant.EPOCH));
            assertThat(stopped.shipper().sent().lines()).isEqualTo(4);
            assertThat(stopped.shipper().backlog().bytesBehind()).isZero();
            assertThat(stopped.shipper().id()).isEqualTo(running.shipper().id());
            assertThat(shippers.list(Instant.now().plus(Duration.ofDays(1))))
                    .extracting(ListedShipper::late)
                    .containsExactly(false);

            ship.start();
            var again = await(
                    shippers,
                    report -> is(report, State.RUNNING, running.shipper().id().startedAt()));
            assertThat(again.shipper().id().shipperId())
                    .isEqualTo(running.shipper().id().shipperId());
            ship.kill();
            var later = again.heardAt().plus(Duration.ofMinutes(4));
            assertThat(shippers.list(later)).hasSize(1).allSatisfy(one -> {
                assertThat(one.late()).isTrue();
                assertThat(one.notHeardForMs()).isGreaterThanOrEqualTo(180_000);
            });
            assertThat(others.list(later)).isEqualTo(shippers.list(later));
        }
    }

    @Test
    void withoutTheTopicItShipsAllTheSameAndSaysOnceWhatToDo() throws Exception {
        var prefix = prefix("old");
        var topic = Channels.SHIPPERS.topic(prefix);
        try (var admin = Admin.create(Map.copyOf(cluster.client()))) {
            admin.deleteTopics(List.of(topic)).all().get();
        }
        try (var ship = shipper(prefix);
                var shippers = new KafkaShippers(cluster.client(), prefix)) {
            ship.start().awaitShipped(2);
            var message = "has no topic " + topic + "; create missing topics: run 'footfall topics create' ";
            Awaitility.await().atMost(PATIENCE).until(() -> ship.said().contains(message));
            assertThatThrownBy(() -> shippers.list(Instant.now()))
                    .isInstanceOf(ShippersUnknown.class)
                    .hasMessage("the cluster has no topic " + topic
                            + "; run 'footfall topics create' with the same --bootstrap-servers, --config and --set "
                            + "as the processor");
            ship.stop();
            assertThat(ship.said().split("has no topic", -1)).hasSize(2);
            cluster.footfall("old", 2, Story.RULES);
            assertThat(shippers.list(Instant.now())).isEmpty();
        }
    }

    @Test
    void withoutTheTopicAProcessorStartsSaysWhatToDoAndListsAsSoonAsItIsThere() throws Exception {
        var prefix = prefix("before");
        var topic = Channels.SHIPPERS.topic(prefix);
        try (var admin = Admin.create(Map.copyOf(cluster.client()))) {
            admin.deleteTopics(List.of(topic)).all().get();
        }
        var asked = new Stream.Settings(
                cluster.client(), here.resolve("state"), 1, null, false, "footfall topics create --config FILE");
        try (var running = Stream.start(settings("topic_prefix=" + prefix, "serve_port=0"), asked, said -> {})) {
            assertThat(running.lacking())
                    .contains("Kafka at " + cluster.client().get("bootstrap.servers") + " has no topic " + topic
                            + ", so shippers cannot be listed; create missing topics with: "
                            + "footfall topics create --config FILE");
            var api = new ApiClient(
                    URI.create(running.url().orElseThrow()), Optional.empty(), Optional.empty(), () -> "unreachable");
            var answers = new ServerAnswers(api, new Aliases(Map.of()));
            assertThatThrownBy(() -> answers.shippers(Selection.ALL))
                    .isInstanceOf(ApiClient.ApiFailed.class)
                    .hasMessageContaining("503")
                    .hasMessageEndingWith("the cluster has no topic " + topic
                            + "; run 'footfall topics create' with the same --bootstrap-servers, --config and --set "
                            + "as the processor");
            cluster.footfall("before", 2, Story.RULES);
            assertThat(answers.shippers(Selection.ALL).items()).isEmpty();
        }
        try (var running = Stream.start(settings("topic_prefix=" + prefix, "serve_port=0"), asked, said -> {})) {
            assertThat(running.lacking()).isEmpty();
        }
    }

    @Test
    @LongSuite
    void aShipperThatLostItsCheckpointSeesThatItsLinesWereRepeated() throws Exception {
        var prefix = prefix("repeats");
        var data = here.resolve("data");
        var settings = settings("topic_prefix=" + prefix, "serve_port=0", "data_dir=" + data);
        var asked = new Stream.Settings(
                cluster.client(), here.resolve("state"), 1, null, false, "footfall topics create --config FILE");
        try (var running = Stream.start(settings, asked, said -> {});
                var ship = shipper(prefix)) {
            var url = URI.create(running.url().orElseThrow());
            var api = new ApiClient(url, Optional.empty(), Optional.empty(), () -> "unreachable");
            var answers = new ServerAnswers(api, new Aliases(Map.of()));
            ship.start().awaitShipped(2);
            awaitRepeated(answers, settings, 0);
            ship.stop();
            Files.delete(data.resolve("ship/checkpoint"));
            ship.start().awaitShipped(2);
            awaitRepeated(answers, settings, 4);
        }
    }

    private static void awaitRepeated(ServerAnswers answers, Settings settings, long lines) throws Exception {
        var service = new ShipDaemon(new Environment(Map.of("HOME", "/")), "Linux");
        var report = ShipReport.of(settings, service, null).orElseThrow();
        Awaitility.await().atMost(PATIENCE).until(() -> {
            var listed = answers.shippers(Selection.ALL).items();
            return Objects.equals(report.with(listed, settings).linesRepeated(), lines);
        });
    }

    private Settings settings(String... flags) throws Exception {
        return Config.read(new Environment(Map.of("HOME", here.toString())), new Config.Flags(null, List.of(flags)));
    }

    @Test
    void aForgottenUserHasNoShippersAndTheOthersStay() throws Exception {
        var prefix = prefix("forget");
        try (var producer = new KafkaProducer<>(
                        Map.<String, Object>copyOf(cluster.client()),
                        new StringSerializer(),
                        new ByteArraySerializer());
                var shippers = new KafkaShippers(cluster.client(), prefix)) {
            var topic = Channels.SHIPPERS.topic(prefix);
            for (var name : List.of("a", "b")) {
                var report = Reports.of(name, Instant.now(), State.RUNNING, 0);
                producer.send(new ProducerRecord<>(topic, name, Json.bytes(report)))
                        .get();
            }
            producer.send(new ProducerRecord<>(topic, "c", new byte[] {'{'})).get();
            var remedies = List.of(
                    remedy("rerun:mvn test", 2).by("box", "b"),
                    remedy("env-need:rg", 1).by("box", "user-a"));
            for (var remedy : remedies) {
                producer.send(new ProducerRecord<>(Channels.REMEDIES.topic(prefix), remedy.id(), Json.bytes(remedy)))
                        .get();
            }
            assertThat(shippers.remedies()).isEqualTo(remedies);
            assertThat(ids(shippers)).containsExactlyInAnyOrder("a", "b");
            var settings = settings("topic_prefix=" + prefix);
            var report = Forgetting.user(cluster.client(), settings, "user-a").send(Duration.ZERO);
            assertThat(report.shippers()).isEqualTo(1);
            assertThat(report.shippersKept()).isNull();
            assertThat(ids(shippers)).containsExactly("b");
            assertThat(shippers.remedies()).isEqualTo(remedies.subList(0, 1));
            var ofSession = Forgetting.session(cluster.client(), settings, "s1").send(Duration.ZERO);
            assertThat(ofSession.shippers()).isNull();
            assertThat(ids(shippers)).containsExactly("b");
        }
    }

    private static AppliedRemedy remedy(String desire, int day) {
        return AppliedRemedy.here(desire, Instant.parse("2026-01-0" + day + "T12:00:00.123456789Z"), Place.SKILL);
    }

    @Test
    void appliedRemediesAreToldOnceAndOnlyWhenTheSettingSaysSo() throws Exception {
        var prefix = prefix("remedies");
        var log = new RemedyLog(here.resolve("data/remedies.jsonl"));
        log.add(Instant.now(), "rerun:before", Path.of("/secret/SKILL.md"));
        try (var ship = shipper(prefix);
                var shippers = new KafkaShippers(cluster.client(), prefix)) {
            ship.start();
            await(shippers, report -> is(report, State.RUNNING, Instant.EPOCH));
            ship.stop();
            await(shippers, report -> is(report, State.STOPPED, Instant.EPOCH));
            var restarted = Instant.now();
            ship.start("--set", "share_remedies=on", "--set", "errors=off");
            await(shippers, report -> is(report, State.RUNNING, restarted));
            Files.writeString(log.file(), "{\"at\":\n", StandardOpenOption.APPEND);
            log.add(Instant.now(), "env-need:rg", Path.of("/secret/SKILL.md"));
            log.add(Instant.now(), "rerun:mvn test", Path.of("C:\\secret\\SKILL.md"));
            awaitRemedies(shippers, List.of("rerun:mvn test"));
            ship.stop();
            var told = shippers.remedies().get(0);
            assertThat(told).isEqualTo(AppliedRemedy.here("rerun:mvn test", told.at(), Place.SKILL));
            try (var producer = new KafkaProducer<>(
                    Map.<String, Object>copyOf(cluster.client()), new StringSerializer(), new ByteArraySerializer())) {
                producer.send(new ProducerRecord<>(Channels.REMEDIES.topic(prefix), told.id(), null))
                        .get();
            }
            log.add(Instant.now(), "env-need:jq", Path.of("/secret/SKILL.md"));
            ship.start("--set", "share_remedies=on");
            awaitRemedies(shippers, List.of("env-need:jq"));
            ship.stop();
            assertThat(shippers.remedies()).hasSize(1);
        }
        var elsewhere = prefix("elsewhere");
        try (var ship = shipper(elsewhere);
                var shippers = new KafkaShippers(cluster.client(), elsewhere)) {
            ship.start("--set", "share_remedies=on", "--set", "errors=off");
            awaitRemedies(shippers, List.of("rerun:mvn test"));
            ship.stop();
        }
    }

    private static void awaitRemedies(KafkaShippers shippers, List<String> desires) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> shippers.remedies().stream()
                        .map(AppliedRemedy::desire)
                        .toList()
                        .equals(desires));
    }

    private static List<String> ids(KafkaShippers shippers) {
        return shippers.list(Instant.now()).stream()
                .map(one -> one.shipper().id().shipperId())
                .toList();
    }
}
