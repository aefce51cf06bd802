package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import footfall.testkit.Expected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ErrorsCommandTest {
    private static final Path REPORTS = Path.of("src/test/reports");
    private static final Path EXPECTED = REPORTS.resolve("expected");
    private static final String SHOP = "home/projects/-work-shop/5e55a001-shop.jsonl";

    @TempDir
    Path folder;

    private Terminal.Ran run(String... arguments) {
        return new Terminal(folder)
                .with("CLAUDE_CONFIG_DIR", REPORTS.resolve("home").toString())
                .run(arguments);
    }

    @Test
    void everyErrorIsListedWithTheInputOfItsCallUnchanged() throws IOException {
        var file = REPORTS.resolve(SHOP).toAbsolutePath().toString();
        var ran = run("errors", file);
        Expected.sameAs(EXPECTED.resolve("errors.json"), ran.out());
        assertThat(ran.err()).isEqualTo("footfall: skipped 1 bad line:\nfootfall:   " + file + ":31: not JSON\n");
        assertThat(ran.exit()).isZero();
        assertThat(run("errors", file, "--json")).isEqualTo(ran);
    }

    @Test
    void aSessionHasTheErrorsOfItsMainAgentAndASubagentIsNamedByItsFile() {
        var file = REPORTS.resolve(SHOP).toAbsolutePath().toString();
        assertThat(run("errors", "5e55")).isEqualTo(run("errors", file));
        assertThat(run("errors", "5e55", "--json")).isEqualTo(run("errors", file));
        var subagents = REPORTS.resolve(SHOP.replace(".jsonl", "/subagents/agent-a1.jsonl"))
                .toString();
        assertThat(run("errors", subagents)).isEqualTo(new Terminal.Ran(0, """
        [{"tool":"Bash","input":{"command":"rg -n round docs"},"error":"/bin/sh: 1: rg: not found",\
        "tool_use_id":"a-2"}]
        """, ""));
    }

    @Test
    void streamOutputHasItsContentAtTheTop() throws IOException {
        assertThat(run("errors", REPORTS.resolve("stream.jsonl").toString())).isEqualTo(new Terminal.Ran(0, """
        [{"tool":"Read","input":{"file_path":"/x/y.py"},"error":"File does not exist.","tool_use_id":"e2"},
        {"tool":"Bash","input":{"command":"nope --version"},"error":"nope: command not found",\
        "tool_use_id":"e1"}]
        """, ""));
    }

    @Test
    void kindsAreGroupedForPeopleAndMachines() throws IOException {
        Expected.sameAs(
                EXPECTED.resolve("errors-kinds.txt"),
                run("errors", REPORTS.resolve(SHOP).toString(), "--kinds").out());
        Expected.sameAs(
                EXPECTED.resolve("errors-kinds.json"),
                run("errors", REPORTS.resolve(SHOP).toString(), "--kinds", "--json")
                        .out());
    }

    @Test
    void noErrorsAreAnEmptyArray() throws IOException {
        assertThat(run("errors", "7e00")).isEqualTo(new Terminal.Ran(0, "[]\n", ""));
        assertThat(run("errors", "7e00", "--kinds")).isEqualTo(new Terminal.Ran(0, "", "footfall: no errors\n"));
        assertThat(run("errors", file("empty.jsonl", ""))).isEqualTo(new Terminal.Ran(0, "[]\n", ""));
    }

    @Test
    void whatIsNoTranscriptIsNamedAndHasNoArray() throws IOException {
        var missing = folder.resolve("missing.jsonl").toString();
        refused(missing, missing + " does not exist; name a transcript or a session ID");
        refused(
                folder.toString(),
                folder + " is a folder; name one transcript in it, or a session; "
                        + "'footfall sessions --from PATH' lists those of a folder");
        for (var text : new String[] {"hello\nworld\n", "{\n \"a\": 1\n}\n", "{\"a\":1}\n", "\0\0\0", "[[[["}) {
            var file = file("other.jsonl", text);
            refused(file, file + " is not a transcript: none of its lines is a JSON object with a type");
        }
    }

    @Test
    void whatMayNotBeReadIsNamed() throws IOException {
        var path = Path.of(file("closed.jsonl", "{}\n"));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
        assumeThat(Files.isReadable(path)).isFalse();
        refused(path.toString(), path + ": permission denied");
    }

    @Test
    void noArgumentIsWrongUsage() {
        assertThat(run("sessions", "--errors"))
                .isEqualTo(new Terminal.Ran(
                        2,
                        "",
                        "footfall: Missing required parameter: 'FILE|SESSION'\nfootfall: see 'footfall "
                                + "sessions --help'\n"));
    }

    @Test
    void anOptionThatItDoesNotKnowIsNoneOfSessions() {
        assertThat(run("errors", "--sort", "count"))
                .isEqualTo(new Terminal.Ran(
                        2,
                        "",
                        "footfall: unknown option: --sort\nfootfall: did you mean --host or --set or --settings?\n"
                                + "footfall: see 'footfall errors --help'\n"));
    }

    @Test
    void anErrorOfTheApiIsListedWithoutACall() throws IOException {
        var claude = file("claude.jsonl", """
        {"type":"user","sessionId":"s1","message":{"role":"user","content":"Fix it"}}
        {"type":"assistant","sessionId":"s1","isApiErrorMessage":true,"message":{"id":"e1","model":"<synthetic>",\
        "content":[{"type":"text","text":"API Error: 529 Overloaded"}],"stop_reason":"stop_sequence"}}
        """);
        assertThat(run("errors", claude)).isEqualTo(new Terminal.Ran(0, """
        [{"tool":null,"input":null,"error":"API Error: 529 Overloaded","tool_use_id":null}]
        """, ""));
        assertThat(run("errors", claude, "--kinds", "--json").out())
                .isEqualTo("[{\"kind\":\"api_error\",\"count\":1,\"tools\":{},"
                        + "\"error\":\"API Error: 529 Overloaded\"}]\n");
        var copilot = file("events.jsonl", """
        {"type":"session.start","data":{"sessionId":"5e550000-0000-4000-8000-0000000000aa","version":1},"id":"e1",\
        "timestamp":"2026-11-05T10:00:00.000Z","parentId":null}
        {"type":"user.message","data":{"content":"Go","attachments":[],"interactionId":"i1"},"id":"e0",\
        "timestamp":"2026-11-05T10:00:00.500Z","parentId":"e1"}
        {"type":"session.error","data":{"errorType":"query","message":"400 bad thing"},"id":"e2",\
        "timestamp":"2026-11-05T10:00:01.000Z","parentId":"e1"}
        """);
        assertThat(run("errors", copilot)).isEqualTo(new Terminal.Ran(0, """
        [{"tool":null,"input":null,"error":"400 bad thing","tool_use_id":null}]
        """, ""));
        var codex = file("rollout.jsonl", """
        {"timestamp":"2026-01-05T10:00:00Z","type":"session_meta",\
        "payload":{"id":"019b8d4e-a400-7000-8000-000000000001","timestamp":"2026-01-05T10:00:00Z","cwd":"/work/shop",\
        "cli_version":"0.171.0"}}
        {"timestamp":"2026-01-05T10:00:01Z","type":"event_msg","payload":{"type":"task_started","turn_id":"t1"}}
        {"timestamp":"2026-01-05T10:00:01Z","type":"event_msg",\
        "payload":{"type":"user_message","message":"Go","images":[]}}
        {"timestamp":"2026-01-05T10:00:02Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"t1",\
        "duration_ms":400,"error":{"message":"no quota"}}}
        """);
        assertThat(run("errors", codex)).isEqualTo(new Terminal.Ran(0, """
        [{"tool":null,"input":null,"error":"no quota","tool_use_id":null}]
        """, ""));
    }

    @Test
    void helpShowsExamples() {
        assertThat(run("sessions", "--help").out()).contains("FILE|SESSION", "footfall sessions 4f2a --errors --kinds");
        assertThat(run("errors", "--help").out())
                .contains("footfall errors [OPTIONS] [SESSION]", "A table stops at 20 rows.");
    }

    @Test
    void hostileLinesAreCountedAndTheOthersListed() throws IOException {
        var deep = "{\"type\":\"assistant\",\"message\":{\"content\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}}";
        var odd = """
        {"type":"assistant","message":{"content":[{"type":"tool_use","id":7,"name":"A","input":[1]},3,null,\
        {"type":"tool_use","id":"t1","name":"B","input":"x\\u202e‮"},\
        {"type":"tool_use","id":"t2","name":"C"}]}}
        {"type":"user","message":{"content":[{"type":"tool_result","is_error":true},\
        {"type":"tool_result","tool_use_id":"t2","is_error":true,"content":{"a":1}},\
        {"type":"tool_result","tool_use_id":"t1","is_error":true,"content":[{"type":"text","text":7},5]}]}}
        """;
        var file = file("hostile.jsonl", deep + "\n" + odd + "\0\0\n");
        assertThat(run("errors", file))
                .isEqualTo(new Terminal.Ran(
                        0,
                        """
        [{"tool":null,"input":null,"error":"","tool_use_id":null},
        {"tool":"C","input":null,"error":"","tool_use_id":"t2"},
        {"tool":"B","input":"x\\u202e‮","error":"","tool_use_id":"t1"}]
        """,
                        "footfall: skipped 2 bad lines:\nfootfall:   " + file + ":1: too deep\nfootfall:   " + file
                                + ":4: only NUL bytes\n"));
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private void refused(String named, String message) {
        assertThat(run("errors", named)).isEqualTo(new Terminal.Ran(1, "", "footfall: " + message + "\n"));
    }

    @Test
    void withoutASessionTheFailuresOfTheLastSevenDaysAreRanked() throws IOException {
        var home = FilesCommandsTest.writeSessions(folder);
        Transcripts.of(home, "bbbbbb33", "2026-01-09")
                .failure("Bash", "sh: 1: rg: not found")
                .failure("Edit", "String to replace not found in file.")
                .write();
        Transcripts.of(home, "old", "2026-01-01")
                .failure("Bash", "sh: 1: rg: not found")
                .write();
        assertThat(new Terminal(folder).run("errors", "--from")).isEqualTo(new Terminal.Ran(0, """
        the last 7 days: 3 failed calls
        COMMAND  ERROR          COUNT  SESSIONS  LAST                  PROJECT  LAST_TURN   MESSAGE
        rg       env-need           2         2  2026-01-09T00:00:00Z  shop     bbbbbb33:0  sh: 1: rg: not found
        Edit     edit-mismatch      1         1  2026-01-09T00:00:04Z  shop     bbbbbb33:1  \
        String to replace not found in file.
        """, ""));
        assertThat(new Terminal(folder).run("errors", "--from", home.toString(), "--json", "--tool", "Edit"))
                .isEqualTo(new Terminal.Ran(0, """
        [{"command":"Edit","tool":"Edit","category":"edit-mismatch","count":1,"sessions":1,\
        "last_seen":"2026-01-09T00:00:04Z","project":"shop","last_turn":"bbbbbb33:1",\
        "error":"String to replace not found in file."}]
        """, ""));
        assertThat(new Terminal(folder).run("errors", "--from", "--since", "1h").err())
                .isEqualTo("footfall: no failures: of 8 turns, --since excludes 8; "
                        + "the newest turn began 2026-01-09 00:00: --since 2026-01-09\n");
    }

    /** A search that finds nothing ends with exit code 1. */
    @Test
    void failuresOfToolsThatAreNoErrorsAreCountedApart() throws IOException {
        var home = folder.resolve("searches");
        Transcripts.of(home, "s", "2026-01-09")
                .failure("Bash", "sh: 1: jq: not found")
                .raw("{\"type\":\"user\",\"sessionId\":\"s\",\"timestamp\":\"2026-01-09T01:00:00Z\",\"uuid\":\"v\","
                        + "\"message\":{\"role\":\"user\",\"content\":\"please\"}}")
                .raw("{\"type\":\"assistant\",\"sessionId\":\"s\",\"timestamp\":\"2026-01-09T01:00:01Z\","
                        + "\"message\":{\"content\":[{\"type\":\"tool_use\",\"id\":\"x\",\"name\":\"Bash\","
                        + "\"input\":{\"command\":\"rg nowhere src\"}}]}}")
                .raw("{\"type\":\"user\",\"sessionId\":\"s\",\"timestamp\":\"2026-01-09T01:00:02Z\","
                        + "\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\","
                        + "\"tool_use_id\":\"x\",\"is_error\":true,\"content\":\"Exit code 1\"}]}}")
                .write();
        assertThat(new Terminal(folder).run("tools", "--from", home.toString()).out())
                .contains("\nBash      2         2 ");
        assertThat(new Terminal(folder).run("errors", "--from", home.toString()).out())
                .startsWith("the last 7 days: 1 failed call, without 1 that found nothing, "
                        + "which tools and usage count\n");
    }

    @Test
    void theDefaultOfSinceIsNamedWhenNothingFailedSince() throws IOException {
        var home = folder.resolve("older");
        Transcripts.of(home, "old", "2026-01-01")
                .failure("Bash", "sh: 1: rg: not found")
                .write();
        assertThat(new Terminal(folder).run("errors", "--from", home.toString()).err())
                .isEqualTo("footfall: no failures: of 1 turn, --since excludes 1; the newest turn began "
                        + "2026-01-01 00:00: "
                        + "--since 2026-01-01; the last 7 days are the default of --since: "
                        + "--since 30d looks further back\n");
        assertThat(new Terminal(folder)
                        .run("errors", "--from", home.toString(), "--until", "2026-01-02")
                        .out())
                .startsWith("the 7 days before --until: 1 failed call\n");
    }

    @Test
    void onlyOneFileOrANameBehindThePlacesMeansOneSession() throws Exception {
        var home = folder.resolve("two");
        var one = Transcripts.of(home, "one", "2026-01-09")
                .failure("Bash", "sh: 1: rg: not found")
                .write()
                .toString();
        var other = Transcripts.of(home, "two", "2026-01-09")
                .failure("Edit", "String to replace not found in file.")
                .write()
                .toString();
        var terminal = new Terminal(folder);
        var ranking = terminal.run("errors", "--from", home.toString());
        assertThat(ranking.out()).startsWith("the last 7 days: 2 failed calls\n");
        assertThat(terminal.run("errors", "--from", one, other)).isEqualTo(ranking);
        assertThat(terminal.run("errors", "--from", one, "-f", other)).isEqualTo(ranking);
        var errors = terminal.run("errors", one);
        assertThat(errors.out()).startsWith("[{\"tool\":\"Bash\",");
        assertThat(terminal.run("errors", "--from", one)).isEqualTo(errors);
        assertThat(terminal.run("errors", "--from=" + one)).isEqualTo(errors);
        assertThat(terminal.run("errors", "--from", home.toString(), "one")).isEqualTo(errors);
        assertThat(terminal.run("errors", "--from", "/nope").err())
                .isEqualTo("footfall: /nope does not exist; name a folder of transcripts or one file\n");
    }
}
