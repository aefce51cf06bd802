package footfall.relay;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Page;
import footfall.testkit.Turns;
import footfall.turn.Turn;
import footfall.view.RelayMeter;
import footfall.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which revisions of turns are exported, and when. */
class ClosedTurnsTest {
    private static final Instant T0 = Instant.parse("2026-01-05T10:00:00Z");
    private static final TopicPartition PARTITION = new TopicPartition("turns", 0);
    private static final String TURN = Page.ofRecord("turn").examples().get(0);

    private final AtomicInteger revised = new AtomicInteger();
    private final List<String> undelivered = new ArrayList<>();
    private final RelayMeter meter = new RelayMeter() {
        @Override
        public void sent(Duration sinceRecord) {}

        @Override
        public void retried() {}

        @Override
        public void skipped() {}

        @Override
        public void undelivered(String reason) {
            undelivered.add(reason);
        }

        @Override
        public void lag(OptionalLong records) {}

        @Override
        public void revised() {
            revised.incrementAndGet();
        }
    };
    private final List<String> withdrawn = new ArrayList<>();
    private final ClosedTurns.History history = new ClosedTurns.History() {
        @Override
        public Set<String> read(TopicPartition partition) {
            return Set.of("s1:9");
        }

        @Override
        public void withdraw(ConsumerRecord<String, byte[]> tombstone) {
            withdrawn.add(tombstone.key());
        }
    };
    private final ClosedTurns turns = new ClosedTurns(Duration.ofSeconds(60), history, meter);
    private long offset;

    @BeforeEach
    void assign() {
        turns.assigned(List.of(PARTITION));
    }

    private static Turn turn(String id, int revision) {
        var json = TURN.replace("\"s1:0\"", "\"" + id + "\"").replace("\"revision\" : 0", "\"revision\" : " + revision);
        return Json.read(Turn.class, json.getBytes());
    }

    private Outbox.Fate add(String id, byte[] value, long second) {
        return add(id, value, second, second);
    }

    /** {@code second}: of the record. {@code now}: when it is read. */
    private Outbox.Fate add(String id, byte[] value, long second, long now) {
        var at = T0.plusSeconds(second);
        return turns.add(
                new ConsumerRecord<>(
                        "turns",
                        0,
                        offset++,
                        at.toEpochMilli(),
                        TimestampType.CREATE_TIME,
                        id.length(),
                        value == null ? -1 : value.length,
                        id,
                        value,
                        new RecordHeaders(),
                        Optional.empty()),
                T0.plusSeconds(now));
    }

    private void closed(String id, int revision, long second) {
        add(id, Json.bytes(turn(id, revision)), second);
    }

    /** Turn and revision of what is due at the end of the partition, and the offsets that are then done. */
    private String due(long second) {
        return due(second, new Outbox.Progress(false, Set.of(PARTITION)));
    }

    private String due(long second, Outbox.Progress progress) {
        return turns.next(T0.plusSeconds(second), progress)
                .map(batch -> (batch.message() == null ? List.of() : revisions(batch.message())) + " "
                        + batch.records().stream().map(ConsumerRecord::offset).toList())
                .orElse("none");
    }

    private static List<String> revisions(ClosedTurns.TurnBatch batch) {
        return batch.turns().stream()
                .map(turn -> turn.id().turnId() + " " + turn.revision())
                .toList();
    }

    @Test
    void aTurnIsExportedOnceItHadNoRevisionForAMinute() {
        closed("s1:0", 0, 0);
        closed("s1:1", 0, 30);
        closed("s1:0", 1, 50);
        assertThat(due(60)).isEqualTo("none");
        assertThat(due(109)).isEqualTo("[s1:1 0] [1]");
        assertThat(due(110)).isEqualTo("[s1:0 1] [0, 2]");
        assertThat(turns.size()).isZero();
        closed("s1:0", 2, 120);
        closed("s1:9", 4, 120);
        assertThat(due(999)).isEqualTo("none");
        assertThat(revised.get()).isEqualTo(2);
        add("s1:9", null, 130);
        assertThat(withdrawn).containsExactly("s1:9");
    }

