package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dialects are found, and asked instead of compared. */
class DialectsTest {
    private static final Pattern WORD = Pattern.compile("\"(" + names(Dialect::word) + ")[\"/]");
    private static final Pattern COMPARED =
            Pattern.compile("[dD]ialect(\\(\\))? [=!]= (?!null)|(dialect|word)\\(\\)\\.equals\\(\"" + "|instanceof ("
                    + names(dialect -> dialect.getClass().getSimpleName()) + ")\\b");

    private static String names(Function<Dialect, String> name) {
        return Dialects.all().stream().map(name).collect(Collectors.joining("|"));
    }

    @Test
    void eachPackageOfAReaderHasADialectAndSoHaveTheTests() throws IOException {
        try (var packages = Files.list(Path.of("src/main/java/footfall/reader"))) {
            var words = packages.map(folder -> folder.getFileName().toString());
            assertThat(Dialects.all())
                    .extracting(Dialect::word)
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(words, Stream.of("mini")).toList());
        }
        assertThat(Dialects.usual().word()).isEqualTo("claude");
        assertThatThrownBy(() -> Dialects.of("other")).hasMessage("dialect is unknown");
    }

    @Test
    void aJarWithoutTheListOfAgentsIsDamaged() {
        assertThatThrownBy(() -> Agents.listed("none"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the list of agents in the jar is damaged");
    }

    @Test
    void aDialectWithoutAPartHasTheUsualOne() {
        Missing usual = new Missing() {};
        assertThat(Dialects.parts(Missing.class, usual))
                .containsOnlyKeys(Dialects.all())
                .allSatisfy((dialect, part) -> assertThat(part).isSameAs(usual));
    }

    /** Those of Claude Code are the names in reports. */
    @Test
    void noSourceOutsideItsPackageNamesAToolOfAnAgent() throws IOException {
        var tools = Dialects.all().stream()
                .filter(dialect -> dialect != Dialects.usual())
                .map(Dialect::words)
                .flatMap(words -> Stream.of(
                                IntentWords.read(words.intents()).keySet(),
                                words.commandTools(),
                                words.shellTools(),
                                words.agentTools())
                        .flatMap(Set::stream))
                .filter(tool -> tool.contains("_") && !tool.equals(Patch.TOOL))
                .collect(Collectors.joining("|", "\"(", ")\""));
        try (var below = Files.walk(Path.of("src/main/java"))) {
            var others = below.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.startsWith("src/main/java/footfall/reader"))
                    // OpenTelemetry's name of an operation is that of a tool of Gemini CLI.
                    .filter(file -> !file.startsWith("src/main/java/footfall/relay"))
                    .toList();
            assertThat(others)
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContainPattern(tools));
        }
    }

    interface Missing extends DialectPart {}

    @Test
    void noSourceComparesADialectOrKnowsItsName() throws IOException {
        try (var below = Files.walk(Path.of("src/main/java"))) {
            var sources =
                    below.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(sources).isNotEmpty().allSatisfy(file -> {
                var text = Files.readString(file);
                boolean isPart = file.startsWith("src/main/java/footfall/reader");
                assertThat(isPart
                                || file.endsWith("Dialects.java")
                                || !WORD.matcher(text).find())
                        .isTrue();
                assertThat(file.endsWith("TranscriptPaths.java")
                                || file.endsWith("Transcript.java")
                                || !COMPARED.matcher(text).find())
                        .isTrue();
            });
        }
    }
}
