package footfall.faults;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests of guarantees, over topics as the files give them and over changes of these. */
abstract class OverChangedTopics {
    @TempDir
    static Path home;

    static ChangedTopics changed;
    static Observed whole;

    @BeforeAll
    static void files() throws Exception {
        changed = ChangedTopics.of(home);
        whole = changed.whole();
    }
}
