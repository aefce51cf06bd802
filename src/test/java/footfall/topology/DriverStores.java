package footfall.topology;

import footfall.pattern.TallyRows;
import footfall.row.Rows;
import footfall.turn.Turn;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.StoreKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The stores of a driver's only task, 0, and logs of as many partitions. The next partition is a standby whose log
 * moves, and no other is here.
 */
record DriverStores(Driver driver, List<KeyValueStore<Bytes, byte[]>> logs) implements StoreShard.LocalStores {
    DriverStores(Driver driver) {
        this(driver, List.of(driver.logStore()));
    }

    @Override
    public Optional<Boolean> isStandby(StoreKind store, int partition) {
        return partition > logs.size() ? Optional.empty() : Optional.of(partition == logs.size());
    }

    @Override
    public ReadOnlyKeyValueStore<Bytes, byte[]> log(int partition) {
        if (partition == logs.size()) {
            throw new InvalidStateStoreException("it moved");
        }
        return logs.get(partition);
    }

    @Override
    public TallyRows tally(int partition) {
        return driver.tallyStore();
    }

    @Override
    public OpenTurns openTurns(int partition, Selection selection, int max) {
        return OpenTurns.NONE;
    }

    @Override
    public Rows trails(int partition) {
        return driver.assembler().rows();
    }

    @Override
    public Stream<String> openSessions(int partition) {
        return Stream.of();
    }

    @Override
    public Optional<Turn> openTurn(int partition, String turnId) {
        return Optional.empty();
    }
}
