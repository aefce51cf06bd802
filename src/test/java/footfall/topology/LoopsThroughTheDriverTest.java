package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import footfall.testkit.Defaults;
import footfall.testkit.DetoursJson;
import footfall.testkit.Fold;
import footfall.testkit.Shipment;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The corpus, redacted, through the topology against the detours that another implementation found in its files. */
class LoopsThroughTheDriverTest {
    private static final Path CORPUS = Path.of("..", "shared", "corpus");

    @TempDir
    Path state;

    @Test
    void theDetoursOfTheCorpusAreThoseExpected() throws Exception {
        assumeThat(CORPUS).exists();
        var shipment = Shipment.below(CORPUS, Shipment.BOX);
        try (var driver = new Driver(Defaults.TOPOLOGY, state, Fold.NOON)) {
            driver.arrive(shipment.interleaved()).pass(Duration.ofHours(1));
            assertThat(DetoursJson.found(driver.lastTurns().values()))
                    .containsExactlyEntriesOf(DetoursJson.expected(CORPUS));
        }
    }
}
