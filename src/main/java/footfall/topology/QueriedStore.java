package footfall.topology;

import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.state.KeyValueIterator;

/**
 * One partition of a {@link WriteBehindStore} as of the last commit, of the active task or of a standby. A standby
 * is as late as its changelog. Throws {@link InvalidStateStoreException} where the partition is not on this
 * instance. The turn log must not be read like this, for the reason given at {@link WriteBehindStore#query}.
 */
final class QueriedStore {
    private final KafkaStreams streams;
    private final Tables.Table table;
    private final int partition;

    QueriedStore(KafkaStreams streams, Tables.Table table, int partition) {
        this.streams = streams;
        this.table = table;
        this.partition = partition;
    }

    /** The value, or null. */
    byte[] get(byte[] key) {
        return query(KeyQuery.<Bytes, byte[]>withKey(Bytes.wrap(key)));
    }

    /** The rows whose keys begin with a prefix, in order of their keys, until {@code row} returns false. */
    void each(byte[] prefix, boolean isDescending, Predicate<KeyValue<Bytes, byte[]>> row) {
        var range = RangeQuery.<Bytes, byte[]>withRange(Bytes.wrap(prefix), WriteBehindStore.after(prefix));
        try (KeyValueIterator<Bytes, byte[]> rows = query(isDescending ? range.withDescendingKeys() : range)) {
            boolean goesOn = true;
            while (goesOn && rows.hasNext()) {
                var next = rows.next();
                goesOn = !startsWith(next.key.get(), prefix) || row.test(next);
            }
        }
    }

    private static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    private <R> R query(Query<R> query) {
        var request = StateQueryRequest.inStore(table.name()).withQuery(query).withPartitions(Set.of(partition));
        QueryResult<R> result =
                running(() -> streams.query(request).getPartitionResults().get(partition));
        if (result == null || result.isFailure()) {
            throw new InvalidStateStoreException("partition " + partition + " is not on this instance");
        }
        return result.getResult();
    }

    /** What is asked of a client that may be stopping. Throws {@link InvalidStateStoreException} if it is. */
    static <R> R running(Supplier<R> ask) {
        try {
            return ask.get();
        } catch (IllegalStateException stopping) {
            throw new InvalidStateStoreException("the topology stops", stopping);
        }
    }
}
