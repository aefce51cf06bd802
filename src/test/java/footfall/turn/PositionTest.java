package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PositionTest {
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    /** U+FFFF comes after U+1F463 in UTF-16, and before it in UTF-8. */
    private static final List<Position> ORDERED = List.of(
            new Position(null, "z"),
            new Position(NOON, ""),
            new Position(NOON, "a/b:10"),
            new Position(NOON, "a:2 c"),
            new Position(NOON, "\uffff"),
            new Position(NOON, "\ud83d\udc63"),
            new Position(NOON.plusNanos(1), "a"));

    @Test
    void positionsAreOrderedByTimeAndThenByTheBytesOfTheId() {
        assertThat(ORDERED.stream().sorted()).containsExactlyElementsOf(ORDERED);
    }

    @Test
    void aCursorReadsBackAsItsPosition() {
        for (var position : ORDERED) {
            assertThat(position.cursor()).matches("[A-Za-z0-9_-]+");
            assertThat(Position.ofCursor(position.cursor())).contains(position);
        }
    }

    @Test
    void anythingElseIsNoCursor() {
        for (var text : List.of("", "?", "bm9vbiBh", "YQ", "MjAyNiBh")) {
            assertThat(Position.ofCursor(text)).as(text).isEmpty();
        }
    }
}
