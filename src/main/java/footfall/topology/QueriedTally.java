package footfall.topology;

import footfall.pattern.TallyRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The rows of a partition's tally, read-only. */
record QueriedTally(QueriedStore store) implements TallyRows {
    private static final String READ_ONLY = "queried rows are read-only";

    @Override
    public byte[] get(byte[] key) {
        return store.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
        throw new UnsupportedOperationException(READ_ONLY);
    }

    @Override
    public void delete(byte[] key) {
        throw new UnsupportedOperationException(READ_ONLY);
    }

    @Override
    public List<Row> first(byte[] prefix, int max) {
        return rows(prefix, max, false);
    }

    @Override
    public List<Row> last(byte[] prefix, int max) {
        return rows(prefix, max, true);
    }

    private List<Row> rows(byte[] prefix, int max, boolean isDescending) {
        var rows = new ArrayList<Row>();
        store.each(prefix, isDescending, row -> {
            rows.add(new Row(row.key.get(), row.value));
            return rows.size() < max;
        });
        return rows;
    }

    @Override
    public void each(byte[] prefix, Consumer<Row> row) {
        store.each(prefix, false, next -> {
            row.accept(new Row(next.key.get(), next.value));
            return true;
        });
    }
}
