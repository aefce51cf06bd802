package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Fold;
import footfall.testkit.Story;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** The turns of the stories of Copilot against those that another implementation found. */
class CopilotStoriesTest {
    private static final Path EXPECTED = Path.of("src", "test", "resources", "copilot");

    @Test
    void theTurnsOfTheStoriesAreThoseExpectedInEveryField() throws Exception {
        var fields = new ArrayList<>(CopilotCorpusTest.COMPARED);
        fields.add("parent_tool_use_id");
        var steps = new ArrayList<>(CorpusView.OF_STEPS);
        steps.add("subagent");
        var view = new CorpusView(fields, steps);
        var turns = new ArrayList<Turn>();
        Story.all().stream()
                .filter(story -> story.name().startsWith("copilot-"))
                .forEach(story -> turns.addAll(Fold.files(story.files())));
        var expected = view.expected(EXPECTED);
        assertThat(view.found(turns)).containsExactlyEntriesOf(expected);
        assertThat(expected).hasSize(37);
    }
}
