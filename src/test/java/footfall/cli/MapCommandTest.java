package footfall.cli;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MapCommandTest {
    @TempDir
    Path folder;

    @Test
    void aMapOfMoreLinesThanCanBeDrawnIsRefusedAndTheDefaultIsReadable() throws IOException {
        var lines = Transcripts.session("s").prompt(0, "go");
        for (int i = 0; i < 302; i++) {
            lines.assistant(i + 1, "m" + i, use("Tool" + i, "c" + i));
        }
        var many = Files.write(folder.resolve("many.jsonl"), lines.bytes()).toString();
        var terminal = new Terminal(folder);
        assertThat(terminal.run("export", "--format", "svg", many, "--threshold", "1"))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: cannot draw 303 lines: a picture has at most 300; raise --threshold, or use "
                                + "--json for the whole graph\n"));
        assertThat(terminal.run("export", "--format", "svg", many, "--threshold", "1", "--json")
                        .out())
                .contains("\"Tool301\"");
        var readable = terminal.run("export", "--format", "svg", many);
        assertThat(readable.exit()).isZero();
        assertThat(readable.err())
                .startsWith("footfall: omitted ")
                .endsWith("to fit a screen of 1600 pixels; --threshold 1 draws all\n");
    }
}
