package footfall.topology;

import java.io.IOException;
import java.net.URLConnection;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.util.Environment;

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

    /**
     * Keeps RocksDB's native library of 15 MB in a folder. RocksDB itself extracts it into the temporary folder
     * at every start, and a killed process leaves it there. Each build of the library has its own folder, named
     * by its size.
     */
    static final class RocksLibrary {
        private static final String IN_JAR = Environment.getJniLibraryFileName("rocksdb");

        /** The name that {@link RocksDB#loadLibrary(List)} expects differs from the one in the jar. */
        private static final String UNPACKED = Environment.getJniLibraryFileName("rocksdbjni");

        private static final String UNFINISHED = ".new";

        private RocksLibrary() {}

        /** Loads the library from the folder, or from the temporary folder if that fails. */
        static void load(Path folder) {
            try {
                RocksDB.loadLibrary(List.of(unpacked(folder).toString()));
            } catch (IOException | UnsatisfiedLinkError notFromThere) {
                // The disk may be full or mounted noexec, or the library may be for another system.
                RocksDB.loadLibrary();
            }
        }

        /** The folder that contains the library, which is extracted if it is missing or incomplete. */
        static Path unpacked(Path folder) throws IOException {
            var resource = RocksDB.class.getClassLoader().getResource(IN_JAR);
            if (resource == null) {
                throw new FileSystemException(IN_JAR);
            }
            var connection = resource.openConnection();
            long size = connection.getContentLengthLong();
            var home = Files.createDirectories(folder.resolve("rocksdb-" + size));
            clear(home);
            var library = home.resolve(UNPACKED);
            if (Files.notExists(library) || Files.size(library) != size) {
                unpack(connection, library);
            }
            return home;
        }

        /** Flushes the bytes before renaming: a library truncated by a power failure would crash the JVM. */
        private static void unpack(URLConnection from, Path library) throws IOException {
            var half = Files.createTempFile(library.getParent(), UNPACKED, UNFINISHED);
            try (var bytes = from.getInputStream()) {
                Files.copy(bytes, half, StandardCopyOption.REPLACE_EXISTING);
                try (var written = FileChannel.open(half, StandardOpenOption.WRITE)) {
                    written.force(true);
                }
                Files.move(half, library, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(half);
            }
        }

        /**
         * Deletes leftovers of killed processes; a process that is extracting now loads from the temporary folder.
         */
        private static void clear(Path home) throws IOException {
            try (var files = Files.newDirectoryStream(home, "*" + UNFINISHED)) {
                for (var file : files) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
