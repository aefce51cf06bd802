package footfall.testkit;

import footfall.pattern.RunningTally;
import footfall.pattern.Subject;
import footfall.pattern.TalliedTurn;
import footfall.pattern.Tallies;
import footfall.pattern.TallyRows;
import footfall.pattern.TallyView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Rows of a running tally in memory, in the order of their keys. */
public final class TallyBytes implements TallyRows {
    private static final Set<Subject.Kind> KINDS = Set.of(Subject.Kind.values());

    private final TreeMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);
    private int asked;

    @Override
    public byte[] get(byte[] key) {
        asked++;
        return rows.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
        asked++;
        rows.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
        asked++;
        rows.remove(key);
    }

    @Override
    public List<Row> first(byte[] prefix, int max) {
        return rows(rows.tailMap(prefix, true), prefix, max);
    }

    @Override
    public List<Row> last(byte[] prefix, int max) {
        var below = new TreeMap<byte[], byte[]>(Arrays::compareUnsigned);
        rows(rows.tailMap(prefix, true), prefix, Integer.MAX_VALUE).forEach(row -> below.put(row.key(), row.value()));
        return rows(below.descendingMap(), prefix, max);
    }

    @Override
    public void each(byte[] prefix, Consumer<Row> row) {
        first(prefix, Integer.MAX_VALUE).forEach(row);
    }

    private List<Row> rows(NavigableMap<byte[], byte[]> from, byte[] prefix, int max) {
        var found = new ArrayList<Row>();
        for (var entry : from.entrySet()) {
            boolean isBelow = entry.getKey().length >= prefix.length
                    && Arrays.equals(entry.getKey(), 0, prefix.length, prefix, 0, prefix.length);
            if (!isBelow || found.size() == max) {
                break;
            }
            asked++;
            found.add(new Row(entry.getKey(), entry.getValue()));
        }
        return found;
    }

    /** Takes away any one row, as if it had never been restored. */
    public void deleteAny(Random random) {
        if (!rows.isEmpty()) {
            rows.remove(List.copyOf(rows.keySet()).get(random.nextInt(rows.size())));
        }
    }

    public int size() {
        return rows.size();
    }

    /** How many rows were read, written or deleted so far. */
    public int asked() {
        return asked;
    }

    /** What readers of these rows see, by key. */
    public Map<String, TallyView> views() {
        var views = new TreeMap<String, TallyView>();
        RunningTally.eachView(this, KINDS, view -> views.put(view.subject().key(), view));
        return views;
    }

    /** The same of turns. */
    public static Map<String, TallyView> views(List<TalliedTurn> turns) {
        var tallies = new Tallies(null);
        turns.forEach(tallies::add);
        var views = new TreeMap<String, TallyView>();
        tallies.of(KINDS).forEach(view -> views.put(view.subject().key(), cut(view)));
        return views;
    }

    /** Stored tallies have only the most frequent ways. */
    private static TallyView cut(TallyView view) {
        return new TallyView(
                view.subject(),
                view.sums(),
                view.sessions(),
                view.firstSeen(),
                view.lastSeen(),
                view.examples(),
                view.latest(),
                view.topWays());
    }
}