    @Test
    void aBacklogIsNotExportedBeforeTheRevisionsThatItContains() {
        var behind = new Outbox.Progress(false, Set.of());
        closed("s1:0", 0, 0);
        closed("s1:1", 0, 59);
        assertThat(due(9_999, behind)).isEqualTo("none");
        closed("s1:0", 1, 60);
        closed("s1:2", 0, 119);
        assertThat(due(9_999, behind)).isEqualTo("[s1:1 0] [1]");
        assertThat(due(9_999)).isEqualTo("[s1:0 1, s1:2 0] [0, 2, 3]");
    }

    @Test
    void aBacklogThatFillsTheMemoryIsExported() {
        var behind = new Outbox.Progress(false, Set.of());
        while (!turns.isFull()) {
            closed("s1:" + offset, 0, 0);
        }
        assertThat(due(59, behind)).isEqualTo("none");
        assertThat(due(60, behind)).startsWith("[s1:0 0, s1:1 0, ");
        assertThat(due(60, behind)).isEqualTo("none");
    }

    @Test
    void aTurnThatIsWithdrawnWhileItIsSentIsNotSentAgain() {
        closed("s1:0", 0, 0);
        closed("s1:1", 0, 0);
        var batch = turns.next(T0.plusSeconds(60), new Outbox.Progress(false, Set.of(PARTITION)))
                .orElseThrow()
                .message();
        assertThat(add("s1:0", null, 61)).isEqualTo(Outbox.Fate.DONE);
        assertThat(revisions(batch)).containsExactly("s1:1 0");
        assertThat(withdrawn).containsExactly("s1:0");
        turns.drop(PARTITION);
        assertThat(revisions(batch)).isEmpty();
    }

    @Test
    void recordsThatAreNoTurnsAreCounted() {
        var minimal = "{\"turn_id\":\"s1:0\",\"session_id\":\"s1\",\"started_at\":\"2026-01-05T10:00:00Z\","
                + "\"steps\":[],\"models\":[],\"unpriced_models\":[]}";
        for (var value : List.of("null", "{}", minimal, "[]", "no JSON")) {
            assertThat(add("s1:0", value.getBytes(), 0)).as(value).isEqualTo(Outbox.Fate.DONE);
        }
        assertThat(add("s1:1", Json.bytes(turn("s1:0", 0)), 0)).isEqualTo(Outbox.Fate.DONE);
        assertThat(undelivered).hasSize(6).containsOnly("unreadable");
        assertThat(due(999)).isEqualTo("none");
    }

    @Test
    void anEarlierRevisionDoesNotReplaceALaterOne() {
        closed("s1:0", 3, 0);
        closed("s1:0", 0, 1);
        assertThat(due(61)).isEqualTo("[s1:0 3] [0, 1]");
    }

    @Test
    void copiesTombstonesAndOtherRecordsAreNotExported() {
        assertThat(add("s1:0", null, 0)).isEqualTo(Outbox.Fate.DONE);
        assertThat(add("s1:0", "{}".getBytes(), 0)).isEqualTo(Outbox.Fate.DONE);
        assertThat(add("s1:1", Json.bytes(Turns.copyOf("s0", turn("s1:1", 0))), 0))
                .isEqualTo(Outbox.Fate.DONE);
        closed("s1:2", 0, 0);
        assertThat(add("s1:2", null, 1)).isEqualTo(Outbox.Fate.WAITS);
        assertThat(due(61)).isEqualTo("[] [3, 4]");
    }

    @Test
    void aPartitionThatMovedIsForgotten() {
        closed("s1:0", 0, 0);
        turns.drop(PARTITION);
        assertThat(due(999)).isEqualTo("none");
        turns.assigned(List.of(PARTITION));
        closed("s1:0", 0, 0);
        assertThat(due(999)).isEqualTo("[s1:0 0] [1]");
    }

    @Test
    void aRecordOfBeforeTheClockWasSetBackWaitsAsIfItHadArrivedNow() {
        add("s1:0", Json.bytes(turn("s1:0", 0)), 3_600, 10);
        assertThat(due(69)).isEqualTo("none");
        assertThat(due(70)).isEqualTo("[s1:0 0] [0]");
    }

    @Test
    void afterSuchARecordOneThatIsReadLaterIsNotDueEarlier() {
        add("s1:0", Json.bytes(turn("s1:0", 0)), 3_600, 10);
        add("s1:1", Json.bytes(turn("s1:1", 0)), 40, 40);
        assertThat(due(75)).isEqualTo("[s1:0 0] [0]");
        assertThat(due(99)).isEqualTo("none");
        assertThat(due(100)).isEqualTo("[s1:1 0] [1]");
    }
}
