package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.testkit.Shipment;
import footfall.testkit.Story;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * One law: the sum over sessions, over turns with what is beside messages, over days and over models is the same
 * number, to the token and to the last digit of the cost; from files and through the topology.
 */
class OneBillTest {
    private static final Path SHARED = Path.of("..", "shared");

    @TempDir
    Path state;

    private void isOneBill(String name, List<Path> places, Shipment shipment) throws Exception {
        assertThat(new Bills(state).ways(name, places, shipment)).as(name).hasSize(1);
    }

    @TestFactory
    Stream<DynamicTest> aStoryHasOneBill() {
        return Story.all().stream()
                .map(story -> dynamicTest(
                        story.sentence(), () -> isOneBill(story.name(), story.paths(), Shipment.of(story))));
    }

    private Map<String, Set<String>> ofCorpus(String folder) throws Exception {
        var corpus = SHARED.resolve(folder);
        assumeThat(corpus).exists();
        return new Bills(state).ways(folder.replace('/', '-'), List.of(corpus), Shipment.below(corpus, Shipment.BOX));
    }

    @Test
    void theFilesOfClaudeCodeHaveOneBill() throws Exception {
        assertThat(ofCorpus("corpus")).hasSize(1);
    }

    @Test
    void theFilesOfClaudeCodeOfTodayHaveOneBill() throws Exception {
        assertThat(ofCorpus("corpus-claude-2.1.332")).hasSize(1);
    }

    @Test
    void theFilesOfCodexHaveOneBill() throws Exception {
        assertThat(ofCorpus("corpus-codex/sessions")).hasSize(1);
    }

    @Test
    void theFilesOfCopilotHaveOneBill() throws Exception {
        assertThat(ofCorpus("corpus-copilot/session-state")).hasSize(1);
    }
}
