package footfall.cli;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.report.StandardInput;
import footfall.testkit.QbitTalk;
import footfall.testkit.Transcripts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code -} reads standard input wherever a file may be named, and answers as for the file. */
class StandardInputTest {
    private static final List<List<String>> COMMANDS = List.of(
            List.of("errors"),
            List.of("session", "--json"),
            List.of("session"),
            List.of("brief"),
            List.of("events"),
            List.of("events", "--from"),
            List.of("export", "--format", "svg", "--json"),
            List.of("errors", "--from"),
            List.of("turns", "--min-length", "0", "--json", "--from"),
            List.of("turn", "ffff0001:0", "--from"),
            List.of("paths", "--json", "--from"),
            List.of("desires", "--json", "--from"),
            List.of("sessions", "--json", "--from"),
            List.of("session", "ffff", "--json", "--from"));

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("ffff0001.jsonl");
        Files.write(
                file,
                Transcripts.session("ffff0001")
                        .prompt(0, "go")
                        .assistant(1, "m1", use("Read", "a"))
                        .failed(2, "a", "no such file")
                        .bytes());
    }

    @Test
    void everyCommandAnswersAsForTheFile() throws IOException {
        for (var command : COMMANDS) {
            var ofFile = new Terminal(folder).run(with(command, file.toString()));
            assertThat(ofFile.exit()).as(command.toString()).isZero();
            assertThat(typed(Files.readAllBytes(file), with(command, "-")))
                    .as(command.toString())
                    .isEqualTo(ofFile);
        }
    }

    @Test
    void theDialectIsRecognisedByTheContent() throws IOException {
        var talk = Files.createDirectories(folder.resolve("Q")).resolve("transcript.json");
        Files.write(talk, new QbitTalk(7).array().getBytes(StandardCharsets.UTF_8));
        for (var command : List.of("brief", "errors")) {
            assertThat(typed(Files.readAllBytes(talk), command, "-"))
                    .isEqualTo(new Terminal(folder).run(command, talk.toString()));
        }
    }

    @Test
    void messagesAndRowsSayStandardInput() {
        var bad = "no JSON\n{\"type\":\"user\"\n".getBytes(StandardCharsets.UTF_8);
        assertThat(typed(bad, "errors", "-"))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: standard input is not a transcript: none of its lines is a JSON "
                                + "object with a type\n"));
        assertThat(typed(new byte[0], "turns", "--from", "-").err())
                .isEqualTo("footfall: no transcript in standard input: it is empty\n");
    }

    @Test
    void aSavedBriefIsNamedByTheSessionOfTheLines() throws IOException {
        var ran = typed(
                Files.readAllBytes(file),
                "brief",
                "-",
                "--save",
                "--artifacts",
                folder.resolve("kept").toString());
        assertThat(ran)
                .isEqualTo(
                        new Terminal.Ran(0, folder.resolve("kept/summarizer-input-ffff0001-1768003200.md") + "\n", ""));
    }

    @Test
    void theTableOfCallsNamesStandardInput() throws IOException {
        var out = folder.resolve("usage");
        var ran = typed(Files.readAllBytes(file), "extract", "--from", "-", "--out-dir", out.toString());
        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(Files.readString(out.resolve("tool_usage.csv")))
                .contains(",standard input,")
                .doesNotContain("footfall-");
        assertThat(Files.readString(out.resolve("summary.txt")))
                .contains("standard input")
                .doesNotContain("footfall-");
    }

    @Test
    void theCopyIsItsOwnersAloneAndIsDeleted() throws Exception {
        var input = new ByteArrayInputStream(Files.readAllBytes(file));
        Path copy;
        try (var standard = new StandardInput(input)) {
            copy = standard.file();
            assertThat(Files.mismatch(copy, file)).isEqualTo(-1);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy.getParent())))
                    .isEqualTo("rwx------");
            assertThat(standard.file()).isEqualTo(copy);
        }
        assertThat(copy.getParent()).doesNotExist();
    }

    private Terminal.Ran typed(byte[] input, String... words) {
        return new Terminal(folder).typing(input).run(words);
    }

    private static String[] with(List<String> command, String last) {
        var all = new ArrayList<>(command);
        all.add(last);
        return all.toArray(String[]::new);
    }
}
