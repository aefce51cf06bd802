package footfall.topology;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The same rows as {@code log}, whose scans do not begin below the floor, because RocksDB steps over each row that
 * expired: topology-docs/develop/decisions/timers-and-commits.md.
 */
record KeptLog(ReadOnlyKeyValueStore<Bytes, byte[]> log, LogFloor floor)
        implements ReadOnlyKeyValueStore<Bytes, byte[]> {
    @Override
    public byte[] get(Bytes key) {
        return log.get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        return log.range(from(from, to), to);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseRange(Bytes from, Bytes to) {
        return log.reverseRange(from(from, to), to);
    }

    /** At most {@code to}. */
    private Bytes from(Bytes from, Bytes to) {
        for (var kind : LogKind.values()) {
            if (from.get()[0] == kind.row()) {
                var first = LogRows.row(kind, floor.of(kind), "");
                var least = first.compareTo(to) < 0 ? first : to;
                return from.compareTo(least) < 0 ? least : from;
            }
        }
        return from;
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return log.all();
    }

    @Override
    public long approximateNumEntries() {
        return log.approximateNumEntries();
    }
}
