package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnCommandTest {
    @TempDir
    Path folder;

    @BeforeEach
    void writeASession() throws IOException {
        Transcripts.of(folder.resolve(".claude"), "aaaaaa11", "2026-01-01")
                .turn("Grep", "Read")
                .failure("Bash", "sh: 1: rg: not found")
                .write();
        Transcripts.of(folder.resolve(".claude"), "aaaaaa22", "2026-01-02")
                .turn("Read")
                .write();
        var agents = folder.resolve(".claude/projects/-work-shop/aaaaaa22/subagents");
        Files.createDirectories(agents);
        Files.writeString(agents.resolve("agent-b77.jsonl"), """
        {"type":"assistant","sessionId":"aaaaaa22","isSidechain":true,"agentId":"b77","timestamp":\
        "2026-01-02T00:00:00Z","message":{"content":[{"type":"tool_use","id":"x","name":"Glob","input":{}}]}}
        """);
    }

    private Terminal.Ran run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    @Test
    void aTurnIsDrawnWithTheTimesOfItsSteps() {
        assertThat(run("turn", "aaaaaa1:0", "--from")).isEqualTo(new Terminal.Ran(0, """
        turn aaaaaa11:0
          project shop, after a human prompt
          2026-01-01T00:00:00Z, for 5.0 s, closed by turn_duration
          2 steps, claude-sonnet-4-20250514, tokens: 2,000 in, 200 out, 0 written to cache,
            0 read from cache, $0.0090
          Grep → Read

          #       AT     TOOK    TOOL  |------------------------------ 5.0 s ------------------------------|
          0    1.0 s    1.0 s    Grep               ███████████████
          1    3.0 s    1.0 s    Read                                          ███████████████
        """, ""));
    }

    /** Texts have the first 500 steps. */
    @Test
    void onAScreenEachStepHasItsTarget() throws IOException {
        var tools = Collections.nCopies(502, "Read").toArray(String[]::new);
        var file = Transcripts.of(folder.resolve(".claude"), "aaaaaa33", "2026-01-03")
                .turn(tools)
                .write();
        Files.writeString(file, Files.readString(file).replace("\"input\":{}", "\"input\":{\"file_path\":\"A.java\"}"));
        var drawn = new Terminal(folder).reading().run("turn", "aaaaaa3:0", "--from", "--set", "turn_steps_max=1000");
        assertThat(drawn.out().split("A\\.java", -1)).hasSize(tools.length + 1);
        assertThat(drawn.out()).contains("please");
    }

    @Test
    void theTurnMayStandBeforeOrBehindTheFolders() {
        var home = folder.resolve(".claude").toString();
        var drawn = run("turn", "aaaaaa1:0", "--from", home);
        assertThat(drawn.out()).startsWith("turn aaaaaa11:0\n");
        assertThat(run("turn", "--from", home, "aaaaaa1:0")).isEqualTo(drawn);
        assertThat(run("turn", "--from", home, "--", "aaaaaa1:0")).isEqualTo(drawn);
        assertThat(run("turn", "--from", home, home, "aaaaaa1:0").out()).isEqualTo(drawn.out());
        assertThat(run("turn", "--from", "aaaaaa1:0")).isEqualTo(drawn);
        assertThat(run("turn", "--from", home, "aaaaaa1"))
                .isEqualTo(run("turns", "--from", home, "--session", "aaaaaa11"));
        assertThat(run("turns", "--from", home, "aaaaaa1:0")).isEqualTo(drawn);
        assertThat(run("turn", "--from", home))
                .isEqualTo(new Terminal.Ran(
                        2, "", "footfall: Missing required parameter: 'ID'\nfootfall: see 'footfall turns --help'\n"));
        assertThat(run("turns", "aaaaaa1:0", "--from", home, "--newest").err())
                .startsWith(
                        "footfall: ID names one turn; omit filters, --copies, --open, --newest, --sort and --top\n");
        assertThat(run("turns", "--help").out()).contains(" [ID]\n");
    }

    @Test
    void copiesAreOnlyInTheListByTime() {
        assertThat(run("turns", "aaaaaa1:0", "--from", "--copies").err()).startsWith("footfall: ID names one turn; ");
        assertThat(run("turns", "--copies", "--open").err())
                .startsWith("footfall: --open lists no copies; omit --copies\n");
        assertThat(run("turns", "--from", "--copies", "--sort", "cost").err())
                .startsWith("footfall: --sort lists no copies; omit --copies\n");
    }

    @Test
    void whatFailedIsMarkedAndSaid() {
        assertThat(run("turn", "aaaaaa11:1", "--from").out())
                .contains("  1 step, 1 failed, ")
                .contains("✗ Bash")
                .contains("error env-need  sh: 1: rg: not found\n");
    }

    @Test
    void aSubagentsTurnIsNamedByItsBeginningToo() {
        assertThat(run("turn", "aaaaaa2/b:0", "--from").out()).startsWith("turn aaaaaa22/b77:0\n");
    }

    @Test
    void jsonIsAnArrayWithTheOneTurn() throws IOException {
        var turns = new ObjectMapper()
                .readTree(run("turn", "aaaaaa11:1", "--from", "--json").out());
        assertThat(turns).hasSize(1);
        assertThat(turns.get(0).get("turn_id").asText()).isEqualTo("aaaaaa11:1");
    }

    @Test
    void whatIsNotThereIsSaidWithWhatIs() {
        assertThat(run("turn", "aaaaaa11:7", "--from"))
                .isEqualTo(failed(
                        "no turn aaaaaa11:7. Session aaaaaa11 has these turns: aaaaaa11:0 to aaaaaa11:1",
                        "list them with: footfall turns --from --min-length 0 --session aaaaaa11"));
        assertThat(run("turns", "aaaaaa11", "--from").out())
                .startsWith("2 turns")
                .isEqualTo(run("turns", "--session", "aaaaaa11", "--from").out());
        assertThat(run("turn", "aaaaab11:0", "--from"))
                .isEqualTo(failed(
                        "no session with a turn has an ID that starts with aaaaab11; did you mean aaaaaa11?",
                        "list them with: footfall turns --from --min-length 0"));
        var home = folder.resolve(".claude").toString();
        assertThat(run("turn", "aaaaaa11:7", "--set", "idle_timeout=1m", "--from", home)
                        .err())
                .endsWith(
                        "footfall turns --from " + home + " --set idle_timeout=1m --min-length 0 --session aaaaaa11\n");
        assertThat(run("turn", "aaa:0", "--from"))
                .isEqualTo(failed("2 session IDs start with aaa: aaaaaa11, aaaaaa22; give a longer prefix"));
        assertThat(run("turn", "aaaaaa22/c:0", "--from").err())
                .contains("no subagent with a turn has an ID that starts with c");
    }

    @Test
    void theTurnIsWrittenAsInTheListOfTurns() {
        assertThat(run("turn", "aaaaaa11:0", "--from", "--json").out())
                .contains("\"cost_usd\":0.0090,")
                .isEqualTo(run(
                                "turns",
                                "--from",
                                "--session",
                                "aaaaaa11",
                                "--max-length",
                                "2",
                                "--min-length",
                                "2",
                                "--json")
                        .out());
    }

    @Test
    void eachStepShowsItsTargetFromTheTranscript() throws IOException {
        var text = "\\u001b[2Jgo\\n  \\u202eon";
        Transcripts.of(folder.resolve(".claude"), "bbbbbb11", "2026-01-03")
                .turn("Read")
                .raw(call("c1", "Bash", "{\"command\":\"" + text + "\"}"))
                .raw(call("c2", "Grep", "{\"pattern\":\"a\\\\.b\",\"path\":\"src\"}"))
                .raw(call("c3", "Hologram", "{\"depth\":3}"))
                .raw(call("c2", "Grep", "{\"pattern\":\"repeated\"}"))
                .write();
        var drawn = run("turn", "bbbbbb11:0", "--from").out();
        assertThat(run("turns", "bbbbbb", "--from").out()).isEqualTo(drawn);
        assertThat(drawn.lines().skip(8).limit(6)).containsExactly("""
                  0    1.0 s    1.0 s    Read             ████████
                  1    9.0 s        -  … Bash                                                                      ░
                     \\u001b[2Jgo ⏎ \\u202eon
                  2    9.0 s        -  … Grep                                                                      ░
                     a\\.b in src
                  3    9.0 s        -  … Hologram                                                                  ░
                """.split("\n"));
        var steps = new ObjectMapper()
                .readTree(run("turn", "bbbbbb11:0", "--from", "--json").out())
                .get(0)
                .get("steps");
        assertThat(steps.findValuesAsText("target"))
                .containsExactly("\u001b[2Jgo\n  \u202eon", "a\\.b in src", "{\"depth\":3}");
        assertThat(steps.get(0).has("target")).isFalse();
    }

    private static String call(String id, String tool, String input) {
        return "{\"type\":\"assistant\",\"sessionId\":\"bbbbbb11\",\"timestamp\":\"2026-01-03T00:00:09Z\",\"message\":"
                + "{\"content\":[{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\"" + tool + "\",\"input\":"
                + input
                + "}]}}";
    }

    private static Terminal.Ran failed(String... said) {
        return new Terminal.Ran(
                1,
                "",
                String.join(
                        "",
                        List.of(said).stream()
                                .map(line -> "footfall: " + line + "\n")
                                .toList()));
    }
}
