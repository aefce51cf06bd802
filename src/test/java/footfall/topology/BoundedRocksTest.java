package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompactionStyle;
import org.rocksdb.HistogramType;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/** The stores of an instance share memory. A row has 1 KiB, if nothing else is said. */
class BoundedRocksTest {
    private final BoundedRocks.Memory memory = new BoundedRocks.Memory(8 << 20);
    private final BoundedRocks rocks = new BoundedRocks();

    @TempDir
    Path folder;

    @AfterEach
    void closeMemory() {
        memory.close();
    }

    private final class Store implements AutoCloseable {
        final Statistics statistics = new Statistics();
        final Options options = new Options().setCreateIfMissing(true);
        final RocksDB rows;

        Store(String name) throws RocksDBException {
            // As Kafka Streams opens a store.
            options.setTableFormatConfig(new BlockBasedTableConfig().setFilterPolicy(new BloomFilter()));
            options.setOptimizeFiltersForHits(true);
            options.setCompactionStyle(CompactionStyle.UNIVERSAL);
            options.setStatistics(statistics);
            rocks.setConfig(name, options, Map.of(BoundedRocks.MEMORY, memory));
            rows = RocksDB.open(options, folder.resolve(name).toString());
        }

        Store put(int rowCount) throws RocksDBException {
            return put(rowCount, 1 << 10);
        }

        Store put(int rowCount, int bytes) throws RocksDBException {
            for (int i = 0; i < rowCount; i++) {
                rows.put(("key" + i).getBytes(), new byte[bytes]);
            }
            return this;
        }

        void searchMissingRows() throws RocksDBException {
            for (int i = 0; i < 1_000; i++) {
                assertThat(rows.get(("key" + i + "?").getBytes())).isNull();
            }
        }

        long dataBlocksRead() {
            return statistics.getTickerCount(TickerType.BLOCK_CACHE_DATA_HIT)
                    + statistics.getTickerCount(TickerType.BLOCK_CACHE_DATA_MISS);
        }

        long flushCount() {
            return statistics.getHistogramData(HistogramType.FLUSH_TIME).getCount();
        }

        @Override
        public void close() {
            rows.close();
            options.close();
            statistics.close();
        }
    }

    @Test
    void aStoreIsNotFlushedBecauseOthersHoldManyRows() throws RocksDBException {
        try (var one = new Store("one").put(1_500);
                var two = new Store("two").put(1_500);
                var three = new Store("three").put(1_500);
                var written = new Store("written").put(1_000)) {
            assertThat(one.flushCount() + two.flushCount() + three.flushCount()).isZero();
            assertThat(written.flushCount()).isZero();
        }
    }

    @Test
    void aRowThatDoesNotExistIsRarelySearchedInBlocks() throws RocksDBException {
        try (var store = new Store("store").put(3 << 10)) {
            store.rows.compactRange();
            long before = store.dataBlocksRead();
            store.searchMissingRows();
            assertThat(store.dataBlocksRead() - before).isLessThan(100);
        }
    }

    @Test
    void theFilterOfManyRowsStaysInMemory() throws RocksDBException {
        try (var store = new Store("store").put(600_000, 1)) {
            store.rows.compactRange();
            store.rows.get("key".getBytes());
            long before = store.statistics.getTickerCount(TickerType.BLOCK_CACHE_FILTER_MISS);
            store.searchMissingRows();
            assertThat(store.statistics.getTickerCount(TickerType.BLOCK_CACHE_FILTER_MISS) - before)
                    .isLessThan(10);
        }
    }

    @Test
    void writeBuffersAreTakenFromTheSharedMemory() throws RocksDBException {
        try (var store = new Store("store").put(1_500)) {
            assertThat(store.flushCount()).isZero();
            assertThat(memory.cache.getUsage()).isGreaterThan(1_500 << 10);
        }
    }

    @Test
    void aStoreIsFlushedBeforeItsRowsTakeThreeMebibytes() throws RocksDBException {
        try (var store = new Store("store").put(3 << 10)) {
            Awaitility.await().until(() -> store.flushCount() > 0);
            assertThat(store.rows.getLongProperty("rocksdb.cur-size-active-mem-table"))
                    .isLessThan(3 << 20);
        }
    }
}
