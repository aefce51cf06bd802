package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.ChildJava;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a question to a processor does not load, because each of these takes longer than the answer. */
@Timeout(120)
class QuestionClassesTest extends ServedTurns {
    private static final Pattern SLOW = Pattern.compile(
            "^(java\\.net\\.http|sun\\.security\\.ssl|ch\\.qos\\.logback|org\\.slf4j|com\\.sun\\.org\\.apache"
                    + "|com\\.fasterxml\\.jackson\\.databind\\.util)\\.");

    private List<String> loaded(String... arguments) throws Exception {
        return loadedWith(ProcessBuilder.Redirect.PIPE, arguments);
    }

    private List<String> loadedWith(ProcessBuilder.Redirect input, String... arguments) throws Exception {
        var classes = folder.resolve("classes");
        var command = new ArrayList<>(ChildJava.command("-Xlog:class+load:file=" + classes + "::filecount=0"));
        command.add(Main.class.getName());
        command.addAll(List.of(arguments));
        var child = new ProcessBuilder(command)
                .redirectInput(input)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        child.environment().keySet().removeIf(name -> name.startsWith("FOOTFALL_"));
        child.environment().put("HOME", folder.toString());
        assertThat(child.start().waitFor()).isZero();
        return Files.readAllLines(classes).stream()
                .map(line -> line.replaceFirst("^(\\[.*?])+ ", ""))
                .toList();
    }

    void serveHere() throws Exception {
        var url = serve(Optional.empty());
        Files.writeString(
                Files.createDirectories(folder.resolve(".footfall")).resolve("processor.json"),
                "{\"url\":\"" + url + "\"}");
    }

    @Test
    void theVersionIsPrintedWithoutParsingArguments() throws Exception {
        assertThat(loaded("--version"))
                .isNotEmpty()
                .noneMatch(line -> line.startsWith("picocli.CommandLine$Model$CommandReflection "));
    }

    @Test
    void withoutOptionsNoneAreRead() throws Exception {
        serveHere();
        for (var command : List.of("usage", "tools --json", "sessions", "desires")) {
            assertThat(loaded(words(command)))
                    .as(command)
                    .isNotEmpty()
                    .noneMatch(line -> line.startsWith("picocli.CommandLine$Model$CommandReflection "));
        }
    }

    @Test
    void aQuestionLoadsNeitherJacksonNorTheClientOfTheJdkNorTlsNorLogging() throws Exception {
        serveHere();
        for (var command : List.of(
                "usage",
                "usage --json",
                "turns --min-length 0",
                "turns --min-length 0 --json",
                "turns --min-length 0 --sort cost --json",
                "turns --open --json",
                "sessions",
                "sessions --json",
                "tools",
                "tools --json",
                "patterns --tools",
                "patterns --tools --json",
                "desires",
                "desires --json",
                "desires --loops --json",
                "alerts",
                "alerts --json")) {
            assertThat(loaded(words(command)))
                    .as(command)
                    .isNotEmpty()
                    .noneMatch(line -> SLOW.matcher(line).find());
        }
    }

    /** Nobody asks for the hash of a turn before the present one, which takes longer than the answer. */
    @Test
    void theStatusLineOfATranscriptLoadsNoJackson() throws Exception {
        var transcript = folder.resolve(".claude/projects/-work-shop/aaaaaa11.jsonl");
        assertThat(transcript).exists();
        var status = Files.writeString(folder.resolve("status.json"), "{\"transcript_path\":\"" + transcript + "\"}");
        assertThat(loadedWith(ProcessBuilder.Redirect.from(status.toFile()), "statusline"))
                .anyMatch(line -> line.startsWith("footfall.report.PresentTurn "))
                .noneMatch(line -> line.startsWith("com.fasterxml.jackson."));
    }
}
