package footfall.relay;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.SteppedClock;
import footfall.view.RelayMeter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** What a relay says of itself, poll by poll, each of which takes a second. */
class RelayLoopTest {
    private static final Instant T0 = Instant.parse("2026-01-05T10:00:00Z");
    private static final TopicPartition PARTITION = new TopicPartition("alerts", 0);

    private final AtomicReference<Instant> now = new AtomicReference<>(T0);
    private boolean areCommitsAccepted = true;
    private final List<Long> committed = new ArrayList<>();
    private final Deque<Runnable> atSecond = new ArrayDeque<>();
    private final List<OptionalLong> lags = new ArrayList<>();
    private final RelayMeter meter = new RelayMeter() {
        @Override
        public void lag(OptionalLong records) {
            lags.add(records);
        }
    };

    private final Clock clock = new SteppedClock(now);

    /** A group with one member, whose coordinator answers or not. */
    private final MockConsumer<String, byte[]> consumer = new MockConsumer<>("earliest") {
        @Override
        public synchronized ConsumerRecords<String, byte[]> poll(Duration timeout) {
            now.updateAndGet(at -> at.plusSeconds(1));
            if (atSecond.isEmpty()) {
                loop.stop();
            } else {
                atSecond.pop().run();
            }
            return super.poll(timeout);
        }

        @Override
        public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
            if (!areCommitsAccepted) {
                throw new TimeoutException("no answer");
            }
            committed.add(offsets.get(PARTITION).offset());
        }

        @Override
        public synchronized void commitAsync(
                Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
            if (areCommitsAccepted) {
                committed.add(offsets.get(PARTITION).offset());
                callback.onComplete(offsets, null);
            } else {
                callback.onComplete(offsets, new TimeoutException("no answer"));
            }
        }
    };

    /** Drops each record. */
    private final Outbox<String> outbox = new Outbox<>() {
        @Override
        public Fate add(ConsumerRecord<String, byte[]> record, Instant at) {
            return Fate.DONE;
        }

        @Override
        public Optional<Outgoing<String>> next(Instant at, Progress progress) {
            return Optional.empty();
        }

        @Override
        public void drop(TopicPartition partition) {}

        @Override
        public int size() {
            return 0;
        }

        @Override
        public boolean isFull() {
            return false;
        }
    };

    private final RelayLoop<String> loop = new RelayLoop<>(
            consumer,
            outbox,
            new Relay.DrySender<>(shown -> {}),
            new RelayLoop.Mode(false, true, new RelayOptions.Dependencies(meter, sent -> {}, clock)));

    private void seconds(int count, Runnable each) {
        for (int second = 0; second < count; second++) {
            atSecond.add(each);
        }
    }

    private void assign(Collection<TopicPartition> partitions) {
        consumer.rebalance(partitions);
        consumer.updateBeginningOffsets(Map.of(PARTITION, 7L));
        consumer.updateEndOffsets(Map.of(PARTITION, 7L));
    }

    private void run() {
        consumer.subscribe(List.of("alerts"), loop.rebalances());
        loop.run();
    }

    @Test
    void itIsStalledUntilTheGroupAssignsPartitionsOrNone() {
        var stalls = new ArrayList<Optional<RelayStall>>();
        seconds(2, () -> stalls.add(loop.stall()));
        atSecond.add(() -> assign(List.of()));
        seconds(30, () -> stalls.add(loop.stall()));
        run();
        var unassigned = Optional.of(new RelayStall(RelayStall.Kind.UNASSIGNED, T0));
        assertThat(stalls.subList(0, 2)).containsOnly(unassigned);
        assertThat(stalls.subList(2, 32)).containsOnly(Optional.empty());
    }

    @Test
    void itsLagIsUnknownUntilTheGroupAssignsAPartition() {
        seconds(4, () -> {});
        atSecond.add(() -> assign(List.of(PARTITION)));
        seconds(4, () -> {});
        run();
        assertThat(lags.get(0)).isEmpty();
        assertThat(lags.get(lags.size() - 1)).hasValue(0);
        assertThat(lags.stream().distinct()).hasSize(2);
    }

    @Test
    void withoutRecordsAnOffsetIsCommittedAgainAndShowsWhetherCommitsAreAccepted() {
        var stalls = new ArrayList<Optional<RelayStall>>();
        atSecond.add(() -> assign(List.of(PARTITION)));
        seconds(30, () -> stalls.add(loop.stall()));
        atSecond.add(() -> areCommitsAccepted = false);
        seconds(30, () -> stalls.add(loop.stall()));
        atSecond.add(() -> areCommitsAccepted = true);
        seconds(10, () -> stalls.add(loop.stall()));
        run();
        assertThat(committed).hasSizeBetween(4, 10).containsOnly(7L);
        assertThat(stalls.subList(0, 30)).containsOnly(Optional.empty());
        assertThat(stalls.subList(30, 60))
                .filteredOn(Optional::isPresent)
                .hasSizeBetween(10, 20)
                .allMatch(stall -> stall.get().kind() == RelayStall.Kind.CANNOT_COMMIT)
                .containsOnly(stalls.get(59));
        assertThat(stalls.get(69)).isEmpty();
    }
}
