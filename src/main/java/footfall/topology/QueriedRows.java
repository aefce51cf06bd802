package footfall.topology;

import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.state.KeyValueIterator;

/**
 * The rows of one partition as of the last flush, read-only. Empty where the partition is not assigned here.
 */
final class QueriedRows implements Rows {
    private static final String READ_ONLY = "queried rows are read-only";

    private final KafkaStreams streams;
    private final int partition;

    QueriedRows(KafkaStreams streams, int partition) {
        this.streams = streams;
        this.partition = partition;
    }

    @Override
    public <V> V get(RowKey<V> key) {
        var found = query(KeyQuery.<Bytes, byte[]>withKey(Bytes.wrap(key.bytes())));
        return found == null ? null : key.kind().value(found);
    }

    @Override
    public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
        var bytes = prefix.bytes();
        var from = Bytes.wrap(bytes);
        var found = query(RangeQuery.<Bytes, byte[]>withRange(from, WriteBehindStore.after(bytes)));
        if (found == null) {
            return;
        }
        try (KeyValueIterator<Bytes, byte[]> rows = found) {
            while (rows.hasNext()) {
                var next = rows.next();
                if (startsWith(next.key.get(), bytes)) {
                    row.accept(
                            RowKey.parse(prefix.kind(), next.key.get()),
                            prefix.kind().value(next.value));
                }
            }
        }
    }

    private <R> R query(Query<R> query) {
        var request = StateQueryRequest.inStore(Tables.ASSEMBLER.name())
                .withQuery(query)
                .withPartitions(Set.of(partition));
        var result = streams.query(request).getPartitionResults().get(partition);
        return result == null || result.isFailure() ? null : answer(result);
    }

    private static <R> R answer(QueryResult<R> result) {
        return result.getResult();
    }

    private static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    @Override
    public <V> void put(RowKey<V> key, V value) {
        throw new UnsupportedOperationException(READ_ONLY);
    }

    @Override
    public void delete(RowKey<?> key) {
        throw new UnsupportedOperationException(READ_ONLY);
    }

    @Override
    public void moveDeadline(TrailId trail, Instant from, Instant to) {
        throw new UnsupportedOperationException(READ_ONLY);
    }
}
