package footfall.topology;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.Env;
import org.rocksdb.Options;

/** The stores as an instance has them, with their files in memory, where opening one does not wait for a disk. */
public final class RocksInMemory implements RocksDBConfigSetter {
    static final String ENV = "footfall.rocksdb.env";

    private final BoundedRocks bounded = new BoundedRocks();

    @Override
    public void setConfig(String store, Options options, Map<String, Object> configs) {
        bounded.setConfig(store, options, configs);
        options.setEnv((Env) configs.get(ENV));
    }

    @Override
    public void close(String store, Options options) {
        bounded.close(store, options);
    }
}
