package footfall.relay;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.line.SessionId;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.view.RelayMeter;
import footfall.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** Which alerts become one message, and which offsets may be committed meanwhile. */
class BurstsTest {
    private static final Instant T0 = Instant.parse("2026-01-05T10:00:00Z");
    private static final RelaySettings SETTINGS = new RelaySettings(
            2,
            Duration.ofSeconds(5),
            Duration.ofHours(1),
            Duration.ofMinutes(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(60));
    private static final TopicPartition PARTITION = new TopicPartition("alerts", 0);

    private final AtomicInteger skipped = new AtomicInteger();
    private final RelayMeter meter = new RelayMeter() {
        @Override
        public void sent(Duration sinceRecord) {}

        @Override
        public void retried() {}

        @Override
        public void skipped() {
            skipped.incrementAndGet();
        }

        @Override
        public void undelivered(String reason) {}

        @Override
        public void lag(OptionalLong records) {}

        @Override
        public void revised() {}
    };
    private final List<Long> unreadable = new ArrayList<>();
    private final Bursts bursts = new Bursts(SETTINGS, record -> unreadable.add(record.offset()), meter);
    private final RelayLoop.Positions positions = new RelayLoop.Positions();
    private long offset;

    private static Alert alert(String session, Alert.Kind kind, int level, Alert.State state) {
        var turn = session + ":0";
        var id = turn + ":" + kind.word() + ":" + level;
        var agent = new Turn.Product(null, null);
        var nobody = new Origin(null, null, null);
        return new Alert(id, kind, level, state, 21, 20, turn, new SessionId(session), "Read", agent, nobody, T0, T0);
    }

    private void raised(String session, Alert.Kind kind, int level, long second) {
        add(session, Json.bytes(alert(session, kind, level, Alert.State.RAISED)), second);
    }

    private void cleared(String session, Alert.Kind kind, long second) {
        add(session, Json.bytes(alert(session, kind, 2, Alert.State.CLEARED)), second);
    }

    private void add(String key, byte[] value, long second) {
        var at = T0.plusSeconds(second);
        var record = new ConsumerRecord<>(
                "alerts",
                0,
                offset++,
                at.toEpochMilli(),
                TimestampType.CREATE_TIME,
                key.length(),
                value.length,
                key,
                value,
                new RecordHeaders(),
                Optional.empty());
        positions.read(record, bursts.add(record, T0) == Outbox.Fate.WAITS);
    }

    /** The alerts of each message that is due, with the session before them. */
    private List<String> due(long second) {
        var due = new ArrayList<String>();
        for (var next = next(second); next.isPresent(); next = next(second)) {
            var message = next.get().message();
            if (message != null) {
                due.add(message.subject() + " " + message.state().word() + " "
                        + message.alerts().stream()
                                .map(alert -> alert.kind().word() + alert.level())
                                .toList());
            }
            positions.done(next.get().records());
        }
        return due;
    }

    private Optional<Outbox.Outgoing<AlertMessage>> next(long second) {
        return bursts.next(T0.plusSeconds(second), new Outbox.Progress(false, Set.of(PARTITION)));
    }

    private long committable() {
        var offsets = positions.committable();
        positions.committed(offsets);
        return offsets.getOrDefault(PARTITION, new OffsetAndMetadata(0)).offset();
    }

    @Test
    void alertsOfASessionWithinTheWindowAreOneMessage() {
        raised("s1", Alert.Kind.LENGTH, 2, 0);
        raised("s2", Alert.Kind.LENGTH, 2, 1);
        raised("s1", Alert.Kind.DURATION, 3, 4);
        raised("s1", Alert.Kind.LENGTH, 1, 4);
        cleared("s1", Alert.Kind.LENGTH, 4);
        raised("s1", Alert.Kind.REPEAT_LOOP, 2, 5);
        assertThat(due(4)).containsExactly("s1 raised [length2, duration3]");
        assertThat(due(5)).containsExactly("s2 raised [length2]", "s1 cleared [length2]", "s1 raised [repeat-loop2]");
        assertThat(bursts.size()).isZero();
    }

    /** Their records have the same key. */
    @Test
    void anOutageOfAToolAndABudgetOfAProjectOfThatNameAreTwoMessages() {
        raised("shop", Alert.Kind.OUTAGE, 2, 0);
        raised("shop", Alert.Kind.BUDGET, 2, 1);
        raised("shop", Alert.Kind.BUDGET, 3, 2);
        assertThat(due(6)).containsExactly("shop raised [outage2]", "shop raised [budget2, budget3]");
    }

    @Test
    void anOffsetIsCommittedOnceAllBeforeItAreDelivered() {
        raised("s1", Alert.Kind.LENGTH, 1, 0);
        assertThat(committable()).isEqualTo(1);
        raised("s1", Alert.Kind.LENGTH, 2, 0);
        raised("s2", Alert.Kind.LENGTH, 1, 0);
        assertThat(positions.committable()).isEmpty();
        due(5);
        assertThat(committable()).isEqualTo(3);
        raised("s1", Alert.Kind.LENGTH, 2, 9);
        bursts.drop(PARTITION);
        positions.drop(PARTITION);
        assertThat(due(99)).isEmpty();
        assertThat(positions.committable()).isEmpty();
    }

    @Test
    void aMessageHasAtMostTenAlerts() {
        for (int i = 0; i < 11; i++) {
            raised("s1", Alert.Kind.LENGTH, 2, 0);
        }
        assertThat(due(0)).containsExactly("s1 raised " + Collections.nCopies(10, "length2"));
        assertThat(bursts.size()).isEqualTo(1);
    }

    @Test
    void oldAlertsAndRecordsThatAreNoAlertsAreNotSent() {
        raised("s1", Alert.Kind.LENGTH, 2, -3_601);
        add("s1", "{}".getBytes(), 0);
        add("s1", "not json".getBytes(), 0);
        add("s1", "null".getBytes(), 0);
        add("s1", "{\"alert_id\":\"a\",\"kind\":\"length\",\"state\":\"raised\",\"level\":3}".getBytes(), 0);
        assertThat(due(99)).isEmpty();
        assertThat(unreadable).containsExactly(1L, 2L, 3L, 4L);
        assertThat(committable()).isEqualTo(5);
    }

    @Test
    void anAlertThatBecameOldWhileItWaitedIsNotSent() {
        raised("s1", Alert.Kind.LENGTH, 2, 0);
        raised("s1", Alert.Kind.DURATION, 2, 4);
        raised("s2", Alert.Kind.LENGTH, 2, 0);
        assertThat(due(3_601)).containsExactly("s1 raised [duration2]");
        assertThat(skipped.get()).isEqualTo(2);
        assertThat(committable()).isEqualTo(3);
    }
}
