package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.broker.KnownCredentials;
import footfall.line.SessionId;
import footfall.testkit.Cluster;
import footfall.testkit.FakeClock;
import footfall.testkit.GroupOffsets;
import footfall.testkit.LongSuite;
import footfall.testkit.Page;
import footfall.testkit.Story;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.wire.Channels;
import footfall.wire.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A relay in a process of its own, between a broker and a receiver. */
@LongSuite
@Timeout(900)
class RelayIT {
    private static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    private static final String GROUP = "footfall-relay-json";
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private static final Pattern METRIC = Pattern.compile("(?m)^# TYPE (footfall_relay_\\w+) (\\w+)$");
    private static final Pattern ROW = Pattern.compile("\\| `(footfall_relay_\\w+)` \\| (\\w+) \\|");
    private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");

    @TempDir
    Path folder;

    private static Alert alert(String session, Alert.Kind kind, int level, Alert.State state) {
        var turn = session + ":0";
        var id = turn + ":" + kind.word() + ":" + level;
        var agent = new Turn.Product("codex", null);
        var origin = new Origin("footfall", "box", "ada");
        return new Alert(id, kind, level, state, 21, 20, turn, new SessionId(session), "Read", agent, origin, NOW, NOW);
    }

    private static ProducerRecord<String, byte[]> record(Duration ago, String key, byte[] value) {
        var at = NOW.minus(ago).toEpochMilli();
        return new ProducerRecord<>(Channels.ALERTS.topic("footfall."), null, at, key, value);
    }

    private static ProducerRecord<String, byte[]> raised(String session, Alert.Kind kind, int level) {
        return record(Duration.ZERO, session, Json.bytes(alert(session, kind, level, Alert.State.RAISED)));
    }

