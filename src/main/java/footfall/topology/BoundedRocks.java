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
 * One bounded cache for the blocks and write buffers of all stores of an instance. Otherwise each store of
 * each partition has its own, and memory grows with the number of partitions.
 */
public final class BoundedRocks implements RocksDBConfigSetter {
    static final String MEMORY = "footfall.rocksdb.memory";

    /** Shared by the stores. Native memory: closed after the last store. */
    static final class Memory implements AutoCloseable {
        final LRUCache cache;
        final WriteBufferManager writeBuffers;

        Memory(long bytes) {
            RocksDB.loadLibrary();
            cache = new LRUCache(bytes, -1, false, 0.1);
            writeBuffers = new WriteBufferManager(bytes / 2, cache);
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
        table.setPinTopLevelIndexAndFilter(true);
        options.setTableFormatConfig(table);
        options.setWriteBufferManager(memory.writeBuffers);
        options.setWriteBufferSize(8 << 20);
        options.setMaxWriteBufferNumber(2);
        options.setCompressionType(CompressionType.LZ4_COMPRESSION);
    }

    @Override
    public void close(String store, Options options) {
        // The shared cache is closed later; the filter belongs to the table's configuration.
    }
}
