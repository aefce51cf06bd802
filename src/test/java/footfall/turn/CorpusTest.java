package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import footfall.testkit.DetoursJson;
import footfall.testkit.Fold;
import footfall.testkit.Story;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The turns of real transcripts of Claude Code, Codex and Copilot, and of the stories of Copilot, against those that
 * other implementations found. Skipped without the transcripts.
 */
public class CorpusTest {
    private static final Path SHARED = Path.of("..", "shared");
    private static final Path CLAUDE_CORPUS = SHARED.resolve("corpus");

    /** The fields that are compared of the turns of each agent. */
    private static final List<String> COMPARED = List.of(
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

    /** How redacted turns of Codex are compared. */
    public static final CorpusView REDACTED_CODEX = new CorpusView(comparedAnd("parent_turn_id")).redacted();

    /** And those of Copilot. */
    public static final CorpusView REDACTED_COPILOT = new CorpusView(COMPARED).redacted();

    private static List<String> comparedAnd(String field) {
        return Stream.concat(COMPARED.stream(), Stream.of(field)).sorted().toList();
    }

    private static void assertExpected(CorpusView view, Path expected, List<Turn> turns, int count) throws Exception {
        var all = view.expected(expected);
        assertThat(view.found(turns)).containsExactlyEntriesOf(all);
        assertThat(all).hasSize(count);
    }

    @Test
    void theTurnsOfClaudeCodeAreThoseExpectedInEveryField() throws Exception {
        assumeThat(CLAUDE_CORPUS).exists();
        var turns = CorpusView.turns(CLAUDE_CORPUS);
        assertExpected(new CorpusView(comparedAnd("file")), CLAUDE_CORPUS, turns, 171);
        assertThat(turns.stream().mapToInt(turn -> turn.size().length()).sum()).isEqualTo(2_165);
        assertThat(DetoursJson.found(turns)).containsExactlyEntriesOf(DetoursJson.expected(CLAUDE_CORPUS));
    }

    @Test
    void theTurnsOfCodexAreThoseExpectedInEveryField() throws Exception {
        var corpus = SHARED.resolve("corpus-codex");
        assumeThat(corpus).exists();
        assertExpected(new CorpusView(comparedAnd("parent_turn_id")), corpus, CorpusView.turns(corpus), 124);
    }

    @Test
    void theTurnsOfCopilotAreThoseExpectedInEveryField() throws Exception {
        var corpus = SHARED.resolve("corpus-copilot");
        assumeThat(corpus).exists();
        assertExpected(new CorpusView(COMPARED), corpus, CorpusView.turns(corpus), 49);
    }

    @Test
    void theTurnsOfTheStoriesOfCopilotAreThoseExpectedInEveryField() throws Exception {
        var steps = new ArrayList<>(CorpusView.OF_STEPS);
        steps.add("subagent");
        var turns = new ArrayList<Turn>();
        Story.all().stream()
                .filter(story -> story.name().startsWith("copilot-"))
                .forEach(story -> turns.addAll(Fold.files(story.files())));
        var view = new CorpusView(comparedAnd("parent_tool_use_id"), steps);
        assertExpected(view, Path.of("src", "test", "resources", "copilot"), turns, 37);
    }
}
