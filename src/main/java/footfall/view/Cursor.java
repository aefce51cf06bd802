package footfall.view;

import footfall.turn.Position;
import java.util.Optional;

/** Where a page of a list ended; {@code list} is the name of the list. */
public record Cursor(String list, Direction direction, Position position) {
    private static final String SEPARATOR = ".";

    /** As an opaque word for a URL. */
    public String text() {
        return String.join(SEPARATOR, list, direction.word(), position.cursor());
    }

    /** Empty when the text is not a cursor. */
    public static Optional<Cursor> of(String text) {
        var parts = text.split("\\" + SEPARATOR, 3);
        return parts.length < 3
                ? Optional.empty()
                : Direction.ofWord(parts[1])
                        .flatMap(direction ->
                                Position.ofCursor(parts[2]).map(position -> new Cursor(parts[0], direction, position)));
    }
}
