package footfall.topology;

import footfall.pattern.TallyRows;
import footfall.turn.Turn;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.StoreKind;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** The stores of a driver's only task, 0. Partition 1 is a standby whose log moves, and no other is here. */
record DriverStores(Driver driver) implements StoreShard.LocalStores {
    @Override
    public Optional<Boolean> isStandby(StoreKind store, int partition) {
        return partition > 1 ? Optional.empty() : Optional.of(partition == 1);
    }

    @Override
    public ReadOnlyKeyValueStore<Bytes, byte[]> log(int partition) {
        if (partition == 1) {
            throw new InvalidStateStoreException("it moved");
        }
        return driver.logStore();
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
    public Stream<String> openSessions(int partition) {
        return Stream.of();
    }

    @Override
    public Optional<Turn> openTurn(int partition, String turnId) {
        return Optional.empty();
    }
}
