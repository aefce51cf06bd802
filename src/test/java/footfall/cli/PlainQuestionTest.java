package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A question without options is answered as one whose options are read. */
@Timeout(120)
class PlainQuestionTest extends ServedTurns {
    private void assertAnswersAreTheSame() {
        for (var name : PlainQuestion.NAMES) {
            for (var question : List.of(name, name + " --json")) {
                assertAnswersAreTheSame(question);
            }
        }
    }

    private void assertAnswersAreTheSame(String question) {
        var plain = words(question);
        var read = words(question, "--set", "threads=1"); // Changes nothing.
        assertThat(PlainQuestion.Typed.of(plain)).isNotNull();
        assertThat(PlainQuestion.Typed.of(read)).isNull();
        assertThat(run(plain)).as(question).isEqualTo(asTyped(run(read)));
        assertThat(onScreen(plain)).as(question).isEqualTo(asTyped(onScreen(read)));
    }

    /** Messages and commands to go on repeat the options that were typed. */
    private static Terminal.Ran asTyped(Terminal.Ran read) {
        return new Terminal.Ran(
                read.exit(),
                read.out().replace(" --set threads=1", ""),
                read.err().replace(" --set threads=1", ""));
    }

    private Terminal.Ran onScreen(String... words) {
        return new Terminal(folder).reading().watching().run(words);
    }

    private Path processorIsAt(String url) throws Exception {
        return Files.writeString(
                Files.createDirectories(folder.resolve(".footfall")).resolve("processor.json"),
                "{\"url\":\"" + url + "\"}");
    }

    @Test
    void ofAProcessor() throws Exception {
        processorIsAt(serve(Optional.empty()));
        assertThat(run("usage").out()).isNotEmpty();
        assertAnswersAreTheSame();
    }

    @Test
    void withoutAProcessor() throws Exception {
        assertThat(run("usage").err()).contains("add --from");
        assertThat(run("alerts").err()).doesNotContain("--from");
        assertAnswersAreTheSame();
        processorIsAt("http://127.0.0.1:1");
        assertAnswersAreTheSame();
        Files.writeString(processorIsAt("http://127.0.0.1:1"), "[]");
        assertAnswersAreTheSame();
    }

    @Test
    void withSettingsOfTheFile() throws Exception {
        processorIsAt(serve(Optional.empty()));
        var file = folder.resolve(".footfall/config.toml");
        Files.writeString(file, "turn_length_threshold = 1\n[aliases]\nRead = \"look\"\n");
        assertAnswersAreTheSame();
        Files.writeString(file, "turn_lenght_threshold = 1\n");
        assertThat(run("usage").exit()).isEqualTo(ExitCodes.USAGE);
        assertAnswersAreTheSame();
    }

    @Test
    void ofFiles() throws Exception {
        var home = folder.resolve(".claude");
        var gone = folder.resolve("gone");
        for (var name : PlainQuestion.NAMES) {
            for (var from :
                    List.of("--from", "--from " + home, "-f " + home + " --json", "--json --from", "-f " + gone)) {
                assertAnswersAreTheSame(name + " " + from);
            }
        }
        var settings = Files.createDirectories(folder.resolve(".footfall")).resolve("config.toml");
        Files.writeString(settings, "projects_exclude = [\"nowhere\"]\n");
        assertThat(run("usage", "--from").err()).contains("nowhere");
        assertAnswersAreTheSame("usage --from");
    }

    @Test
    void ofOneThing() {
        var home = folder.resolve(".claude");
        for (var one : List.of("aaaaaa11:0", "aaaaaa2:7", "aaaaaa:0", "aaaaaa1", "x", "--from x", "-")) {
            for (var from : List.of("", "--from", "--from " + home, "--json --from " + home)) {
                assertAnswersAreTheSame(("turns " + one + " " + from).strip());
                assertAnswersAreTheSame(("find " + one + " " + from).strip());
                assertAnswersAreTheSame(("sessions " + one + " " + from).strip());
            }
        }
    }

    @Test
    void otherOptionsAreRead() {
        for (var words : List.of(
                "usage --csv",
                "usage --json --json",
                "usage --help",
                "usage --from=x",
                "usage --from @x",
                "usage x",
                "turns x y",
                "turns --one x",
                "turn",
                "find --regex x",
                "find x y",
                "--json")) {
            assertThat(PlainQuestion.Typed.of(words(words))).as(words).isNull();
        }
        assertThat(PlainQuestion.Typed.of()).isNull();
    }
}
