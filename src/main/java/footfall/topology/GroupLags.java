package footfall.topology;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The consumer lag of the partitions of an instance: their ends less the offsets that the group has committed. Asks
 * the brokers when it is asked itself, because a consumer does not know the end of a partition that it cannot read.
 * Thread-safe; not for stream threads.
 */
final class GroupLags {
    private static final long ASK_EVERY_MS = 3_000;

    private final Offsets offsets;
    private final Supplier<Map<TopicPartition, Read>> reading;
    private final LatestAnswer<Map<TopicPartition, Long>> answer;

    /**
     * How far the consumer has read a partition: the offset of the last record, the next offset, and the number of
     * records after that, as far as it knows. -1 when unknown.
     */
    record Read(long last, long next, long unread) {
        static final long UNKNOWN = -1;

        /**
         * {@code committed}: null without a committed offset. Markers of transactions are no records: when the last
         * record is committed, so is what the consumer skipped after it.
         */
        private long lag(long end, Long committed) {
            if (committed == null) {
                return last == UNKNOWN ? unread : UNKNOWN;
            }
            return Math.max(0, end - (committed > last ? Math.max(committed, next) : committed));
        }
    }

    /** What brokers know; partitions without an answer, or without a committed offset, are missing. */
    interface Offsets {
        CompletionStage<Map<TopicPartition, Long>> ends(Set<TopicPartition> partitions);

        CompletionStage<Map<TopicPartition, Long>> committed(Set<TopicPartition> partitions);
    }

    /** {@code reading}: the partitions that are assigned to this instance. {@code clock}: in milliseconds. */
    GroupLags(Offsets offsets, Supplier<Map<TopicPartition, Read>> reading, LongSupplier clock) {
        this.offsets = offsets;
        this.reading = reading;
        this.answer = new LatestAnswer<>(Map.of(), ASK_EVERY_MS, clock);
    }

    /** Of the partitions that are assigned now, those whose lag is known. */
    Map<TopicPartition, Long> lags() {
        var assigned = reading.get().keySet();
        if (assigned.isEmpty()) {
            return Map.of();
        }
        var known = answer.get(() -> offsets.ends(assigned).thenCombine(offsets.committed(assigned), this::lags));
        return known.entrySet().stream()
                .filter(lag -> assigned.contains(lag.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private Map<TopicPartition, Long> lags(Map<TopicPartition, Long> ends, Map<TopicPartition, Long> committed) {
        var lags = new HashMap<TopicPartition, Long>();
        reading.get().forEach((partition, read) -> {
            if (ends.containsKey(partition)) {
                long lag = read.lag(ends.get(partition), committed.get(partition));
                if (lag != Read.UNKNOWN) {
                    lags.put(partition, lag);
                }
            }
        });
        return lags;
    }

    /** {@code admin}: that of Kafka Streams, which closes it. */
    record BrokerOffsets(Admin admin, String group) implements Offsets {
        private static final int ANSWER_MAX_MS = 10_000;

        @Override
        public CompletionStage<Map<TopicPartition, Long>> ends(Set<TopicPartition> partitions) {
            var latest = partitions.stream()
                    .collect(Collectors.toMap(Function.identity(), partition -> OffsetSpec.latest()));
            var asked = admin.listOffsets(latest, new ListOffsetsOptions().timeoutMs(ANSWER_MAX_MS));
            var ends = new ConcurrentHashMap<TopicPartition, Long>();
            var each = partitions.stream()
                    .map(partition -> asked.partitionResult(partition)
                            .toCompletionStage()
                            .handle((end, why) -> why == null ? ends.put(partition, end.offset()) : null)
                            .toCompletableFuture())
                    .toArray(CompletableFuture[]::new);
            return CompletableFuture.allOf(each).thenApply(all -> ends);
        }

        @Override
        public CompletionStage<Map<TopicPartition, Long>> committed(Set<TopicPartition> partitions) {
            var spec = new ListConsumerGroupOffsetsSpec().topicPartitions(partitions);
            return admin.listConsumerGroupOffsets(
                            Map.of(group, spec), new ListConsumerGroupOffsetsOptions().timeoutMs(ANSWER_MAX_MS))
                    .partitionsToOffsetAndMetadata(group)
                    .toCompletionStage()
                    .thenApply(BrokerOffsets::known);
        }

        private static Map<TopicPartition, Long> known(Map<TopicPartition, OffsetAndMetadata> committed) {
            return committed.entrySet().stream()
                    .filter(offset -> offset.getValue() != null)
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, offset -> offset.getValue().offset()));
        }
    }
}
