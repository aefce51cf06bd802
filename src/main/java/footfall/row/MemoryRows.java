package footfall.row;

import footfall.line.TrailId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Rows in memory, for folding files. Deadlines are not kept. */
public final class MemoryRows implements Rows {
    private final Map<RowKey<?>, Map<RowKey<?>, Object>> groups = new HashMap<>();

    @Override
    @SuppressWarnings("unchecked") // The value of a key always has the type of its kind.
    public <V> V get(RowKey<V> key) {
        var group = groups.get(key.group());
        return group == null ? null : (V) group.get(key);
    }

    @Override
    public <V> void put(RowKey<V> key, V value) {
        var name = key.group();
        var group = groups.get(name);
        if (group == null) {
            group = new HashMap<>();
            groups.put(name, group);
        }
        group.put(key, value);
    }

    @Override
    public void delete(RowKey<?> key) {
        var group = groups.get(key.group());
        if (group != null && group.remove(key) != null && group.isEmpty()) {
            groups.remove(key.group());
        }
    }

    @Override
    @SuppressWarnings("unchecked") // As in get.
    public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
        for (var entry :
                List.copyOf(groups.getOrDefault(prefix.group(), Map.of()).entrySet())) {
            if (entry.getKey().isBelow(prefix)) {
                row.accept((RowKey<V>) entry.getKey(), (V) entry.getValue());
            }
        }
    }

    @Override
    public void deleteAll(RowKey<?> prefix) {
        if (prefix.equals(prefix.group())) {
            groups.remove(prefix);
        } else {
            Rows.super.deleteAll(prefix);
        }
    }

    @Override
    public void moveDeadline(TrailId trail, Instant from, Instant to) {
        // Files are folded to their end, so no timer fires.
    }

    /** The trails with a row of a kind, in order. */
    public List<TrailId> trails(RowKind<?> kind) {
        return groups.entrySet().stream()
                .filter(group -> group.getKey().kind() == kind)
                .flatMap(group -> group.getValue().keySet().stream())
                .map(RowKey::trailId)
                .distinct()
                .sorted()
                .toList();
    }
}
