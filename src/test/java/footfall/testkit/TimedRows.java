package footfall.testkit;

import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import footfall.turn.FoldRows;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** Any rows, with their deadlines in order and a list of their trails. */
final class TimedRows implements Rows {
    private final Rows rows;
    private final TreeMap<TrailId, Instant> deadlines = new TreeMap<>();
    private final TreeSet<TrailId> trails = new TreeSet<>();

    TimedRows(Rows rows) {
        this.rows = rows;
    }

    record Deadline(Instant at, TrailId trail) {}

    /** The earliest deadline, null when none stands. */
    Deadline next() {
        return deadlines.entrySet().stream()
                .map(entry -> new Deadline(entry.getValue(), entry.getKey()))
                .min((a, b) -> a.at().compareTo(b.at()))
                .orElse(null);
    }

    List<TrailId> trails() {
        return List.copyOf(trails);
    }

    @Override
    public <V> V get(RowKey<V> key) {
        return rows.get(key);
    }

    @Override
    public <V> void put(RowKey<V> key, V value) {
        if (key.kind() == FoldRows.TRAIL) {
            trails.add(key.trailId());
        }
        rows.put(key, value);
    }

    @Override
    public void delete(RowKey<?> key) {
        if (key.kind() == FoldRows.TRAIL) {
            trails.remove(key.trailId());
        }
        rows.delete(key);
    }

    @Override
    public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
        rows.each(prefix, row);
    }

    @Override
    public void deleteAll(RowKey<?> prefix) {
        rows.deleteAll(prefix);
    }

    @Override
    public void moveDeadline(TrailId trail, Instant from, Instant to) {
        if (!Objects.equals(deadlines.get(trail), from)) {
            throw new IllegalStateException("deadline of " + trail + " is stored with another time");
        }
        rows.moveDeadline(trail, from, to);
        if (to == null) {
            deadlines.remove(trail);
        } else {
            deadlines.put(trail, to);
        }
    }
}
