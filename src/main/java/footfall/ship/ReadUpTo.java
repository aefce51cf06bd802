package footfall.ship;

import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Whether a consumer has read up to offsets, asked before each poll. Fails when it gets no further: brokers are gone,
 * or a transaction stays open.
 */
final class ReadUpTo implements Predicate<Consumer<?, ?>> {
    /** 75 s: brokers end the transaction of a processor that was killed after 60 s. */
    static final int SILENT_POLLS_MAX = 750;

    private final Map<TopicPartition, Long> ends;
    private long reached = -1;
    private int silentPolls;

    ReadUpTo(Map<TopicPartition, Long> ends) {
        this.ends = Map.copyOf(ends);
    }

    @Override
    public boolean test(Consumer<?, ?> consumer) {
        if (hasRead(consumer, ends)) {
            return true;
        }
        long now = ends.keySet().stream().mapToLong(consumer::position).sum();
        silentPolls = now == reached ? silentPolls + 1 : 0;
        reached = now;
        if (silentPolls > SILENT_POLLS_MAX) {
            throw new TimeoutException("records are missing");
        }
        return false;
    }

    static boolean hasRead(Consumer<?, ?> consumer, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }
}
