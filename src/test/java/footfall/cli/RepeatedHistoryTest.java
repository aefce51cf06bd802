package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Story;
import footfall.testkit.TurnJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command on files answers as if a line that has the uuid of an earlier one of its session were not there. */
class RepeatedHistoryTest {
    private static final String MEANINGLESS = "{\"type\":\"mode\",\"mode\":\"normal\",\"sessionId\":\"s1\"}";

    @TempDir
    Path folder;

    @BeforeEach
    void write() throws IOException {
        for (var name : List.of("history-repeated-in-its-file", "a-subagent-in-two-files")) {
            var seen = new HashSet<String>();
            for (var path : Story.of(Story.ALL.resolve(name)).paths()) {
                var once = new ArrayList<String>();
                for (var line : Files.readAllLines(path)) {
                    once.add(seen.add(TurnJson.tree(line).path("uuid").asText()) ? line : MEANINGLESS);
                }
                var project = Path.of(".claude", "projects", "-" + name);
                var file =
                        project.resolve(path.endsWith("agent-a1.jsonl") ? "s1/subagents/agent-a1.jsonl" : "s1.jsonl");
                write("twice", file, Files.readAllLines(path));
                write("once", file, once);
            }
        }
    }

    private void write(String home, Path file, List<String> lines) throws IOException {
        var path = folder.resolve(home).resolve(file);
        Files.createDirectories(path.getParent());
        Files.write(path, lines);
    }

    private String answer(String home, String... arguments) throws IOException {
        var ran = new Terminal(folder.resolve(home)).run(arguments);
        assertThat(ran.exit()).as(ran.err()).isZero();
        return (ran.out() + ran.err()).replace(folder.resolve(home).toString(), "HOME");
    }

    private void assertSame(String... arguments) throws IOException {
        assertThat(answer("twice", arguments)).isNotBlank().isEqualTo(answer("once", arguments));
    }

    @Test
    void turnsAndWhatIsCountedOfThem() throws IOException {
        assertSame("turns", "--from", "--min-length", "0", "--json");
        assertSame("tools", "--from", "--json");
        assertSame("desires", "--from", "--json");
        assertSame("usage", "--from", "--by", "session", "--json");
        assertSame("usage", "--from", "--by", "model");
    }

    @Test
    void sessions() throws IOException {
        assertSame("sessions", "--from", "--json");
        for (var project : List.of("-history-repeated-in-its-file", "-a-subagent-in-two-files")) {
            for (var home : List.of("once", "twice")) {
                var file = folder.resolve(home).resolve(".claude/projects/" + project + "/s1.jsonl");
                Files.writeString(folder.resolve(home + project), answer(home, "session", file.toString(), "--json"));
            }
            assertThat(folder.resolve("twice" + project)).hasSameTextualContentAs(folder.resolve("once" + project));
        }
    }

    @Test
    void whatTheyContain() throws IOException {
        assertSame("errors", "s1");
        assertSame("brief", "s1");
        assertSame("find", "explore", "--json");
        assertSame("find", "one", "--json");
        assertSame("events", "s1", "--format", "csv");
    }

    @Test
    void theirTable() throws IOException {
        for (var home : List.of("once", "twice")) {
            var root = folder.resolve(home).resolve(".claude");
            answer(
                    home,
                    "extract",
                    "--root",
                    root.toString(),
                    "--out-dir",
                    folder.resolve("out-" + home).toString());
            var csv = folder.resolve("out-" + home).resolve("tool_usage.csv");
            Files.writeString(csv, Files.readString(csv).replace(root.toString(), "HOME"));
        }
        assertThat(folder.resolve("out-twice/tool_usage.csv"))
                .hasSameTextualContentAs(folder.resolve("out-once/tool_usage.csv"));
    }
}
