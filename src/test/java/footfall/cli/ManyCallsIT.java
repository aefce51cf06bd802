package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.ChildJava;
import footfall.testkit.LongSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A turn of hundreds of thousands of calls, in processes like those of the launcher: it is one turn where the heap has
 * room for it; where not, the last line on standard error names the remedy. {@code -Dfootfall.calls} says how many.
 */
@LongSuite
@Timeout(1_800)
class ManyCallsIT {
    private static final int CALLS = Integer.getInteger("footfall.calls", 300_000);

    private static final String REMEDY =
            " MiB; set a larger one with FOOTFALL_JAVA_OPTS=-Xmx1024m, or skip longer lines with --set "
                    + "line_bytes_max=8MiB\n";

    @TempDir
    static Path folder;

    private static Path file;

    @BeforeAll
    static void write() throws IOException {
        var project = Files.createDirectories(folder.resolve("home/projects/-w-p"));
        file = project.resolve("many.jsonl");
        try (var out = Files.newBufferedWriter(file)) {
            out.write(line("user", 0, "\"role\":\"user\",\"content\":\"go\""));
            for (int i = 0; i < CALLS; i++) {
                out.write(line(
                        "assistant",
                        i,
                        "\"id\":\"m" + i + "\",\"model\":\"claude-opus-4-5\",\"content\":"
                                + "[{\"type\":\"tool_use\",\"id\":\"t" + i + "\",\"name\":\""
                                + (i % 3 == 0 ? "Read" : "Edit")
                                + "\",\"input\":{\"file_path\":\"/w/p/f" + i + "\"}}],"
                                + "\"usage\":{\"input_tokens\":3,\"output_tokens\":5}"));
                out.write(line(
                        "user",
                        i,
                        "\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t" + i
                                + "\",\"content\":\"ok\"}]"));
            }
        }
    }

    private static String line(String type, int number, String message) {
        return "{\"type\":\"" + type + "\",\"sessionId\":\"many\",\"timestamp\":\"2026-01-05T"
                + String.format("%02d:%02d:%02d.000Z", number / 360_000, number / 6_000 % 60, number / 100 % 60)
                + "\",\"cwd\":\"/w/p\",\"message\":{" + message + "}}\n";
    }

    /** What a process ended with and said. */
    private record Ran(int exit, String out, String err) {}

    private static Ran run(String heap, String... arguments) throws IOException, InterruptedException {
        var home = Files.createTempDirectory(folder, "process");
        var command = ChildJava.command(heap, "-XX:MaxNewSize=48m");
        command.add(Main.class.getName());
        command.addAll(Arrays.asList(arguments));
        command.addAll(List.of("--json", "--set", "data_dir=" + home.resolve("data")));
        var builder = new ProcessBuilder(command);
        builder.environment().put("HOME", home.toString());
        var out = home.resolve("out");
        var err = home.resolve("err");
        var process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try {
            return new Ran(process.waitFor(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
        }
    }

    private static void assertIsTheTurn(Ran ran) {
        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.err()).doesNotContain("Exception", "\tat ");
        assertThat(ran.out())
                .containsOnlyOnce("\"turn_id\":\"many:0\"")
                .contains("\"length\":" + CALLS + ",")
                .doesNotContain("many:1");
    }

    @Test
    void turnsFromTheFileAreTheTurnInTwoGibibytes() throws Exception {
        assertIsTheTurn(run("-Xmx2g", "turns", "--from", file.toString()));
    }

    @Test
    void turnsFromTheFileNameTheHeapInAQuarterOfAGibibyte() throws Exception {
        var ran = run("-Xmx256m", "turns", "--from", file.toString());
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        var place = Pattern.quote(file.toString()) + ":\\d+: ";
        assertThat(ran.err())
                .matches("footfall: (" + place + "out of memory: the data read up to here"
                        + "|out of memory: the result) does not fit in a heap of \\d+" + Pattern.quote(REMEDY));
    }

    @Test
    void upOnceIsTheTurnInTwoGibibytes() throws Exception {
        assertIsTheTurn(
                run("-Xmx2g", "up", "--once", "--home", folder.resolve("home").toString()));
    }

    /** Not in every build: which of Kafka's threads finds no memory first differs, and so do time and messages. */
    @Test
    @EnabledIfSystemProperty(named = "footfall.calls", matches = "\\d+")
    void upOnceNamesTheHeapInAQuarterOfAGibibyte() throws Exception {
        var ran =
                run("-Xmx256m", "up", "--once", "--home", folder.resolve("home").toString());
        assertThat(ran.exit()).as(ran.err()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        // Before the last line, the JVM reports threads of Kafka that find no memory either, each in its own words.
        assertThat(ran.err())
                .doesNotContain("this is a bug", "\tat footfall.")
                .containsPattern("(?m)^footfall: out of memory: the result does not fit in a heap of \\d+"
                        + Pattern.quote(REMEDY) + "\\z");
    }
}
