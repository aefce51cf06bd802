package footfall.turn;

import static footfall.testkit.MadeLines.answered;
import static footfall.testkit.MadeLines.duration;
import static footfall.testkit.MadeLines.prompt;
import static footfall.testkit.MadeLines.said;
import static footfall.testkit.MadeLines.sessionEnd;
import static footfall.testkit.MadeLines.stop;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Line;
import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.testkit.MadeLines;
import footfall.testkit.StoredRows;
import footfall.testkit.Transcripts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The end of a session closes the turns of its trails. */
class SessionEndTest {
    private final Fold fold = Fold.over(new StoredRows(), Defaults.TURNS, Transcripts.START);
    private int offset;

    private Fold feed(Line... lines) {
        for (var line : lines) {
            fold.line(MadeLines.FILE, offset++, line);
        }
        return fold;
    }

    @Test
    void theEndOfTheSessionClosesEveryOpenTurnAsIfNoMoreLinesCame() {
        for (var agent : List.of("b", "a")) {
            answered(1, agent, agent.equals("a") ? "end_turn" : null)
                    .forEach(line -> fold.line(MadeLines.FILE, offset++, line));
        }
        feed(prompt(2), said(3, null), sessionEnd(9));
        assertThat(fold.emitted())
                .extracting(ResolvedLinesTest::shown)
                .containsExactly(
                        "s1:0 [] 0 idle at 3, 0 tokens, 0 ms",
                        "s1/a:0 [] 0 end_turn at 1, 0 tokens, 0 ms",
                        "s1/b:0 [] 0 idle at 1, 0 tokens, 0 ms");
        feed(sessionEnd(10), prompt(11), sessionEnd(12), said(13, "end_turn"), prompt(14));
        assertThat(fold.emitted())
                .extracting(ResolvedLinesTest::shown)
                .as("the closed turns stay as they are, and the prompt goes on waiting")
                .hasSize(4)
                .endsWith("s1:1 [] 0 end_turn at 13, 0 tokens, 0 ms");
    }

    @Test
    void theEndOfTheSessionClosesAStoppedTurn() {
        feed(prompt(0), said(1, null), stop(2), sessionEnd(3), duration(4, 7)).pass(500);
        assertThat(fold.emitted())
                .extracting(ResolvedLinesTest::shown)
                .containsExactly(
                        "s1:0 [] 0 stop_hook at 2, 0 tokens, 0 ms", "s1:0 [] 0 stop_hook at 4, 0 tokens, 7 ms");
    }
}
