package footfall.relay;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Which offsets may be committed: those before the first record that is neither delivered nor dropped. */
final class Positions {
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

    void drop(TopicPartition partition) {
        partitions.remove(partition);
    }

    private static TopicPartition partition(ConsumerRecord<String, byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }
}
