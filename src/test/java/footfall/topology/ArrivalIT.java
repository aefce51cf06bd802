package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.testkit.TurnText;
import footfall.wire.Channels;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lines whose own time is far from now, on a real broker that looks for what to delete all the time. Beside
 * footfall's topics stands one that takes the time of its records for their age: it loses them, so the test
 * knows that the broker has looked.
 */
@Timeout(180)
@LongSuite
class ArrivalIT {
    private static final Map<String, String> DELETES_AT_ONCE =
            Map.of("log.retention.check.interval.ms", "200", "log.initial.task.delay.ms", "0");
    private static final TopicPartition CONTROL = new TopicPartition("control", 0);

    @TempDir
    Path folder;

    private Cluster cluster;

    @Test
    void linesOf100DaysAgeAndOf2HoursAheadAreKeptProcessedAndSurviveRetention() throws Exception {
        var now = Instant.now();
        var old = shipment("old", now.minus(Duration.ofDays(100)));
        var ahead = shipment("ahead", now.plus(Duration.ofHours(2)));
        var sent = new ArrayList<>(old.records());
        sent.addAll(ahead.records());
        var expected = new HashMap<>(old.turns(Story.RULES));
        expected.putAll(ahead.turns(Story.RULES));
        try (var started = Cluster.start(folder, DELETES_AT_ONCE);
                var admin = Admin.create(Map.copyOf(started.client()))) {
            cluster = started;
            var footfall = cluster.footfall("far", 3, Story.RULES);
            assertThat(TurnText.of(footfall.send(sent).run(1)))
                    .isEqualTo(TurnText.of(expected.values()))
                    .hasSize(4);
            theBrokerDeletesWhatIsOldTwice(admin);
            assertThat(TurnText.of(footfall.turns())).isEqualTo(TurnText.of(expected.values()));
            var ends = footfall.committed().ends(Channels.LINES);
            assertThat(starts(admin, Channels.LINES.topic("far."), ends.size())).containsOnly(0L);
            assertThat(ends.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(sent.size());
            assertThat(starts(admin, Channels.TURNS.topic("far."), ends.size())).containsOnly(0L);
            assertThat(sessionsWithAlerts(footfall)).containsExactly("ahead");
        }
    }

    /** What a clock two days ahead left in {@code lines}; the broker's own clock is right. */
    @Test
    void linesThatArriveTwoDaysAheadOfTheClockArePutTogetherAllTheSame() throws Exception {
        try (var started = Cluster.start(folder);
                var admin = Admin.create(Map.copyOf(started.client()))) {
            var topic = Channels.LINES.topic("back.");
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(2), Optional.empty())
                            .configs(Map.of(
                                    "message.timestamp.type",
                                    "CreateTime",
                                    "message.timestamp.after.max.ms",
                                    "" + Long.MAX_VALUE))))
                    .all()
                    .get();
            var footfall = started.footfall("back", 2, Story.RULES);
            var shipment = shipment("s1", Instant.now());
            var ahead = Instant.now().plus(Duration.ofDays(2)).toEpochMilli();
            try (var producer = new KafkaProducer<>(
                    Map.<String, Object>copyOf(started.client()), new StringSerializer(), new ByteArraySerializer())) {
                for (var sent : shipment.records()) {
                    producer.send(new ProducerRecord<>(
                                    topic, null, ahead, sent.session(), sent.value(), sent.headers()))
                            .get();
                }
            }
            assertThat(TurnText.of(footfall.run(1)))
                    .isEqualTo(TurnText.of(shipment.turns(Story.RULES).values()));
            var latest = new AtomicLong();
            footfall.committed().each(Channels.TURNS, record -> latest.accumulateAndGet(record.timestamp(), Math::max));
            assertThat(latest.get()).isLessThanOrEqualTo(System.currentTimeMillis());
        }
    }

    /** Two turns, the first of them long. */
    private static Shipment shipment(String session, Instant from) {
        int at = (int) Duration.between(Transcripts.START, from).toSeconds();
        var lines = session(session).prompt(at, "go");
        for (int i = 0; i < 8; i++) {
            lines.assistant(at + i, "m" + i, use("Read", "t" + i)).result(at + i, "t" + i);
        }
        return Shipment.of(
                session + ".jsonl",
                lines.duration(at + 9, 1).prompt(at + 10, "on").endTurn(at + 11, "m9"));
    }

    /** What has begun when the first record is gone has ended when the second one is. */
    private void theBrokerDeletesWhatIsOldTwice(Admin admin) throws Exception {
        var week = Map.of(
                "retention.ms",
                "" + Duration.ofDays(7).toMillis(),
                "message.timestamp.after.max.ms",
                "" + Duration.ofHours(1).toMillis());
        admin.createTopics(List.of(new NewTopic(CONTROL.topic(), Optional.of(1), Optional.empty()).configs(week)))
                .all()
                .get();
        var config = Map.<String, Object>copyOf(cluster.client());
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            for (long record = 0; record < 2; record++) {
                producer.send(control(Instant.now().minus(Duration.ofDays(100))))
                        .get();
                long gone = record + 1;
                Awaitility.await()
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> starts(admin, CONTROL.topic(), 1).equals(List.of(gone)));
            }
            assertThatThrownBy(() -> producer.send(control(Instant.now().plus(Duration.ofHours(2))))
                            .get())
                    .hasCauseInstanceOf(InvalidTimestampException.class);
        }
    }

    private static ProducerRecord<String, byte[]> control(Instant at) {
        return new ProducerRecord<>(CONTROL.topic(), 0, at.toEpochMilli(), "key", new byte[] {1});
    }

    private static List<Long> starts(Admin admin, String topic, int partitions) throws Exception {
        var asked = new HashMap<TopicPartition, OffsetSpec>();
        for (int at = 0; at < partitions; at++) {
            asked.put(new TopicPartition(topic, at), OffsetSpec.earliest());
        }
        return admin.listOffsets(asked).all().get().values().stream()
                .map(one -> one.offset())
                .toList();
    }

    private static Set<String> sessionsWithAlerts(Cluster.Footfall footfall) {
        var sessions = new TreeSet<String>();
        footfall.committed()
                .each(
                        Channels.ALERTS,
                        record -> sessions.add(record.value().sessionId().value()));
        return sessions;
    }
}
