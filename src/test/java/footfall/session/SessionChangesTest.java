package footfall.session;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Changes;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What came of a session is what came of its turns. */
class SessionChangesTest {
    @Test
    void itIsTheSumOfItsTurns() {
        var sessions = Shipment.of(Story.of(Path.of("src/test/stories/what-came-of-it")))
                .sessions(Story.PRICES);
        assertThat(sessions.get("s1").changes()).isEqualTo(new Changes(1, 1, 0, 7L, 3L, 2L));
    }
}
