package footfall.cli;

import footfall.view.Answers;
import footfall.view.Answers.Page;
import footfall.view.Direction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** Which end of a list in the order of time comes first, and how many of its last items are wanted. */
record TimeOrder(Direction direction, int top) {
    static final TimeOrder ALL = new TimeOrder(Direction.ASC, Integer.MAX_VALUE);

    /** The direction to ask in: the last ones are known first. */
    Direction asked() {
        return top == Integer.MAX_VALUE ? direction : Direction.DESC;
    }

    /** The first page to ask for, of at most {@code max} items. */
    Page first(int max) {
        return new Page(null, Math.min(max, top), asked());
    }

    /** All wanted items. */
    Page whole() {
        return first(Answers.LINES_MAX);
    }

    /** With one item more, which tells that there are more. */
    TimeOrder oneMore() {
        return top == Integer.MAX_VALUE ? this : new TimeOrder(direction, top + 1);
    }

    /** The wanted items as they are shown, of those in the direction that was asked in. */
    <T> Iterator<T> shown(Iterator<T> found) {
        if (asked() == direction) {
            return found;
        }
        var items = new ArrayList<T>();
        found.forEachRemaining(items::add);
        return shown(items).iterator();
    }

    <T> List<T> shown(List<T> found) {
        var items = new ArrayList<>(found.subList(0, Math.min(top, found.size())));
        if (asked() != direction) {
            Collections.reverse(items);
        }
        return items;
    }

    /** Those of a list that is in order, the oldest first. */
    <T> List<T> of(List<T> oldestFirst) {
        var items = new ArrayList<>(oldestFirst);
        if (asked() == Direction.DESC) {
            Collections.reverse(items);
        }
        return shown(items);
    }
}
