package footfall.turn;

import footfall.line.InstantText;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;

/**
 * The place of a turn, session or alert in the order of time: by start, those without one first, then by ID,
 * compared as UTF-8 bytes.
 */
public record Position(Instant startedAt, String id) implements Comparable<Position> {
    private static final Comparator<Position> ORDER = Comparator.comparing(
                    Position::startedAt, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(Position::utf8, Arrays::compareUnsigned);

    public Position {
        Objects.requireNonNull(id, "id is null");
    }

    public static Position of(Turn turn) {
        return new Position(turn.span().startedAt(), turn.id().turnId());
    }

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }

    private byte[] utf8() {
        return id.getBytes(StandardCharsets.UTF_8);
    }

    /** The position as an opaque word for a URL. */
    public String cursor() {
        var text = (startedAt == null ? "" : InstantText.of(startedAt)) + " " + id;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Empty when the text is not a cursor. */
    public static Optional<Position> ofCursor(String cursor) {
        try {
            var text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            int space = text.indexOf(' ');
            if (space < 0) {
                return Optional.empty();
            }
            var at = space == 0 ? null : InstantText.parse(text.substring(0, space));
            return Optional.of(new Position(at, text.substring(space + 1)));
        } catch (IllegalArgumentException | DateTimeException invalid) {
            return Optional.empty();
        }
    }
}
