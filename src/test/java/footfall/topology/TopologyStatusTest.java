package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.testkit.Defaults;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The open turns of a partition are listed only while this instance processes the partition. */
class TopologyStatusTest {
    @TempDir
    Path state;

    @Test
    void onlyAPartitionWithAnActiveTaskIsListedAlsoWhenItHasNoOpenTurn() {
        var client = Tasks.alone();
        var watch = client.watch();
        assertNotProcessed(watch);
        try (var driver = new Driver(Defaults.topology(Story.RULES), client, state, Transcripts.START)) {
            driver.advance(Duration.ofSeconds(1));
            assertThat(watch.open(0)).isEmpty();
            assertThatThrownBy(() -> watch.open(1)).isInstanceOf(InvalidStateStoreException.class);
        }
        assertNotProcessed(watch);
    }

    private static void assertNotProcessed(TopologyStatus watch) {
        assertThatThrownBy(() -> watch.open(0))
                .isInstanceOf(InvalidStateStoreException.class)
                .hasMessage("partition 0 is not processed by this instance");
    }
}
