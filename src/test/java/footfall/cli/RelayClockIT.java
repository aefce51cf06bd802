package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.broker.KnownCredentials;
import footfall.line.SessionId;
import footfall.testkit.Cluster;
import footfall.testkit.FakeClock;
import footfall.testkit.LongSuite;
import footfall.testkit.Story;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.wire.Channels;
import footfall.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

/** The clock of a relay is set back by 40 minutes while it waits for alerts. */
@LongSuite
@Timeout(900)
class RelayClockIT {
    private static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    private static final String GROUP = "footfall-relay-json";
    private static final int AHEAD_S = 2_400;

    @TempDir
    Path folder;

    private String ownFile(String name, String content) throws Exception {
        var permissions = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        return Files.writeString(Files.createFile(folder.resolve(name), permissions), content)
                .toString();
    }

    private static void raise(Cluster cluster, String session) {
        var now = Instant.now();
        var alert = new Alert(
                session + ":0:length:2",
                Alert.Kind.LENGTH,
                2,
                Alert.State.RAISED,
                21,
                20,
                session + ":0",
                new SessionId(session),
                "Read",
                new Turn.Product("codex", null),
                new Origin("footfall", "box", "ada"),
                now,
                now);
        var config = Map.<String, Object>copyOf(cluster.client());
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(Channels.ALERTS.topic("footfall."), 0, session, Json.bytes(alert)));
        }
    }

    private static Set<String> members(Cluster cluster) throws Exception {
        try (var admin = Admin.create(Map.copyOf(cluster.client()))) {
            return admin.describeConsumerGroups(List.of(GROUP)).all().get().get(GROUP).members().stream()
                    .map(MemberDescription::consumerId)
                    .collect(Collectors.toSet());
        }
    }

    private static long committed(Cluster cluster) throws Exception {
        try (var admin = Admin.create(Map.copyOf(cluster.client()))) {
            var offsets = admin.listConsumerGroupOffsets(GROUP)
                    .partitionsToOffsetAndMetadata()
                    .get();
            var of = offsets.get(new TopicPartition(Channels.ALERTS.topic("footfall."), 0));
            return of == null ? 0 : of.offset();
        }
    }

    @Test
    void alertsAfterTheStepAreDelivered() throws Exception {
        var library = FakeClock.library();
        Assumptions.assumeTrue(library.isPresent(), "libfaketime is not installed");
        var clock = new FakeClock(folder, library.get()).set(AHEAD_S);
        var before = new ArrayList<>(List.of("/usr/bin/env"));
        clock.environment().forEach((name, value) -> before.add(name + "=" + value));
        try (var cluster = Cluster.start(folder);
                var receiver = new Receiver(SECRET)) {
            cluster.footfall("footfall", 1, Story.RULES);
            var arguments = new ArrayList<>(List.of("relay"));
            arguments.addAll(KnownCredentials.options(folder, cluster.client(), Map.of("session.timeout.ms", "20000")));
            arguments.addAll(List.of(
                    "--webhook-file",
                    ownFile("hook", receiver.url()),
                    "--secret-file",
                    ownFile("secret", SECRET),
                    "--json"));
            raise(cluster, "before");
            try (var relay = ChildUp.start(before, folder, arguments.toArray(String[]::new))) {
                relay.says("\"subject\":\"before\"");
                // What is not committed before the step is delivered again.
                Awaitility.await().atMost(ChildUp.PATIENCE).until(() -> committed(cluster) == 1);
                var first = members(cluster);
                clock.set(0);
                // It sends no heartbeat until it notices, so it leaves the group or is removed from it.
                Awaitility.await().atMost(ChildUp.PATIENCE).until(() -> Collections.disjoint(first, members(cluster)));
                raise(cluster, "after");
                relay.says("\"subject\":\"after\"");
                // A member that was removed cannot commit, and delivers again what it has delivered.
                Awaitility.await().atMost(ChildUp.PATIENCE).until(() -> committed(cluster) == 2);
                assertThat(relay.stop().exit()).as(relay.err()).isEqualTo(143);
            }
            assertThat(receiver.all()).extracting(Receiver.Received::subject).containsExactly("before", "after");
        }
    }
}
