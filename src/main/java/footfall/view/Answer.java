package footfall.view;

import footfall.turn.Position;
import footfall.turn.Turn;
import java.util.List;

/**
 * A list, the position to continue from (null at the end, and for a list of the top N), and how complete it is.
 * {@code total}: of the whole list, if it was asked for and is known, else null.
 */
public record Answer<T>(List<T> items, Position next, Coverage coverage, Total total) {
    public Answer {
        items = List.copyOf(items);
    }

    public Answer(List<T> items, Position next, Coverage coverage) {
        this(items, next, coverage, null);
    }

    /** How many items a list has, and how many of them are copies of turns. */
    public record Total(long all, long copies) {
        public static final Total NONE = new Total(0, 0);

        public Total plus(Total other) {
            return new Total(all + other.all, copies + other.copies);
        }

        /** The same with one item more. */
        public Total with(Object item) {
            boolean isCopy = item instanceof Turn turn && turn.prompt().copyOf() != null;
            return plus(new Total(1, isCopy ? 1 : 0));
        }
    }

    /** Other items in place of these. */
    public <R> Answer<R> with(List<R> others) {
        return new Answer<>(others, next, coverage, total);
    }
}
