package footfall.view;

import footfall.turn.Position;
import java.util.List;

/**
 * A part of an ordered list: its items, the number of records read, and the last position that was examined;
 * {@code next} is null when nothing follows.
 */
public record Slice<T>(List<T> items, long scanned, Position next) {
    public Slice {
        items = List.copyOf(items);
    }
}
