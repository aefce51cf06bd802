package footfall.relay;

import footfall.relay.Outbox.Outgoing;
import footfall.turn.Turn;
import footfall.view.RelayMeter;
import footfall.wire.Json;
import footfall.wire.Undelivered;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Turns that wait until they had no revision for some time, by the timestamps of their records: the partition must
 * have been read so far, or to its end, except when too many turns wait. A turn that was
 * exported, by this process or an earlier one, is not returned again; its later revisions are counted. Copies are not
 * exported, and neither are turns without a time.
 */
final class ClosedTurns implements Outbox<ClosedTurns.TurnBatch> {
    private static final int TURNS_MAX = 10_000;
    private static final long BYTES_MAX = 64L << 20;
    /** In one request; one turn may have more. */
    private static final int SPANS_MAX = 2_000;

    private final Duration delay;
    private final RelayMeter meter;
    private final History history;
    private final Map<TopicPartition, Set<String>> exported = new HashMap<>();
    private final Map<String, Waiting> waiting = new LinkedHashMap<>();
    /** Timestamps of the newest records that were read. */
    private final Map<TopicPartition, Long> readUntil = new HashMap<>();

    private Outgoing<TurnBatch> sent = new Outgoing<>(new TurnBatch(List.of()), List.of());
    private long bytes;

    /** What was exported before. */
    interface History {
        /** The IDs of the turns of a partition of {@code turns}. */
        Set<String> read(TopicPartition partition);

        /** A turn was withdrawn, for example by {@code footfall topics forget}: its ID is not kept either. */
        void withdraw(ConsumerRecord<String, byte[]> tombstone);
    }

    /** {@code at}: the time of the last record, in ms since 1970. */
    private record Waiting(Turn turn, List<ConsumerRecord<String, byte[]>> records, long at) {
        private ConsumerRecord<String, byte[]> last() {
            return records.get(records.size() - 1);
        }

        private int bytes() {
            return records.stream().mapToInt(ClosedTurns::bytes).sum();
        }
    }

    ClosedTurns(Duration delay, History history, RelayMeter meter) {
        this.delay = delay;
        this.history = history;
        this.meter = meter;
    }

