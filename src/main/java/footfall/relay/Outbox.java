package footfall.relay;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Records that wait until their message is due. Not thread-safe. */
interface Outbox<M> {
    /** What becomes of a record. */
    enum Fate {
        /** It waits; {@link #next} returns it later. */
        WAITS,
        /** There is nothing to send for it. */
        DONE
    }

    /**
     * How far the topic was read. {@code isEnd}: no more records will come, so all are due. {@code caughtUp}: the
     * partitions that have no more records now.
     */
    record Progress(boolean isEnd, Set<TopicPartition> caughtUp) {
        public Progress {
            caughtUp = Set.copyOf(caughtUp);
        }
    }

    Fate add(ConsumerRecord<String, byte[]> record, Instant now);

    /** Removes the message that is due first. */
    Optional<Outgoing<M>> next(Instant now, Progress progress);

    /** The number of records that wait. */
    int size();

    /** Whether no more records are to be read for now. */
    boolean isFull();

    /** This instance reads the partitions from now on. */
    default void assigned(Collection<TopicPartition> partitions) {}

    /** Another instance reads the partition from now on. */
    void drop(TopicPartition partition);

    /** A message and the records that it reports. The message is null if there is nothing to send for them. */
    record Outgoing<M>(M message, List<ConsumerRecord<String, byte[]>> records) {
        public Outgoing {
            records = List.copyOf(records);
        }
    }
}
