package footfall.topology;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * One cache for the blocks of all stores of an instance, from which their write buffers are taken. Otherwise each
 * store of each partition has a cache of its own, and larger buffers: topology-docs/develop/decisions/state-rows.md.
 */
public final class BoundedRocks implements RocksDBConfigSetter {
    static final String MEMORY = "footfall.rocksdb.memory";
    private static final long WRITE_BUFFER_BYTES = 2 << 20;
    /** Four shards: a filter larger than a shard is read again for each lookup. By default there are 64. */
    private static final int CACHE_SHARD_BITS = 2;

    /** Shared by the stores. Native memory: closed after the last store. */
    static final class Memory implements AutoCloseable {
        final LRUCache cache;
        final WriteBufferManager writeBuffers;

        Memory(long bytes) {
            RocksDB.loadLibrary();
            cache = new LRUCache(bytes, CACHE_SHARD_BITS, false, 0.1);
            // 0: no common limit. RocksDB enforces one by flushing each store that is written to, however little it
            // has.
            writeBuffers = new WriteBufferManager(0, cache);
        }

        @Override
        public void close() {
            writeBuffers.close();
            cache.close();
        }
    }

    @Override
    public void setConfig(String store, Options options, Map<String, Object> configs) {
        var memory = (Memory) configs.get(MEMORY);
        if (memory == null) {
            return; // A test driver has no shared memory.
        }
        var table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(memory.cache);
        table.setCacheIndexAndFilterBlocks(true);
        table.setCacheIndexAndFilterBlocksWithHighPriority(true);
        options.setTableFormatConfig(table);
        options.setWriteBufferManager(memory.writeBuffers);
        options.setWriteBufferSize(WRITE_BUFFER_BYTES);
        options.setMaxWriteBufferNumber(2);
        // Most lookups are of rows that do not exist: a session's first line looks for what a known session has.
        options.setOptimizeFiltersForHits(false);
        options.setCompressionType(CompressionType.LZ4_COMPRESSION);
    }

    @Override
    public void close(String store, Options options) {
        // The shared cache is closed later; the filter belongs to the table's configuration.
    }
}
