package footfall.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A row of a store as its bytes: the store's name, key and value. */
public record StoredRow(String store, byte[] key, byte[] value) {
    private static final HexFormat HEX = HexFormat.of();

    /** All rows of the RocksDB folders below this one. */
    public static List<StoredRow> below(Path streams) {
        try (Stream<Path> paths = Files.walk(streams)) {
            var rows = new ArrayList<StoredRow>();
            paths.filter(path -> path.getParent().getFileName().toString().equals("rocksdb"))
                    .sorted()
                    .forEach(store -> read(store, rows));
            return rows;
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    private static void read(Path store, List<StoredRow> rows) {
        RocksDB.loadLibrary();
        var name = store.getFileName().toString();
        try (var options = new Options();
                var opened = RocksDB.openReadOnly(options, store.toString());
                var iterator = opened.newIterator()) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                rows.add(new StoredRow(name, iterator.key(), iterator.value()));
            }
        } catch (RocksDBException why) {
            throw new IllegalStateException(why);
        }
    }

    public byte code() {
        return key[0];
    }

    @Override
    public String toString() {
        return store + "\t" + HEX.formatHex(key) + "\t" + HEX.formatHex(value);
    }
}
