package footfall.cli;

import static footfall.cli.FilesCommandsTest.lines;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Dialects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands say of files that are missing, empty or bad. */
class MissingFilesTest {
    @TempDir
    Path folder;

    Path home;

    @BeforeEach
    void writeSessions() throws IOException {
        home = FilesCommandsTest.writeSessions(folder);
    }

    private Terminal.Ran run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    @Test
    void withoutFromTheErrorNamesIt() {
        assertThat(run("turns"))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: no processor runs on this machine; start one with 'footfall up', name another with "
                                + "--server URL, or add --from to read transcripts\n"));
    }

    @Test
    void nothingFoundIsSaidKindly() throws IOException {
        assertThat(run("turns", "--from", "--min-length", "50"))
                .isEqualTo(new Terminal.Ran(0, "", "footfall: no turns: of 5 turns, --min-length 50 excludes 5\n"));
        assertThat(run("turns", "--from", "--min-length", "50", "--json").out()).isEqualTo("[]\n");
        var empty = Files.createDirectories(folder.resolve("empty"));
        var none = "footfall: no transcripts in " + empty
                + "; footfall searched for non-empty "
                + Dialects.all().stream()
                        .flatMap(dialect -> dialect.fileNames().stream())
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "))
                + "\n";
        for (var command : List.of("turns", "paths", "desires", "sessions", "turns --patterns")) {
            var words = Stream.concat(Stream.of(command.split(" ")), Stream.of("--from", empty.toString()));
            assertThat(run(words.toArray(String[]::new))).isEqualTo(new Terminal.Ran(0, "", none));
        }
        assertThat(run("export", "--format", "svg", empty.toString()).err()).isEqualTo(none);
        assertThat(run("events", empty.toString()).err()).isEqualTo(none);
    }

    @Test
    void homesThatAreNotThereAreNamed() {
        var other = folder.resolve("other");
        assertThat(new Terminal(other).run("turns", "--from"))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: no transcripts: " + Terminal.homes(other)
                                + " do not exist; name a folder with --from DIR\n"));
        assertThat(lines(new Terminal(other)
                        .with("CLAUDE_CONFIG_DIR", home.toString())
                        .run("turns", "--from")))
                .hasSize(5);
    }

    @Test
    void aMissingFolderIsNamedAndNothingIsRead() {
        var missing = folder.resolve("missing").toString();
        var printed = new Terminal.Ran(
                1, "", "footfall: " + missing + " does not exist; name a folder of transcripts or one file\n");
        assertThat(run("turns", "--from", missing)).isEqualTo(printed);
        assertThat(run("turns", "--from", missing, home.toString())).isEqualTo(printed);
    }

    @Test
    void badLinesAreNamedUpToTen() throws IOException {
        var sick = Transcripts.of(folder.resolve("sick"), "s1", "2026-01-01")
                .raw("{\"cut")
                .turn("Read");
        for (int i = 0; i < 12; i++) {
            sick.raw("[" + i + "]");
        }
        var file = sick.write();
        var ran = run("turns", "--from", file.toString(), "--min-length", "1");
        assertThat(lines(ran)).hasSize(3);
        var expected = new StringBuilder("footfall: skipped 13 bad lines:\n");
        expected.append("footfall:   ").append(file).append(":1: not JSON\n");
        for (int line = 6; line < 15; line++) {
            expected.append("footfall:   ")
                    .append(file)
                    .append(":")
                    .append(line)
                    .append(": not an object\n");
        }
        assertThat(ran.err()).isEqualTo(expected + "footfall:   and 3 more\n");
    }
}
