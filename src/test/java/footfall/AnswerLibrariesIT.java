package footfall;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.ChildJava;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands run among the libraries that the launcher gives to answers as they do among all. */
@Timeout(120)
class AnswerLibrariesIT {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final String STORY =
            Path.of("src/test/stories/qualifying-commands").toAbsolutePath().toString();

    @TempDir
    Path folder;

    private Path answers;

    @BeforeEach
    void layOut() throws IOException {
        answers = Files.copy(TARGET.resolve("footfall.jar"), folder.resolve("footfall.jar"));
        var libraries = Files.createDirectory(folder.resolve("lib"));
        for (var name : ArchitectureTest.words("answer_libraries")) {
            try (var jars = Files.newDirectoryStream(TARGET.resolve("lib"), name + "-*.jar")) {
                for (var jar : jars) {
                    Files.createSymbolicLink(libraries.resolve(jar.getFileName()), jar);
                }
            }
        }
    }

    /** The files that a command writes into a folder. */
    private Map<String, String> written(Path jar, String name, String... arguments) throws Exception {
        var out = folder.resolve(name);
        var command = new ArrayList<>(ChildJava.commandWith(jar.toString(), "-Dfootfall.archive=full"));
        command.add("footfall.cli.Main");
        Stream.of(arguments)
                .map(argument -> argument.replace("OUT", out.toString()))
                .forEach(command::add);
        var process = new ProcessBuilder(command).redirectErrorStream(true);
        process.environment().put("FOOTFALL_DATA_DIR", folder.resolve("data").toString());
        var started = process.start();
        var said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(started.waitFor()).as(said).isZero();
        var files = new TreeMap<String, String>();
        try (var all = Files.list(out)) {
            for (var file : all.toList()) {
                files.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return files;
    }

    private void assertSame(String... arguments) throws Exception {
        assertThat(written(answers, "among-few", arguments))
                .isNotEmpty()
                .isEqualTo(written(TARGET.resolve("footfall.jar"), "among-all", arguments));
    }

    @Test
    void theManualPagesOfAllCommands() throws Exception {
        assertSame("man", "OUT");
        assertThat(List.of(folder.resolve("among-few").toFile().list()))
                .contains("footfall.1", "footfall-up.1", "footfall-export.1", "footfall-relay.1");
    }

    @Test
    void anAnswerOfJsonCsvAndYaml() throws Exception {
        assertSame("extract", "--from", STORY, "--out-dir", "OUT");
    }
}
