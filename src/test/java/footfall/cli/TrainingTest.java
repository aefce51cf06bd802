package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher uses no class path of answers after a training that failed. */
@Timeout(120)
class TrainingTest {
    @TempDir
    Path folder;

    @Test
    void everyQuestionIsAnswered() {
        var ran = new Terminal(folder).run(console -> {
            try {
                return Training.run(console, Path.of("src/test/stories"), folder);
            } catch (IOException bug) {
                throw new IllegalStateException(bug);
            }
        });
        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.err())
                .contains(
                        "footfall: no usage; a processor has turns that have closed: --from reads files\n",
                        "footfall: no alerts\n");
    }
}
