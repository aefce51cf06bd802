package footfall.wire;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Fold;
import footfall.turn.Step;
import footfall.turn.Turn;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A turn is cut until its record fits, from the middle. */
class FittingTurnTest {
    private static Turn turn(int steps) {
        var lines = session("s1").prompt(0, "go");
        lines.assistant(
                1,
                "m1",
                IntStream.range(0, steps)
                        .mapToObj(i -> use("mcp__server__" + "t".repeat(100), "t" + i))
                        .toArray());
        for (int i = 0; i < steps; i++) {
            lines.failed(2, "t" + i, "error ".repeat(40));
        }
        return Fold.turns(lines.duration(3, 1)).get(0);
    }

    @Test
    void aTurnThatFitsIsLeftAsItIs() {
        var turn = turn(200);
        var bytes = Json.bytes(turn).length;
        assertThat(new FittingTurn(bytes).of(turn)).isSameAs(turn);
    }

    @Test
    void aTurnThatIsOneByteTooLargeIsHalvedAndKeepsItsFirstAndLastSteps() {
        var turn = turn(300);
        var cut = new FittingTurn(Json.bytes(turn).length - 1).of(turn);
        assertThat(cut.stepsOmitted()).isEqualTo(150);
        assertThat(cut.size().length()).isEqualTo(300);
        assertThat(cut.steps())
                .extracting(Step::sequence)
                .containsExactlyElementsOf(IntStream.range(0, 300)
                        .filter(i -> i < 75 || i >= 225)
                        .boxed()
                        .toList());
    }

    @Test
    void itIsHalvedAgainUntilItFits() {
        var turn = turn(900);
        var bytes = Json.bytes(turn).length;
        var cut = new FittingTurn(bytes / 6).of(turn);
        assertThat(cut.steps().size() + cut.stepsOmitted()).isEqualTo(900);
        assertThat(cut.steps()).hasSize(112);
        assertThat(Json.bytes(cut).length).isLessThanOrEqualTo(bytes / 6);
    }
}