    @Override
    public void assigned(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> exported.put(partition, new HashSet<>(history.read(partition))));
    }

    @Override
    public Fate add(ConsumerRecord<String, byte[]> record, Instant now) {
        // In the future after the clock was set back; the turn would wait until that time.
        long at = Math.min(record.timestamp(), now.toEpochMilli());
        readUntil.merge(partition(record), at, Math::max);
        if (exported.getOrDefault(partition(record), Set.of()).contains(record.key())) {
            if (record.value() == null) {
                sent.message().withdraw(Set.of(record.key()));
                history.withdraw(record);
            } else {
                meter.revised();
            }
            return Fate.DONE;
        }
        var before = waiting.remove(record.key());
        var turn = turn(record);
        if (turn.isEmpty() && before == null) {
            return Fate.DONE;
        }
        var records = new ArrayList<ConsumerRecord<String, byte[]>>();
        if (before != null) {
            records.addAll(before.records);
        }
        records.add(record);
        bytes += bytes(record);
        // Null: withdrawn by a tombstone, or a copy. Its earlier records stay open until the next batch.
        var latest = turn.map(one -> newer(before, one)).orElse(null);
        waiting.put(record.key(), new Waiting(latest, records, at));
        return Fate.WAITS;
    }

    private static Turn newer(Waiting before, Turn turn) {
        return before != null && before.turn != null && before.turn.revision() > turn.revision() ? before.turn : turn;
    }

    private static int bytes(ConsumerRecord<String, byte[]> record) {
        return Math.max(0, record.serializedValueSize());
    }

    /** Empty if there is nothing to export: a tombstone, a copy, no time, or not a turn. */
    private Optional<Turn> turn(ConsumerRecord<String, byte[]> record) {
        if (record.value() == null) {
            return Optional.empty();
        }
        var turn = readable(record);
        if (turn.isEmpty()) {
            meter.undelivered(Undelivered.Reason.UNREADABLE.word());
        }
        return turn.filter(one -> one.prompt().copyOf() == null && one.span().startedAt() != null);
    }

    private static Optional<Turn> readable(ConsumerRecord<String, byte[]> record) {
        try {
            return Optional.ofNullable(Json.read(Turn.class, record.value()))
                    .filter(turn ->
                            TurnSpans.isComplete(turn) && turn.id().turnId().equals(record.key()));
        } catch (SerializationException notOne) {
            return Optional.empty();
        }
    }

    private boolean isDue(Waiting one, Instant now, Progress progress) {
        long due = one.at() + delay.toMillis();
        var partition = partition(one.last());
        return progress.isEnd()
                || due <= now.toEpochMilli()
                        && (isFull()
                                || progress.caughtUp().contains(partition)
                                || due <= readUntil.getOrDefault(partition, Long.MIN_VALUE));
    }

    @Override
    public Optional<Outgoing<TurnBatch>> next(Instant now, Progress progress) {
        var turns = new ArrayList<Turn>();
        var records = new ArrayList<ConsumerRecord<String, byte[]>>();
        int spans = 0;
        for (var one : waiting.values().stream()
                .filter(each -> isDue(each, now, progress))
                .sorted(Comparator.comparingLong(Waiting::at))
                .toList()) {
            int more = one.turn == null ? 0 : one.turn.steps().size() + 1;
            if (!records.isEmpty() && spans + more > SPANS_MAX) {
                break;
            }
            spans += more;
            records.addAll(one.records);
            take(one, turns);
        }
        if (records.isEmpty()) {
            return Optional.empty();
        } else if (turns.isEmpty()) {
            return Optional.of(new Outgoing<>(null, records));
        }
        sent = new Outgoing<>(new TurnBatch(turns), records);
        return Optional.of(sent);
    }

    private void take(Waiting one, List<Turn> turns) {
        waiting.remove(one.last().key());
        bytes -= one.bytes();
        if (one.turn != null) {
            turns.add(one.turn);
            exported.computeIfAbsent(partition(one.last()), none -> new HashSet<>())
                    .add(one.last().key());
        }
    }

    @Override
    public int size() {
        return waiting.size();
    }

    @Override
    public boolean isFull() {
        return waiting.size() >= TURNS_MAX || bytes >= BYTES_MAX;
    }

    @Override
    public void drop(TopicPartition partition) {
        exported.remove(partition);
        readUntil.remove(partition);
        sent.message()
                .withdraw(sent.records().stream()
                        .filter(record -> partition(record).equals(partition))
                        .map(ConsumerRecord::key)
                        .collect(Collectors.toSet()));
        waiting.values().removeIf(one -> partition(one.last()).equals(partition));
        bytes = waiting.values().stream().mapToInt(Waiting::bytes).sum();
    }

    private static TopicPartition partition(ConsumerRecord<String, byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }

    /** Turns that are exported together. A turn can be withdrawn while the request is retried. Thread-safe. */
    static final class TurnBatch {
        private volatile List<Turn> turns;

        TurnBatch(List<Turn> turns) {
            this.turns = List.copyOf(turns);
        }

        /** Without those that were withdrawn. */
        List<Turn> turns() {
            return turns;
        }

        /** Those of {@link #turns()} with these IDs. */
        List<Turn> turns(Set<String> ids) {
            return turns.stream()
                    .filter(turn -> ids.contains(turn.id().turnId()))
                    .toList();
        }

        /** Only the thread of the loop withdraws. */
        void withdraw(Set<String> ids) {
            turns = turns.stream()
                    .filter(turn -> !ids.contains(turn.id().turnId()))
                    .toList();
        }
    }
}
