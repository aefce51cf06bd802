package footfall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The least that can be done with the rows of a changelog: each partition's are written to a RocksDB with the options
 * of footfall's stores, a batch for each poll. Closed without a flush.
 */
final class PlainStores implements AutoCloseable {
    private static final long CACHE_BYTES = 64 << 20;

    private final Path folder;
    private final TreeMap<Integer, RocksDB> byPartition = new TreeMap<>();
    private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
    private final LRUCache cache = new LRUCache(CACHE_BYTES, 2, false, 0.1);

    PlainStores(Path folder) throws IOException {
        RocksDB.loadLibrary();
        this.folder = Files.createDirectories(folder);
    }

    void put(int partition, List<ConsumerRecord<byte[], byte[]>> rows) {
        try (var batch = new WriteBatch()) {
            for (var row : rows) {
                if (row.value() == null) {
                    batch.delete(row.key());
                } else {
                    batch.put(row.key(), row.value());
                }
            }
            store(partition).write(unlogged, batch);
        } catch (RocksDBException failed) {
            throw new IllegalStateException("rows were not written", failed);
        }
    }

    private RocksDB store(int partition) throws RocksDBException {
        var store = byPartition.get(partition);
        if (store == null) {
            var table = new BlockBasedTableConfig()
                    .setBlockCache(cache)
                    .setBlockSize(4 << 10)
                    .setCacheIndexAndFilterBlocks(true)
                    .setFilterPolicy(new BloomFilter());
            var options = new Options()
                    .setCreateIfMissing(true)
                    .setTableFormatConfig(table)
                    .setWriteBufferSize(2 << 20)
                    .setMaxWriteBufferNumber(2)
                    .setCompactionStyle(CompactionStyle.UNIVERSAL)
                    .setCompressionType(CompressionType.LZ4_COMPRESSION);
            store = RocksDB.open(options, folder.resolve("p" + partition).toString());
            byPartition.put(partition, store);
        }
        return store;
    }

    @Override
    public void close() {
        byPartition.values().forEach(RocksDB::close);
        unlogged.close();
        cache.close();
    }
}
