package footfall.view;

import footfall.turn.Position;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The direction in which a list in the order of time is read. */
public enum Direction {
    /** The oldest first; what has no time precedes everything. */
    ASC(Comparator.naturalOrder()),
    /** The newest first: the exact reverse. */
    DESC(Comparator.reverseOrder());

    private final Comparator<Position> order;

    Direction(Comparator<Position> order) {
        this.order = order;
    }

    public Comparator<Position> order() {
        return order;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static List<String> words() {
        return Stream.of(values()).map(Direction::word).toList();
    }

    public static Optional<Direction> ofWord(String word) {
        return Stream.of(values()).filter(one -> one.word().equals(word)).findFirst();
    }

    /** Whether a position comes after another one; null stands for the beginning. */
    public boolean isAfter(Position position, Position other) {
        return other == null || order.compare(position, other) > 0;
    }

    /** The position that comes first; null stands for the end. */
    Position first(Position a, Position b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return order.compare(a, b) <= 0 ? a : b;
    }
}
