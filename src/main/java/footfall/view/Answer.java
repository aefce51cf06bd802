package footfall.view;

import footfall.turn.Position;
import java.util.List;

/** A list, the position to continue from (null at the end, and for a list of the top N), and how complete it is. */
public record Answer<T>(List<T> items, Position next, Coverage coverage) {
    public Answer {
        items = List.copyOf(items);
    }

    /** Other items in place of these. */
    public <R> Answer<R> with(List<R> others) {
        return new Answer<>(others, next, coverage);
    }
}
