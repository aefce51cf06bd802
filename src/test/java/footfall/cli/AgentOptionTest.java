package footfall.cli;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.testkit.OpenCodeDatabase;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A folder with a session of one call each of claude, qbit, gemini and opencode. */
class AgentOptionTest {
    @TempDir
    Path folder;

    @BeforeEach
    void write() throws Exception {
        var claude = folder.resolve("from/projects/-work-shop/c1.jsonl");
        Files.createDirectories(claude.getParent());
        Files.write(
                claude,
                Transcripts.session("c1")
                        .prompt(0, "find the till")
                        .assistant(1, "m1", use("Read", "t1"))
                        .bytes());
        var qbit = folder.resolve("from/transcripts/q1/transcript.json");
        Files.createDirectories(qbit.getParent());
        Files.writeString(qbit, """
        {"_timestamp":"2026-01-05T10:00:00Z","type":"user_message","content":"paint the till"}
        {"_timestamp":"2026-01-05T10:00:01Z","type":"tool_request","tool_name":"run_pty_cmd","args":{"command":"ls"},\
        "request_id":"r1","source":{"type":"main"}}
        """);
        var gemini = Path.of("tmp/reef/chats/session-2026-11-03T09-00-6e310006.jsonl");
        var copy = folder.resolve("from").resolve(gemini);
        Files.createDirectories(copy.getParent());
        Files.copy(Story.ALL.resolve("gemini-subagent").resolve(gemini), copy);
        try (var opencode = new OpenCodeDatabase(folder.resolve("opencode.db"))) {
            opencode.session("ses_1", null, "/work/shop");
            opencode.prompt("ses_1", "m1");
            opencode.answer("ses_1", "m2", "m1", "}");
            opencode.part(
                    "ses_1",
                    "m2",
                    "\"type\":\"tool\",\"tool\":\"glob\",\"state\":{\"status\":\"error\",\"error\":\"no\"}");
        }
    }

    private String run(String... arguments) {
        var ran = new Terminal(folder).run(arguments);
        assertThat(ran.err()).isEmpty();
        assertThat(ran.exit()).isZero();
        return ran.out();
    }

    private String from() {
        return folder.resolve("from").toString();
    }

    @Test
    void findSearchesTheTranscriptsOfOneAgent() {
        assertThat(run("find", "till", "--from", from(), "--csv", "--agent", "qbit"))
                .contains("paint the till")
                .doesNotContain("find the till");
        assertThat(run("find", "till", "--from", from(), "--csv", "--agent", "claude"))
                .contains("find the till")
                .doesNotContain("paint the till");
    }

    @Test
    void anEventLogAndAMapHaveTheCallsOfOneAgent() {
        assertThat(run("events", from(), "--format", "jsonl", "--agent", "qbit"))
                .contains("run_pty_cmd", "\"agent\":\"qbit\"")
                .doesNotContain("Read");
        assertThat(run("export", "--format", "svg", from(), "--json", "--agent", "claude"))
                .contains("Read")
                .doesNotContain("run_pty_cmd");
    }

    @Test
    void extractWritesTheCallsOfOneAgent() throws IOException {
        var out = folder.resolve("out").toString();
        assertThat(run("extract", "--from", from(), "--out-dir", out, "--agent", "qbit"))
                .startsWith("1 call in 1 transcript\n");
        assertThat(new Terminal(folder).run("extract", "--from", from(), "--out-dir", out + "2", "--agent", "codex"))
                .satisfies(none -> {
                    assertThat(none.out()).startsWith("0 calls in 0 transcripts\n");
                    assertThat(none.err())
                            .isEqualTo("footfall: no transcripts of codex; name another agent with "
                                    + "--agent, or another path with --from\n");
                });
        assertThat(folder.resolve("out/tool_usage.csv"))
                .content()
                .contains("run_pty_cmd")
                .doesNotContain("Read");
    }

    @ParameterizedTest
    @CsvSource({"claude,c1", "qbit,q1", "gemini,6e310006-0000-4000-8000-000000000006", "opencode,ses_1"})
    void sessionsTurnsAndUsageAreThoseOfOneAgent(String agent, String session) throws IOException {
        var places = " --from " + from() + " " + folder.resolve("opencode.db");
        for (var command : List.of("sessions", "turns --min-length 1", "usage --by session")) {
            var rows = new ObjectMapper().readTree(run((command + " --json --agent " + agent + places).split(" ")));
            var named = rows.findValuesAsText("session_id");
            assertThat(named.isEmpty() ? rows.findValuesAsText("session") : named)
                    .as(command)
                    .isNotEmpty()
                    .containsOnly(session);
        }
        assertThat(new ObjectMapper()
                        .readTree(run(("usage --by agent --json" + places).split(" ")))
                        .findValuesAsText("agent"))
                .containsExactlyInAnyOrder("claude", "qbit", "gemini", "opencode");
    }

    @Test
    void anUnknownAgentIsRefusedWithTheWordsThereAre() {
        var ran = new Terminal(folder).run("find", "till", "--from", from(), "--agent", "cursor");
        assertThat(ran.exit()).isEqualTo(ExitCodes.USAGE);
        assertThat(ran.err())
                .contains("'cursor'; expected one of ")
                .contains("claude")
                .contains("qbit");
    }

    @Test
    void soIsOneThatNoFileCanHaveWhereFilesAreAsked() {
        for (var command : List.of("turns", "sessions", "usage")) {
            var ran = new Terminal(folder).run(command, "--from", from(), "--agent", "cursor");
            assertThat(ran.exit()).isEqualTo(ExitCodes.USAGE);
            assertThat(ran.err())
                    .startsWith("footfall: --agent is \"cursor\"; with --from, expected one of ")
                    .contains("claude")
                    .contains("qbit");
        }
    }
}
