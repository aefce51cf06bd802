package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The turns of 34 sessions of Copilot, most of them real, against those that another implementation found. Skipped
 * without them.
 */
public class CopilotCorpusTest {
    static final List<String> COMPARED = List.of(
            "agent_id",
            "closed_by",
            "compactions",
            "copy_of",
            "duration_ms",
            "ended_at",
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

    /** How redacted turns are compared. */
    public static final CorpusView REDACTED = new CorpusView(COMPARED).redacted();

    private static final Path CORPUS = Path.of("..", "shared", "corpus-copilot");

    @Test
    void theTurnsOfTheCorpusAreThoseExpectedInEveryField() throws Exception {
        assumeThat(CORPUS).exists();
        var view = new CorpusView(COMPARED);
        var expected = view.expected(CORPUS);
        assertThat(view.found(CorpusView.turns(CORPUS))).containsExactlyEntriesOf(expected);
        assertThat(expected).hasSize(49);
    }
}
