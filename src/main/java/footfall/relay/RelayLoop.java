package footfall.relay;

import footfall.relay.Outbox.Outgoing;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.MachineClock;

/**
 * Reads a topic, sends what is due, one message at a time, and commits an offset only after its record and all
 * before it are delivered. It polls while a message is retried, so the group keeps its partitions; when too many
 * records wait, it pauses them. Only {@link #stop}, {@link #isRetrying}, {@link #stall} and {@link #assigned} are
 * thread-safe.
 */
final class RelayLoop<M> {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration POLL_IN_FLIGHT = Duration.ofMillis(10);
    private static final Duration COMMIT_EVERY = Duration.ofSeconds(1);
    private static final Duration COMMIT_MAX = Duration.ofSeconds(5);
    /** Longer than the session timeout of a member that was killed. */
    private static final Duration ASSIGNED_WITHIN = Duration.ofSeconds(60);
    /** The whole process has 5 s to stop. */
    private static final Duration STOP_MAX = Duration.ofSeconds(3);
    /** How often an offset is committed again when there is nothing to commit: only a commit shows that one can be. */
    private static final Duration PROVE_EVERY = Duration.ofSeconds(5);
    /** As a processor waits for an answer for its group; longer than the election of a leader usually takes. */
    private static final Duration STALLED_AFTER = Duration.ofSeconds(15);

    private final Consumer<String, byte[]> consumer;
    private final Outbox<M> outbox;
    private final Sender<M> sender;
    private final Mode mode;
    private final Positions positions = new Positions();
    private InFlight<M> inFlight;
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private Instant assignedAt;
    private Instant committedAt = Instant.EPOCH;
    private final long stepsBack = MachineClock.stepsBack();
    private volatile boolean isStopping;
    private Instant provedAt = Instant.EPOCH;
    private volatile Set<TopicPartition> assigned = Set.of();
    /** Null while the group has assigned what this relay is to read, which may be nothing. */
    private volatile Instant unassignedSince;
    /** When the group accepted the last commit. */
    private volatile Instant acceptedAt;

    /** {@code isOnce}: ends at the present end of the topic. {@code isCommitting}: false in a dry run. */
    record Mode(boolean isOnce, boolean isCommitting, RelayOptions.Dependencies around) {}

    private record InFlight<M>(Outgoing<M> sent, CompletableFuture<HttpPost.Result> result) {}

    RelayLoop(Consumer<String, byte[]> consumer, Outbox<M> outbox, Sender<M> sender, Mode mode) {
        this.consumer = consumer;
        this.outbox = outbox;
        this.sender = sender;
        this.mode = mode;
        this.unassignedSince = now();
        this.acceptedAt = now();
    }

