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
import org.junit.jupiter.api.Test;

/** What the offsets of lines tell: which lines are missing, and which came before. */
class GapsAndRepeatsTest {
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
}
