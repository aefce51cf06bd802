package footfall.turn;

import static footfall.testkit.Transcripts.use;
import static footfall.turn.LiveTest.live;
import static footfall.turn.LiveTest.s1;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.testkit.FedFile;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines that are missing or come again, and where they stand. */
class GapsAndRepeatsTest {
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
    void missingLinesAreSaidOnceWithTheirOffsets() {
        var file = FedFile.of(
                "s1.jsonl",
                s1().prompt(0, "go").assistant(1, "m1").stop(2).duration(3, 9).bytes());
        var fold = live();
        var id = file.file().id();
        for (int i = 0; i < 4; i++) {
            var part = (Parsed.Accepted) file.parts().get(i);
            var arrival = fold.inSequence(id, part.offset());
            if (i != 1) {
                fold.arrive(arrival, part.line());
                fold.arrive(arrival, part.line());
            }
        }
        assertThat(fold.outputs())
                .filteredOn(Output.Gap.class::isInstance)
                .containsExactly(new Output.Gap(
                        new SessionId("s1"),
                        id,
                        file.parts().get(1).offset(),
                        file.parts().get(2).offset()));
    }

    @Test
    void aLineOfAnotherTrailOfTheFileIsNoGap() {
        var lines = s1().prompt(0, "go")
                .agent("a1")
                .prompt(1, "sub")
                .agent(null)
                .assistant(2, "m1")
                .agent("a1");
        var file = FedFile.of(
                "s1.jsonl", lines.assistant(3, "m2").agent(null).stop(4).bytes());
        var fold = live();
        for (var part : file.parts()) {
            fold.arrive(fold.inSequence(file.file().id(), part.offset()), line(part));
        }
        assertThat(fold.outputs()).noneMatch(Output.Gap.class::isInstance);
    }

    private static Line line(Parsed part) {
        return ((Parsed.Accepted) part).line();
    }

    @Test
    void aLineAtOrBelowItsMarkIsCountedAndChangesNothing() {
        var lines = s1().prompt(0, "go").assistant(1, "m1", use("Read", "t1")).duration(2, 2_000);
        var fold = live().feed(lines);
        int before = fold.outputs().size();
        fold.feed(lines);
        assertThat(fold.outputs().subList(before, before + 3))
                .allMatch(new Output.Ignored(Output.Ignored.Reason.LINE_SEEN_BEFORE)::equals);
        assertThat(fold.outputs()).hasSize(before + 3);
        var other = new FileId("claude/other", "first", 0);
        fold.line(
                other,
                0,
                line(FedFile.of(
                                "x.jsonl",
                                s1().duration(3, 500).with("uuid", "other").bytes())
                        .parts()
                        .get(0)));
        assertThat(fold.end()).extracting(turn -> turn.span().durationMs()).containsExactly(2_500L);
    }

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