    private static void send(Cluster cluster, List<ProducerRecord<String, byte[]>> records) {
        var config = Map.<String, Object>copyOf(cluster.client());
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            records.forEach(producer::send);
        }
    }

    private ChildUp relay(Cluster cluster, String... options) throws Exception {
        return relay(List.of(), cluster, 6_000, options);
    }

    /** A killed member leaves its group after {@code sessionMs}. */
    private ChildUp relay(List<String> before, Cluster cluster, int sessionMs, String... options) throws Exception {
        var session = Map.of("session.timeout.ms", Integer.toString(sessionMs));
        var config = KnownCredentials.options(folder, cluster.client(), session);
        return ChildUp.start(
                before,
                folder,
                Stream.concat(Stream.concat(Stream.of("relay"), config.stream()), Stream.of(options))
                        .toArray(String[]::new));
    }

    private String ownFile(String name, String content) throws Exception {
        var permissions = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var file = Files.createFile(folder.resolve(name), permissions);
        return Files.writeString(file, content).toString();
    }

    @Test
    void eachAlertIsDeliveredOrOnTheDeadLetterTopicAndKeepsItsIdWhenSentAgain() throws Exception {
        try (var cluster = Cluster.start(folder);
                var receiver = new Receiver(SECRET)) {
            var footfall = cluster.footfall("footfall", 1, Story.RULES);
            var hook = ownFile("hook", receiver.url());
            var target = new String[] {"--webhook-file", hook, "--secret-file", ownFile("secret", SECRET), "--json"};
            var empty = relay(cluster, "--dry-run");
            assertThat(empty.exit()).as(empty.err()).isZero();

            send(
                    cluster,
                    List.of(
                            record(
                                    Duration.ofHours(2),
                                    "old",
                                    Json.bytes(alert("old", Alert.Kind.LENGTH, 3, Alert.State.RAISED))),
                            raised("s1", Alert.Kind.LENGTH, 1),
                            raised("s1", Alert.Kind.LENGTH, 2),
                            raised("bad", Alert.Kind.LENGTH, 2),
                            raised("s1", Alert.Kind.DURATION, 2),
                            record(Duration.ZERO, "s1", "no alert".getBytes()),
                            raised("busy", Alert.Kind.LENGTH, 2),
                            raised("moved", Alert.Kind.LENGTH, 2),
                            record(
                                    Duration.ZERO,
                                    "s1",
                                    Json.bytes(alert("s1", Alert.Kind.LENGTH, 2, Alert.State.CLEARED)))));
            receiver.answers("bad", 400);
            receiver.answers("busy", 503, 429, 200);
            receiver.answers("moved", 302);

            var shown = relay(cluster, "--dry-run");
            assertThat(shown.exit()).as(shown.err()).isZero();
            assertThat(shown.out().lines()).hasSize(5);
            assertThat(receiver.all()).isEmpty();

            var once = relay(
                    cluster,
                    Stream.concat(Stream.of("--once"), Stream.of(target)).toArray(String[]::new));
            assertThat(once.exit()).as(once.err()).isZero();
            assertThat(receiver.all())
                    .extracting(one -> one.subject() + " " + one.state() + " " + one.alerts() + " " + one.status())
                    .containsExactly(
                            "s1 raised 2 200",
                            "bad raised 1 400",
                            "busy raised 1 503",
                            "busy raised 1 429",
                            "busy raised 1 200",
                            "moved raised 1 302",
                            "s1 cleared 1 200");
            assertThat(ids(receiver, "busy")).hasSize(1);
            assertThat(once.out().lines()).hasSize(6);
            assertThat(once.err()).doesNotContain("/hook");
            assertThat(undelivered(footfall))
                    .containsExactly(
                            "s1 unreadable null after 0, offset 5, alert null",
                            "bad refused 400 after 1, offset 3, alert bad:0:length:2",
                            "moved redirected 302 after 1, offset 7, alert moved:0:length:2");

            sentAgainAfterAKill(cluster, receiver, target);
        }
    }

    private static List<String> undelivered(Cluster.Footfall footfall) {
        var all = new ArrayList<String>();
        footfall.committed().each(Channels.UNDELIVERED, record -> {
            var one = record.value();
            var alert = one.alert() == null ? null : one.alert().alertId();
            assertThat(one.group()).isEqualTo(GROUP);
            all.add(record.key() + " " + one.reason().word() + " " + one.status() + " after " + one.attempts()
                    + ", offset " + one.offset() + ", alert " + alert);
        });
        return all;
    }

    private static TreeSet<String> ids(Receiver receiver, String subject) {
        var ids = new TreeSet<String>();
        receiver.all().stream().filter(one -> one.subject().equals(subject)).forEach(one -> ids.add(one.id()));
        return ids;
    }

    private void sentAgainAfterAKill(Cluster cluster, Receiver receiver, String... target) throws Exception {
        receiver.answers("s4", 500);
        send(cluster, List.of(raised("s4", Alert.Kind.LENGTH, 2), raised("s4", Alert.Kind.DURATION, 2)));
        try (var killed = relay(cluster, target)) {
            Awaitility.await()
                    .atMost(ChildUp.PATIENCE)
                    .until(() -> receiver.all().stream()
                                    .filter(one -> one.status() == 500)
                                    .count()
                            > 1);
            var url = URL.matcher(killed.err())
                    .results()
                    .findFirst()
                    .orElseThrow()
                    .group();
            assertThat(get(url + "/health/ready"))
                    .isEqualTo("{\"status\":\"not_ready\",\"reasons\":[{\"part\":\"receiver\",\"reason\":\"retrying\","
                            + "\"detail\":\"the receiver does not accept a message; it is retried\"}]}");
            var scraped = get(url + "/metrics");
            assertThat(matches(METRIC, scraped))
                    .isEqualTo(matches(ROW, Page.of("metrics.md").text()));
            assertThat(scraped).contains("\nfootfall_relay_lag_records 2.0\n");
        }
        receiver.answers("s4", 200);
        try (var again = relay(cluster, target)) {
            again.says("\"subject\":\"s4\"");
            assertThat(again.stop().exit()).isEqualTo(143);
        }
        assertThat(receiver.all().get(receiver.all().size() - 1))
                .isEqualTo(new Receiver.Received(ids(receiver, "s4").first(), "s4", "raised", 2, 200));
        assertThat(ids(receiver, "s4")).hasSize(1);
    }

    private static TreeSet<String> matches(Pattern pattern, String text) {
        var all = new TreeSet<String>();
        pattern.matcher(text).results().forEach(found -> all.add(found.group(1) + " " + found.group(2)));
        return all;
    }

    private static String get(String url) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** The clock of the relay is set back by 40 minutes while it waits for alerts. */
    @Test
    void alertsAfterAStepBackOfTheClockAreDelivered() throws Exception {
        var library = FakeClock.library();
        Assumptions.assumeTrue(library.isPresent(), "libfaketime is not installed");
        var clock = new FakeClock(folder, library.get()).set(2_400);
        try (var cluster = Cluster.start(folder);
                var receiver = new Receiver(SECRET)) {
            cluster.footfall("footfall", 1, Story.RULES);
            var target = new String[] {
                "--webhook-file", ownFile("hook", receiver.url()), "--secret-file", ownFile("secret", SECRET), "--json"
            };
            send(cluster, List.of(raised("before", Alert.Kind.LENGTH, 2)));
            try (var relay = relay(clock.command(), cluster, 20_000, target)) {
                relay.says("\"subject\":\"before\"");
                awaitCommitted(cluster, 1); // Otherwise it is delivered again after the step.
                var first = members(cluster);
                clock.set(0);
                // It sends no heartbeat until it notices, so it leaves the group or is removed from it.
                Awaitility.await().atMost(ChildUp.PATIENCE).until(() -> Collections.disjoint(first, members(cluster)));
                send(cluster, List.of(raised("after", Alert.Kind.LENGTH, 2)));
                relay.says("\"subject\":\"after\"");
                // A member that was removed cannot commit, and delivers again what it has delivered.
                awaitCommitted(cluster, 2);
                assertThat(relay.stop().exit()).as(relay.err()).isEqualTo(143);
            }
            assertThat(receiver.all()).extracting(Receiver.Received::subject).containsExactly("before", "after");
        }
    }

    private static void awaitCommitted(Cluster cluster, long end) {
        var ends = Map.of(new TopicPartition(Channels.ALERTS.topic("footfall."), 0), end);
        Awaitility.await().atMost(ChildUp.PATIENCE).until(() -> GroupOffsets.reach(cluster.client(), GROUP, ends));
    }

    private static Set<String> members(Cluster cluster) throws Exception {
        try (var admin = Admin.create(Map.copyOf(cluster.client()))) {
            return admin.describeConsumerGroups(List.of(GROUP)).all().get().get(GROUP).members().stream()
                    .map(MemberDescription::consumerId)
                    .collect(Collectors.toSet());
        }
    }
}
