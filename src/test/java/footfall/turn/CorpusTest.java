package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The turns of 105 real transcripts against those that another implementation found. Skipped without them.
 */
class CorpusTest {
    private static final Path CORPUS = Path.of("..", "shared", "corpus");

    @Test
    void theTurnsOfTheCorpusAreThoseExpectedInEveryField() throws Exception {
        assumeThat(CORPUS).exists();
        var view = new CorpusView(COMPARED);
        var expected = view.expected(CORPUS);
        var turns = turns();
        assertThat(view.found(turns)).containsExactlyEntriesOf(expected);
        int steps = turns.stream().mapToInt(turn -> turn.size().length()).sum();
        assertThat(List.of(expected.size(), steps)).containsExactly(171, 2_165);
    }

    private static final List<String> COMPARED = List.of(
            "agent_id",
            "closed_by",
            "compactions",
            "copy_of",
            "duration_ms",
            "ended_at",
            "file",
            "index",
            "interrupted",
            "length",
            "models",
            "pattern",
            "prompt_uuid",
            "session_id",
            "started_at",
            "steps",
            "tokens",
            "trigger",
            "turn_id");

    static List<Turn> turns() throws IOException, InterruptedException {
        return CorpusView.turns(CORPUS);
    }
}
