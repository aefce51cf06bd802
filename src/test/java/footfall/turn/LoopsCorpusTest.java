package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import footfall.testkit.DetoursJson;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The intents, loops, returns and recoveries of 105 real transcripts against those that another implementation found.
 * Skipped without them.
 */
class LoopsCorpusTest {
    private static final Path CORPUS = Path.of("..", "shared", "corpus");

    @Test
    void theDetoursOfTheCorpusAreThoseExpected() throws Exception {
        assumeThat(CORPUS).exists();
        assertThat(DetoursJson.found(CorpusTest.turns())).containsExactlyEntriesOf(DetoursJson.expected(CORPUS));
    }
}
