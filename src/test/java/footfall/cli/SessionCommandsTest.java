package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.testkit.Expected;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionCommandsTest {
    static final Path REPORTS = Path.of("src/test/reports");
    static final Path EXPECTED = REPORTS.resolve("expected");
    static final Path SHOP = REPORTS.resolve("home/projects/-work-shop/5e55a001-shop.jsonl");

    private static final String BAD = "footfall: skipped 1 bad line:\nfootfall:   %s:31: not JSON\n";

    @TempDir
    Path folder;

    private Terminal.Ran run(String... arguments) {
        return runAt(folder, arguments);
    }

    static Terminal.Ran runAt(Path folder, String... arguments) {
        return new Terminal(folder)
                .with("CLAUDE_CONFIG_DIR", REPORTS.resolve("home").toString())
                .run(arguments);
    }

    @Test
    void theReportForMachinesHasEveryKeyAndResolvesSubagentsOfBothLayouts() throws IOException {
        var ran = run("session", "5e55", "--from", "--json");
        Expected.sameAs(EXPECTED.resolve("session.json"), ran.out());
        assertThat(ran.err()).isEqualTo(BAD.formatted(SHOP.toAbsolutePath()));
        var report = new ObjectMapper().readTree(ran.out());
        assertThat(report.fieldNames())
                .toIterable()
                .containsExactly(
                        "session_id",
                        "slug",
                        "project",
                        "agent",
                        "agent_version",
                        "first_prompt",
                        "prompt_preview",
                        "turn_count",
                        "prompt_count",
                        "start_time",
                        "end_time",
                        "model",
                        "models_used",
                        "total_tools",
                        "tool_counts",
                        "file_extensions",
                        "files_touched",
                        "bash_commands",
                        "bash_category_summary",
                        "tool_calls",
                        "user_turns",
                        "interrupt_count",
                        "compactions",
                        "tokens",
                        "active_duration_ms",
                        "total_active_duration_ms",
                        "permission_mode",
                        "thinking_level",
                        "tool_errors",
                        "tool_successes",
                        "cost_estimate",
                        "unpriced_models",
                        "total_tokens",
                        "total_cost_usd",
                        "total_unpriced",
                        "price_list",
                        "agent_cost_usd",
                        "agent_cost_guessed",
                        "beside_messages",
                        "rate_limits",
                        "subagents",
                        "copy_of");
        assertThat(run("session", SHOP.toString(), "--json").out()).isEqualTo(ran.out());
    }

    @Test
    void theReportForPeople() throws IOException {
        Expected.sameAs(
                EXPECTED.resolve("session.txt"),
                run("session", "5e55", "--from").out());
    }

    @Test
    void aModelWithoutAPriceMakesTheCostUnknownAndIsNamed() throws IOException {
        var report = new ObjectMapper()
                .readTree(run("session", "6a7b", "--from", "--json").out());
        assertThat(report.get("cost_estimate").isNull()).isTrue();
        assertThat(report.get("unpriced_models").toString()).isEqualTo("[\"claude-opus-9\"]");
        assertThat(run("session", "6a7b", "--from").out()).contains("cost      unknown (no price for claude-opus-9)\n");
    }

    @Test
    void aSubagentsOwnFileIsReportedAsItsMainAgent() throws IOException {
        var file = REPORTS.resolve("home/projects/-work-shop/5e55a001-shop/subagents/agent-a1.jsonl")
                .toString();
        var report = new ObjectMapper().readTree(run("session", file, "--json").out());
        assertThat(report.get("session_id").asText()).isEqualTo("5e55a001-shop");
        assertThat(report.get("tool_counts").toString()).isEqualTo("{\"Bash\":1,\"Read\":1}");
        assertThat(report.get("turn_count").asInt()).isEqualTo(1);
        assertThat(report.get("subagents")).isEmpty();
    }

    @Test
    void anEmptyFileIsASessionInWhichNothingWasSaid() throws IOException {
        var file = Files.writeString(folder.resolve("quiet.jsonl"), "").toString();
        var ran = run("session", file, "--json");
        assertThat(ran.exit()).isZero();
        assertThat(new ObjectMapper().readTree(ran.out()).get("total_tools").asInt())
                .isZero();
        assertThat(run("session", file).out()).startsWith("session   quiet\n");
    }

    @Test
    void whatWasUsedOfAModelThatIsNotNamedHasNoPriceAndIsNotCalledOne() throws IOException {
        var line = """
        {"type":"assistant","sessionId":"s","message":{%s"id":"m%s","usage":\
        {"input_tokens":9,"output_tokens":9},"content":[{"type":"tool_use","id":"t%s","name":"Read",\
        "input":{}}]}}
        """;
        var file = Files.writeString(folder.resolve("s.jsonl"), line.formatted("", 1, 1));
        assertThat(run("session", file.toString()).out())
                .contains("cost      unknown (the transcript does not name every model)\n");
        Files.writeString(file, line.formatted("", 1, 1) + line.formatted("\"model\":\"x-1\",", 2, 2));
        assertThat(run("session", file.toString()).out())
                .contains("cost      unknown (no price for x-1; the transcript does not name every model)\n");
    }

    @Test
    void aLongCommandPushesNothingAway() throws IOException {
        var command = "echo " + "x".repeat(100);
        var file = Files.writeString(folder.resolve("s.jsonl"), """
        {"type":"assistant","sessionId":"s","message":{"id":"m","content":[\
        {"type":"tool_use","id":"a","name":"Bash","input":{"command":"%s"}},\
        {"type":"tool_use","id":"b","name":"Bash","input":{"command":"ls"}}]}}
        """.formatted(command));
        assertThat(run("session", file.toString()).out())
                .contains("COUNT  CATEGORY             COMMAND\n    1  Server & System      " + command
                        + "\n    1  Searching & Reading  ls\n");
    }

    @Test
    void commandsAreCountedWholeAndStrippedAndCutToShow() throws IOException {
        var shared = "echo " + "x".repeat(195);
        var call = "{\"type\":\"assistant\",\"sessionId\":\"s\",\"message\":{\"content\":[{\"type\":\"tool_use\","
                + "\"id\":\"%d\",\"name\":\"Bash\",\"input\":{\"command\":\"%s\"}}]}}\n";
        var file = Files.writeString(
                folder.resolve("s.jsonl"),
                call.formatted(1, shared + "1")
                        + call.formatted(2, shared + "2")
                        + call.formatted(3, " " + shared + "2 ")
                        + call.formatted(4, "ls")
                        + call.formatted(5, "ls "));
        var commands = new ObjectMapper()
                .readTree(run("session", file.toString(), "--json").out())
                .get("bash_commands");
        assertThat(commands)
                .extracting(one -> one.get("count") + " " + one.get("command").asText() + " "
                        + one.get("base").asText())
                .containsExactly("2 " + shared + " echo", "2 ls ls", "1 " + shared + " echo");
    }

    @Test
    void anInjectedTextIsATextOfTheUserAndNoTurn() throws IOException {
        var file = Files.writeString(folder.resolve("meta.jsonl"), """
        {"type":"user","sessionId":"meta","isMeta":true,"message":{"role":"user","content":"Caveat: x"}}
        {"type":"user","sessionId":"meta","message":{"role":"user","content":"Fix it"}}
        {"type":"assistant","sessionId":"meta","message":{"id":"m1","content":[{"type":"tool_use",\
        "id":"t1","name":"Read","input":{}}]}}
        """).toString();
        var report = new ObjectMapper().readTree(run("session", file, "--json").out());
        assertThat(report.get("turn_count").asInt()).isEqualTo(2);
        assertThat(report.get("first_prompt").asText()).isEqualTo("Caveat: x");
        var listed = new ObjectMapper()
                .readTree(run("sessions", "--from", file, "--json").out())
                .get(0);
        assertThat(listed.get("turn_count").asInt()).isEqualTo(2);
        assertThat(listed.get("prompt_count").asInt()).isEqualTo(1);
        assertThat(run("session", file).out()).contains("asked     once, ");
        assertThat(run("turns", "--from", file, "--min-length", "0").out().lines())
                .hasSize(3);
    }

    @Test
    void withoutASingleTimeNothingIsSaidOfTime() throws IOException {
        var file = Files.writeString(folder.resolve("timeless.jsonl"), """
        {"type":"user","sessionId":"timeless","message":{"content":"Hi"}}
        {"type":"assistant","sessionId":"timeless","message":{"id":"m1","content":[{"type":"tool_use",\
        "id":"t1","name":"Read","input":{}}]}}
        """).toString();
        assertThat(run("session", file).out())
                .contains("calls     1;")
                .doesNotContain("time ")
                .doesNotContain("active");
    }

    @Test
    void whatIsNotThereIsNamed() throws IOException {
        assertThat(run("session", "zzz", "--from").exit()).isEqualTo(1);
        assertThat(run("session").exit()).isEqualTo(2);
        var other = Files.writeString(folder.resolve("other.jsonl"), "no\n");
        assertThat(run("session", other.toString()))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: " + other
                                + " is not a transcript: none of its lines is a JSON object with a type\n"));
        var missing = folder.resolve("missing");
        assertThat(run("sessions", "--from", missing.toString()))
                .isEqualTo(new Terminal.Ran(
                        1, "", "footfall: " + missing + " does not exist; name a folder of transcripts or one file\n"));
    }

    @Test
    void helpShowsExamples() {
        assertThat(run("sessions", "--help", "--all").out())
                .contains("Usage: footfall sessions", "Examples:", "100,000 calls");
    }

    @Test
    void nothingInJsonSteersAScreen() throws IOException {
        var said = "go\u009b2J\u202e";
        var file = Files.writeString(folder.resolve("said.jsonl"), """
        {"type":"user","sessionId":"said","timestamp":"2026-01-05T10:00:00Z","message":{"content":"Hi"}}
        {"type":"assistant","sessionId":"said","timestamp":"2026-01-05T10:00:01Z","message":{"id":"m1",\
        "content":[{"type":"tool_use","id":"t1","name":"%s","input":{}}]}}
        """.formatted(said))
                .toString();
        for (var words :
                new String[][] {{"session", file, "--json"}, {"turns", "--from", file, "--json", "--min-length", "0"}
                }) {
            var out = new ByteArrayOutputStream();
            new Terminal(folder)
                    .run(console -> Main.run(
                            new Console(
                                    console.environment(),
                                    console.clock(),
                                    console.in(),
                                    out,
                                    console.err(),
                                    true,
                                    false),
                            words));
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .contains("go\\u009b2J\\u202e")
                    .doesNotContain(said);
            assertThat(run(words).out()).contains(said);
        }
    }

    @Test
    void aPipeIsNoFileThatCanBeRead() {
        for (var command : List.of("session", "errors", "brief", "events")) {
            refusedByAll(command, "/dev/null");
        }
    }

    private void refusedByAll(String command, String path) {
        var ran = run(command, path);
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .contains(path)
                .contains("is not a regular file; save its contents to a file and name that file");
    }
}
