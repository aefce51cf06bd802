package footfall.cli;

import footfall.view.Answers;
import footfall.view.Answers.Page;
import footfall.view.Direction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Which end of a list in the order of time comes first, and how many items are wanted. */
record TimeOrder(Direction direction, int top) {
    static final TimeOrder ALL = new TimeOrder(Direction.ASC, Integer.MAX_VALUE);

    /** The first page, of at most {@code max} items. */
    Page first(int max) {
        return new Page(null, Math.min(max, top), direction);
    }

    /** All wanted items. */
    Page whole() {
        return first(Answers.LINES_MAX);
    }

    /** A list that is in order, the oldest first, in this order. */
    <T> List<T> of(List<T> oldestFirst) {
        var items = new ArrayList<>(oldestFirst);
        if (direction == Direction.DESC) {
            Collections.reverse(items);
        }
        return items.subList(0, Math.min(top, items.size()));
    }
}
