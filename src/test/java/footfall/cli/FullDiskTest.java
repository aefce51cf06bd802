package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.report.Briefs.Artifacts;
import footfall.report.UserError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FullDiskTest {
    private static final String SHOP = "src/test/reports/home/projects/-work-shop/5e55a001-shop.jsonl";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"export", "export --format svg"})
    @EnabledOnOs(OS.LINUX)
    void aFileThatCannotBeWrittenIsNamed(String command) {
        var ran = new Terminal(folder).run((command + " " + SHOP + " --out /dev/full").split(" "));
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err())
                .endsWith("footfall: cannot write /dev/full: No space left on device; name a file "
                        + "in a writable folder\n");
    }

    @Test
    void aBriefThatCannotBeKeptIsNamed() throws Exception {
        var artifacts = new Artifacts(folder, Clock.fixed(Terminal.NOW, ZoneOffset.UTC));
        UserError thrown = null;
        try {
            artifacts.save("summarizer-input", "s/1", out -> {
                throw new UncheckedIOException(new IOException("No space left on device"));
            });
        } catch (UserError why) {
            thrown = why;
        }
        assertThat(thrown)
                .hasMessage("cannot write " + folder + "/summarizer-input-s_1-" + Terminal.NOW.getEpochSecond()
                        + ".md: No space left on device; choose another folder with --artifacts");
        assertThat(folder).isEmptyDirectory();
    }
}
