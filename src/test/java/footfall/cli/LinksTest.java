package footfall.cli;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command follows a symbolic link that is named to it, and reports a link that it skips in a home. */
class LinksTest {
    @TempDir
    Path folder;

    private Path file;
    private Path link;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("real/ffff0001.jsonl");
        Files.createDirectories(file.getParent());
        Files.write(
                file,
                Transcripts.session("ffff0001")
                        .prompt(0, "go")
                        .assistant(1, "m1", use("Read", "a"))
                        .failed(2, "a", "no such file")
                        .bytes());
        link = Files.createSymbolicLink(folder.resolve("link.jsonl"), file);
    }

    @Test
    void aNamedLinkIsReadAsTheFileThatItLeadsTo() {
        var terminal = new Terminal(folder);
        for (var command : List.of(
                List.of("events"),
                List.of("export", "--format", "svg", "--json"),
                List.of("errors"),
                List.of("session", "--json"),
                List.of("brief"),
                List.of("sessions", "--json", "--from"),
                List.of("turns", "--json", "--from"),
                List.of("paths", "--json", "--from"))) {
            var ran = terminal.run(with(command, link));
            assertThat(ran.exit()).as(command.toString()).isZero();
            assertThat(ran).as(command.toString()).isEqualTo(terminal.run(with(command, file)));
        }
    }

    private static String[] with(List<String> command, Path path) {
        var all = new ArrayList<>(command);
        all.add(path.toString());
        return all.toArray(String[]::new);
    }

    @Test
    void aSkippedLinkIsNamedOnce() throws IOException {
        var home = folder.resolve("home");
        var project = Files.createDirectories(home.resolve("projects/-w"));
        Files.move(file, project.resolve("ffff0001.jsonl"));
        var skipped = Files.createSymbolicLink(project.resolve("ffff0002.jsonl"), project.resolve("ffff0001.jsonl"));
        var said = "footfall: " + skipped.toAbsolutePath()
                + ": skipped, because it is a symbolic link; to read it, name its path\n";
        for (var command : List.of(
                List.of("events"),
                List.of("export", "--format", "svg", "--json"),
                List.of("sessions", "--from"),
                List.of("turns", "--min-length", "1", "--from"))) {
            var ran = new Terminal(folder).run(with(command, home));
            assertThat(ran.exit()).as(command.toString()).isZero();
            assertThat(ran.err()).as(command.toString()).isEqualTo(said);
        }
    }
}
