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
                var plain = words(question);
                var read = words(question, "--set", "threads=1"); // Changes nothing.
                assertThat(PlainQuestion.isTyped(plain)).isTrue();
                assertThat(PlainQuestion.isTyped(read)).isFalse();
                assertThat(run(plain)).as(question).isEqualTo(run(read));
                assertThat(onScreen(plain)).as(question).isEqualTo(onScreen(read));
            }
        }
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
    void otherOptionsAreRead() {
        for (var words : List.of("usage --csv", "usage --json --json", "usage --help", "turn", "find", "--json")) {
            assertThat(PlainQuestion.isTyped(words(words))).as(words).isFalse();
        }
        assertThat(PlainQuestion.isTyped()).isFalse();
    }
}
