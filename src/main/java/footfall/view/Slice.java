package footfall.view;

import footfall.turn.Position;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * A part of an ordered list: its items, the number of records read, and the last position that was examined;
 * {@code next} is null when nothing follows.
 */
public record Slice<T>(List<T> items, long scanned, Position next) {
    public Slice {
        items = List.copyOf(items);
    }

    public static <T> Slice<T> none() {
        return new Slice<>(List.of(), 0, null);
    }

    /** A part that stopped early may have more after the position it reached, so the merged slice ends there. */
    public static <T> Slice<T> merged(
            List<Slice<T>> parts, int limit, Direction direction, Function<T, Position> position) {
        var order = direction.order();
        var end = parts.stream().map(Slice::next).reduce(null, direction::first);
        long scanned = parts.stream().mapToLong(Slice::scanned).sum();
        var items = parts.stream()
                .flatMap(part -> part.items().stream())
                .filter(item -> end == null || order.compare(position.apply(item), end) <= 0)
                .sorted(Comparator.comparing(position, order))
                .toList();
        if (items.size() <= limit) {
            return new Slice<>(items, scanned, end);
        }
        var first = items.subList(0, limit);
        return new Slice<>(first, scanned, position.apply(first.get(limit - 1)));
    }
}