    /** What the consumer calls when partitions move between instances. */
    ConsumerRebalanceListener rebalances() {
        return new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                unassignedSince = unassignedSince == null ? now() : unassignedSince;
                outbox.assigned(partitions); // May read for a long time what was exported.
                assigned = Set.copyOf(consumer.assignment());
                acceptedAt = now();
                unassignedSince = null;
            }

            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                try {
                    if (inFlight != null && !sender.isRetrying()) {
                        awaitInFlight();
                    }
                    commit();
                } finally {
                    drop(partitions); // Else a message that is retried would be sent beside the next relay.
                }
            }

            @Override
            public void onPartitionsLost(Collection<TopicPartition> partitions) {
                unassignedSince = now();
                drop(partitions);
            }
        };
    }

    private void drop(Collection<TopicPartition> partitions) {
        assigned = assigned.stream()
                .filter(partition -> !partitions.contains(partition))
                .collect(Collectors.toUnmodifiableSet());
        partitions.forEach(partition -> {
            outbox.drop(partition);
            positions.drop(partition);
        });
        abandon(partitions);
    }

    /** Returns after {@link #stop}, at the end, or after the clock was set back. */
    void run() {
        while (!isStopping && !isSetBack() && !isComplete()) {
            for (var record : consumer.poll(inFlight == null ? POLL : POLL_IN_FLIGHT)) {
                take(record);
            }
            finishIfDone();
            if (inFlight == null) {
                outbox.next(now(), progress()).ifPresent(this::send);
            }
            if (committedAt.plus(COMMIT_EVERY).isBefore(now())) {
                commit();
                prove();
                mode.around.meter().lag(lag());
            }
            pauseOrResume();
        }
        awaitInFlight();
        if (inFlight != null) {
            abandon(); // It is sent again after the next start.
        }
        commit();
    }

    boolean isSetBack() {
        return MachineClock.stepsBack() != stepsBack;
    }

    private Instant now() {
        return mode.around.clock().instant();
    }

    private void take(ConsumerRecord<String, byte[]> record) {
        positions.read(record, outbox.add(record, now()) == Outbox.Fate.WAITS);
    }

    private Outbox.Progress progress() {
        return new Outbox.Progress(isAtEnd(), caughtUp());
    }

    private Set<TopicPartition> caughtUp() {
        return consumer.assignment().stream()
                .filter(partition -> consumer.currentLag(partition).orElse(1) == 0)
                .collect(Collectors.toSet());
    }

    private void send(Outgoing<M> next) {
        if (next.message() == null) {
            positions.done(next.records());
            return;
        }
        inFlight = new InFlight<>(next, sender.send(next.message()));
    }

    private void finishIfDone() {
        if (inFlight != null && inFlight.result.isDone()) {
            var done = inFlight;
            inFlight = null;
            sender.finished(done.sent, done.result.join(), now());
            positions.done(done.sent.records());
            commit();
        }
    }

    /** What another instance reads now, it also sends. */
    private void abandon(Collection<TopicPartition> partitions) {
        if (inFlight == null) {
            return;
        }
        var kept = inFlight.sent.records().stream()
                .filter(record -> !partitions.contains(new TopicPartition(record.topic(), record.partition())))
                .toList();
        if (kept.isEmpty()) {
            abandon();
        } else {
            inFlight = new InFlight<>(new Outgoing<>(inFlight.sent.message(), kept), inFlight.result);
        }
    }

    private void abandon() {
        inFlight.result.cancel(true);
        inFlight = null;
        sender.abandoned();
    }

    private void awaitInFlight() {
        if (inFlight != null) {
            var ended = inFlight.result.thenApply(result -> true);
            if (ended.completeOnTimeout(false, STOP_MAX.toMillis(), TimeUnit.MILLISECONDS)
                    .join()) {
                finishIfDone();
            }
        }
    }

    /** Without an answer, the next commit includes these offsets. */
    private void commit() {
        committedAt = now();
        var offsets = positions.committable();
        if (offsets.isEmpty() || !mode.isCommitting) {
            return;
        }
        sender.settle();
        try {
            consumer.commitSync(offsets, COMMIT_MAX);
            positions.committed(offsets);
            acceptedAt = now();
        } catch (CommitFailedException | RebalanceInProgressException | TimeoutException later) {
            committedAt = now();
        }
    }

    /** Without anything to commit, commits one offset again. Does not wait for the answer. */
    private void prove() {
        var last = acceptedAt.isAfter(provedAt) ? acceptedAt : provedAt;
        if (!mode.isCommitting || last.plus(PROVE_EVERY).isAfter(now())) {
            return;
        }
        provedAt = now();
        if (assigned.isEmpty()) {
            acceptedAt = now(); // It has nothing to commit.
        }
        for (var partition : assigned) {
            var offset = committed(partition);
            if (offset.isPresent()) {
                var again = Map.of(partition, new OffsetAndMetadata(offset.getAsLong()));
                consumer.commitAsync(again, (offsets, why) -> acceptedAt = why == null ? now() : acceptedAt);
                return;
            }
        }
    }

    /** The offset that may be committed again; empty when it is not known yet. */
    private OptionalLong committed(TopicPartition partition) {
        if (positions.contains(partition)) {
            return positions.committed(partition);
        }
        try {
            return OptionalLong.of(consumer.position(partition, Duration.ZERO));
        } catch (TimeoutException unknown) {
            return OptionalLong.empty();
        }
    }

    /** Records that wait, and those that are not read; empty while partitions or their ends are unknown. */
    private OptionalLong lag() {
        long lag =
                outbox.size() + (inFlight == null ? 0 : inFlight.sent.records().size());
        var partitions = consumer.assignment();
        for (var partition : partitions) {
            var unread = consumer.currentLag(partition);
            if (unread.isEmpty()) {
                return OptionalLong.empty();
            }
            lag += unread.getAsLong();
        }
        return partitions.isEmpty() ? OptionalLong.empty() : OptionalLong.of(lag);
    }

    private void pauseOrResume() {
        if (outbox.isFull()) {
            consumer.pause(consumer.assignment());
        } else if (!consumer.paused().isEmpty()) {
            consumer.resume(consumer.paused());
        }
    }

    private boolean isComplete() {
        return isAtEnd() && inFlight == null && outbox.size() == 0;
    }

    /** With {@code --once}: whether everything that was there at the start has been read. */
    private boolean isAtEnd() {
        if (!mode.isOnce || !isAssigned()) {
            return false;
        }
        var unknown = new HashSet<>(consumer.assignment());
        unknown.removeAll(ends.keySet());
        if (!unknown.isEmpty()) {
            ends.putAll(consumer.endOffsets(unknown));
        }
        return consumer.assignment().stream()
                .allMatch(partition -> consumer.position(partition) >= ends.get(partition));
    }

    /** @throws RelayFailed when other members have had all partitions for longer than a rebalance takes */
    private boolean isAssigned() {
        if (assignedAt == null || !consumer.assignment().isEmpty()) {
            assignedAt = now();
        } else if (assignedAt.plus(ASSIGNED_WITHIN).isBefore(now())) {
            throw new RelayFailed(
                    "other relays of the group read all partitions, so there is nothing left for --once; stop them, or "
                            + "name another group with --group",
                    null);
        }
        return !consumer.assignment().isEmpty();
    }

    boolean isRetrying() {
        return sender.isRetrying();
    }

    /** Why records are not read or not committed at present. */
    Optional<RelayStall> stall() {
        var unassigned = unassignedSince;
        var accepted = acceptedAt;
        if (unassigned != null) {
            return Optional.of(new RelayStall(RelayStall.Kind.UNASSIGNED, unassigned));
        }
        return accepted.plus(STALLED_AFTER).isBefore(now())
                ? Optional.of(new RelayStall(RelayStall.Kind.CANNOT_COMMIT, accepted))
                : Optional.empty();
    }

    /** The partitions that this relay is to read. */
    Set<TopicPartition> assigned() {
        return assigned;
    }

    void stop() {
        isStopping = true;
    }

    /** Which offsets may be committed: those before the first record that is neither delivered nor dropped. */
    static final class Positions {
        private final Map<TopicPartition, Progress> partitions = new HashMap<>();

        private static final class Progress {
            private final TreeSet<Long> open = new TreeSet<>();
            private long next;
            private long committed = -1;

            private long committable() {
                return open.isEmpty() ? next : open.first();
            }
        }

        /** A record was read. {@code isOpen}: until {@link #done}. */
        void read(ConsumerRecord<String, byte[]> record, boolean isOpen) {
            var progress = partitions.computeIfAbsent(partition(record), none -> new Progress());
            progress.next = record.offset() + 1;
            if (isOpen) {
                progress.open.add(record.offset());
            }
        }

        /** Records of a partition that another instance reads now are ignored. */
        void done(Collection<ConsumerRecord<String, byte[]>> records) {
            records.forEach(record -> {
                var progress = partitions.get(partition(record));
                if (progress != null) {
                    progress.open.remove(record.offset());
                }
            });
        }

        /** Offsets that have changed since they were {@link #committed}. */
        Map<TopicPartition, OffsetAndMetadata> committable() {
            var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
            partitions.forEach((partition, progress) -> {
                if (progress.committable() != progress.committed) {
                    offsets.put(partition, new OffsetAndMetadata(progress.committable()));
                }
            });
            return offsets;
        }

        void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
            offsets.forEach((partition, offset) -> {
                var progress = partitions.get(partition);
                if (progress != null) {
                    progress.committed = offset.offset();
                }
            });
        }

        /** Whether records of a partition were read. */
        boolean contains(TopicPartition partition) {
            return partitions.containsKey(partition);
        }

        OptionalLong committed(TopicPartition partition) {
            long offset = partitions.get(partition).committed;
            return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
        }

        void drop(TopicPartition partition) {
            partitions.remove(partition);
        }

        private static TopicPartition partition(ConsumerRecord<String, byte[]> record) {
            return new TopicPartition(record.topic(), record.partition());
        }
    }

    /** Sends messages, one after the other. */
    interface Sender<M> {
        CompletableFuture<HttpPost.Result> send(M message);

        /** The result of a message. Called by the thread of the loop. */
        void finished(Outgoing<M> sent, HttpPost.Result result, Instant now);

        /** A message that was being sent is not any more. */
        void abandoned();

        /** Returns when everything that {@link #finished} wrote is stored: offsets are committed after it. */
        void settle();

        /** Whether the message that is being sent has failed at least once. */
        boolean isRetrying();
    }
}
