package footfall.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The committed inputs of each target, and the empty one. An input that once broke a promise is
 * one more file.
 */
class FuzzCorpusTest {
    private static final Path CORPUS = Path.of("src/test/resources/fuzz");

    /** A target of the fuzzer. */
    private interface Target {
        void run(byte[] data) throws Exception;
    }

    static Stream<Path> targets() throws IOException {
        return list(CORPUS).stream().filter(Files::isDirectory);
    }

    private static List<Path> list(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static Target target(Path corpus) {
        return switch (corpus.getFileName().toString()) {
            case "checkpoint" -> CheckpointFuzz::fuzzerTestOneInput;
            case "json" -> JsonFuzz::fuzzerTestOneInput;
            case "lines" -> LinesFuzz::fuzzerTestOneInput;
            case "redaction" -> RedactionFuzz::fuzzerTestOneInput;
            case "requests" -> RequestsFuzz::fuzzerTestOneInput;
            case "rows" -> RowsFuzz::fuzzerTestOneInput;
            case "settings" -> SettingsFuzz::fuzzerTestOneInput;
            default -> throw new AssertionError(corpus + " has no target");
        };
    }

    @ParameterizedTest
    @MethodSource("targets")
    void noInputBreaksAPromise(Path corpus) throws Exception {
        var target = target(corpus);
        target.run(new byte[0]);
        for (var input : list(corpus)) {
            try {
                target.run(Files.readAllBytes(input));
            } catch (Exception | AssertionError | LinkageError broken) {
                throw new AssertionError(input.toString(), broken);
            }
        }
    }

    @Test
    void eachTargetHasInputs() throws IOException {
        try (var sources = Files.list(Path.of("src/test/java/footfall/fuzz"))) {
            assertThat(targets().map(corpus -> corpus.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            sources.map(source -> source.getFileName().toString())
                                    .filter(name -> name.endsWith("Fuzz.java"))
                                    .map(name -> name.replace("Fuzz.java", "").toLowerCase())
                                    .toList());
        }
    }
}
