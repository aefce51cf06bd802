package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindCommandTest {
    @TempDir
    Path folder;

    private Path project;

    @BeforeEach
    void writeSessions() throws IOException {
        project = Files.createDirectories(folder.resolve(".claude/projects/-work-shop"));
        write(
                "aaaaaa11",
                prompt("01", "Fix the Gradle build"),
                call("02", "c1", "Bash", "{\"command\":\"cd app\\n./gradlew build\",\"description\":\"Build\"}"),
                result("03", "c1", "\"is_error\":true,\"content\":\"Exit code 1\\ngradle: \\u001b[31mno wrapper\""),
                call("04", "c2", "Read", "{\"file_path\":\"/work/shop/build.gradle\"}"),
                result("05", "c2", "\"content\":\"gradle in a result\""),
                "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"gradle\"}]}}");
        write("aaaaaa22", prompt("06", "no answer about gradle"));
    }

    private void write(String session, String... lines) throws IOException {
        var all = List.of(lines).stream()
                .map(line -> "{\"sessionId\":\"" + session + "\",\"cwd\":\"/work/shop\"," + line.substring(1) + "\n")
                .toList();
        Files.writeString(project.resolve(session + ".jsonl"), String.join("", all));
    }

    private static String line(String type, String at, String content) {
        return "{\"type\":\"" + type + "\",\"timestamp\":\"2026-01-05T00:00:" + at + "Z\",\"message\":{\"content\":"
                + content + "}}";
    }

    private static String prompt(String at, String text) {
        return line("user", at, "\"" + text + "\"");
    }

    private static String call(String at, String id, String tool, String input) {
        return line(
                "assistant",
                at,
                "[{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\"" + tool + "\",\"input\":" + input + "}]");
    }

    private static String result(String at, String id, String rest) {
        return line("user", at, "[{\"type\":\"tool_result\",\"tool_use_id\":\"" + id + "\"," + rest + "}]");
    }

    private Terminal.Ran run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    @Test
    void anErrorOfTheApiIsFoundInTheTurnThatItEnded() throws IOException {
        var refused = line("assistant", "02", "[{\"type\":\"text\",\"text\":\"API Error: 529 Overloaded\"}]");
        write("aaaaaa33", prompt("01", "go"), "{\"isApiErrorMessage\":true," + refused.substring(1));
        assertThat(run("find", "overloaded")).isEqualTo(new Terminal.Ran(0, """
        TURN        WHEN                  WHERE  TEXT
        aaaaaa33:0  2026-01-05T00:00:02Z  error  API Error: 529 Overloaded
        """, ""));
    }

    @Test
    void soAreThoseOfOtherAgents() throws IOException {
        var copilot = Files.writeString(folder.resolve("events.jsonl"), """
        {"type":"session.start","data":{"sessionId":"5e550000-0000-4000-8000-0000000000aa","version":1},"id":"e1",\
        "timestamp":"2026-11-05T10:00:00.000Z","parentId":null}
        {"type":"user.message","data":{"content":"Go","attachments":[],"interactionId":"i1"},"id":"e0",\
        "timestamp":"2026-11-05T10:00:00.500Z","parentId":"e1"}
        {"type":"session.error","data":{"errorType":"query","message":"400 bad thing"},"id":"e2",\
        "timestamp":"2026-11-05T10:00:01.000Z","parentId":"e1"}
        """);
        assertThat(run("find", "bad thing", "--from", copilot.toString())).isEqualTo(new Terminal.Ran(0, """
        TURN        WHEN                  WHERE  TEXT
        5e550000:0  2026-11-05T10:00:01Z  error  400 bad thing
        """, ""));
        var codex = Files.writeString(folder.resolve("rollout.jsonl"), """
        {"timestamp":"2026-01-05T10:00:00Z","type":"session_meta",\
        "payload":{"id":"019b8d4e-a400-7000-8000-000000000001","timestamp":"2026-01-05T10:00:00Z","cwd":"/work/shop",\
        "cli_version":"0.171.0"}}
        {"timestamp":"2026-01-05T10:00:01Z","type":"event_msg","payload":{"type":"task_started","turn_id":"t1"}}
        {"timestamp":"2026-01-05T10:00:01Z","type":"event_msg",\
        "payload":{"type":"user_message","message":"Go","images":[]}}
        {"timestamp":"2026-01-05T10:00:02Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"t1",\
        "duration_ms":400,"error":{"message":"no quota"}}}
        """);
        assertThat(run("find", "quota", "--from", codex.toString())).isEqualTo(new Terminal.Ran(0, """
        TURN        WHEN                  WHERE  TEXT
        019b8d4e:0  2026-01-05T10:00:02Z  error  no quota
        """, ""));
    }

    @Test
    void eachTextThatMatchesIsPrintedWithItsTurn() {
        assertThat(run("find", "gradle")).isEqualTo(new Terminal.Ran(0, """
        TURN        WHEN                  WHERE    TEXT
        aaaaaa11:0  2026-01-05T00:00:01Z  prompt   Fix the Gradle build
        aaaaaa11:0  2026-01-05T00:00:02Z  command  ./gradlew build
        aaaaaa11:0  2026-01-05T00:00:03Z  error    gradle: \\u001b[31mno wrapper
        aaaaaa11:0  2026-01-05T00:00:04Z  path     /work/shop/build.gradle
        aaaaaa22:-  2026-01-05T00:00:06Z  prompt   no answer about gradle
        """, ""));
    }

    @Test
    void jsonHasTheStepAndThePlace() throws IOException {
        var all = new ObjectMapper()
                .readTree(run("find", "Gradle", "--ignore-case", "--json").out());
        assertThat(all.findValuesAsText("turn_id"))
                .containsExactly("aaaaaa11:0", "aaaaaa11:0", "aaaaaa11:0", "aaaaaa11:0");
        var file = project.resolve("aaaaaa11.jsonl");
        assertThat(all.get(2)).isEqualTo(new ObjectMapper().readTree("""
        {"turn_id":"aaaaaa11:0","session_id":"aaaaaa11","sequence":0,"where":"error","tool":"Bash",\
        "at":"2026-01-05T00:00:03Z","text":"gradle: \\u001b[31mno wrapper","file":"%s","line":3}""".formatted(file)));
        assertThat(all.get(0).has("sequence")).isFalse();
        assertThat(all.get(4).has("turn_id")).isFalse();
        assertThat(run("find", "wrapper", "--csv").out()).isEqualTo("""
        turn_id,session_id,sequence,where,tool,at,text,file,line
        aaaaaa11:0,aaaaaa11,0,error,Bash,2026-01-05T00:00:03Z,gradle: \\u001b[31mno wrapper,%s,3
        """.formatted(file));
    }

    /** What is found, each as where it is and its text. */
    private List<String> found(String... arguments) throws IOException {
        var typed = new java.util.ArrayList<>(List.of("find"));
        typed.addAll(List.of(arguments));
        typed.add("--json");
        var all = new ObjectMapper().readTree(run(typed.toArray(String[]::new)).out());
        var texts = new java.util.ArrayList<String>();
        all.forEach(one ->
                texts.add(one.get("where").asText() + " " + one.get("text").asText()));
        return texts;
    }

    @Test
    void aPromptThatWasTypedWhileTheAgentWorksIsFoundAndCounted() throws IOException {
        write(
                "aaaaaa33",
                prompt("07", "first"),
                call("08", "c3", "Bash", "{}"),
                result("10", "c3", "\"content\":\"\""),
                "{\"type\":\"attachment\",\"timestamp\":\"2026-01-05T00:00:09Z\",\"attachment\":{\"type\":"
                        + "\"queued_command\",\"prompt\":\"look at the till\",\"commandMode\":\"prompt\"}}",
                call("11", "c4", "Read", "{}"));
        assertThat(run("find", "till").out()).isEqualTo("""
        TURN        WHEN                  WHERE   TEXT
        aaaaaa33:1  2026-01-05T00:00:09Z  prompt  look at the till
        """);
        assertThat(run("brief", "aaaaaa33").out()).contains("look at the till");
        assertThat(run("session", "aaaaaa33", "--from", "--json").out()).contains("\"turn_count\":2,");
    }

    @Test
    void upperCaseInTheTextMatchesUpperCaseOnly() throws IOException {
        assertThat(found("Gradle")).containsExactly("prompt Fix the Gradle build");
        assertThat(found("Gradle", "--ignore-case")).hasSize(5);
        assertThat(found("gradle")).hasSize(5);
        assertThat(found("--regex", "\\Sradle b")).containsExactly("prompt Fix the Gradle build");
        assertThat(found("--regex", "^(cd|ls) a.*\\n.*gradle")).containsExactly("command cd app");
    }

    @Test
    void filtersSelectMatches() throws IOException {
        assertThat(found("gradle", "--in", "path,error"))
                .containsExactly("error gradle: \u001b[31mno wrapper", "path /work/shop/build.gradle");
        assertThat(found("gradle", "--tool", "Bash"))
                .containsExactly("command ./gradlew build", "error gradle: \u001b[31mno wrapper");
        assertThat(found("gradle", "--since", "2026-01-05T00:00:03Z", "--until", "2026-01-05T00:00:04Z"))
                .containsExactly("error gradle: \u001b[31mno wrapper");
        assertThat(found("gradle", "--session", "aaaaaa2")).containsExactly("prompt no answer about gradle");
        assertThat(found("gradle", "--project", "shop")).hasSize(5);
        assertThat(found("gradle", "--project", "other")).isEmpty();
        assertThat(run("find", "gradle", "--session", "aaa").err())
                .isEqualTo("footfall: 2 session IDs start with aaa: aaaaaa11, aaaaaa22; give a longer prefix\n");
        write("aaaaaa222", prompt("07", "gradle too"));
        assertThat(found("gradle", "--session", "aaaaaa22")).containsExactly("prompt no answer about gradle");
    }

    @Test
    void noMatchIsAFailure() {
        assertThat(run("find", "maven"))
                .isEqualTo(new Terminal.Ran(1, "", "footfall: no match for maven in 2 transcripts\n"));
        assertThat(run("find", "maven", "--json"))
                .isEqualTo(new Terminal.Ran(1, "[]\n", "footfall: no match for maven in 2 transcripts\n"));
    }

    @Test
    void theLastMatchesArePrintedAndHowManyThereAre() throws IOException {
        var last = """
                TURN        WHEN                  WHERE   TEXT
                aaaaaa11:0  2026-01-05T00:00:04Z  path    /work/shop/build.gradle
                aaaaaa22:-  2026-01-05T00:00:06Z  prompt  no answer about gradle
                """;
        assertThat(run("find", "gradle", "-n", "2"))
                .isEqualTo(new Terminal.Ran(0, "the last 2 of 5 matches: -n N prints more\n" + last, ""));
        assertThat(run("find", "gradle", "--max", "2").err()).startsWith("footfall: --max is now --top;");
        var json = run("find", "gradle", "--top", "1", "--json");
        assertThat(new ObjectMapper().readTree(json.out()).findValuesAsText("text"))
                .containsExactly("no answer about gradle");
        assertThat(json.err()).isEqualTo("footfall: the last 1 of 5 matches: -n N prints more\n");
        for (int i = 0; i < 30; i++) {
            write("bbbbbb" + i, prompt("1" + i % 10, "ant " + i));
        }
        var screen = new Terminal(folder)
                .reading()
                .with("NO_COLOR", "1")
                .run("find", "ant")
                .out();
        assertThat(screen).startsWith("the last 20 of 30 matches: -n N prints more\nTURN ");
        assertThat(screen.lines().filter(line -> line.matches("    ant [0-9]+")))
                .hasSize(20);
    }

    @Test
    void wrongUsageIsExplained() {
        assertThat(run("find").err()).startsWith("footfall: Missing required parameter: 'TEXT'\n");
        assertThat(run("find", "").err()).startsWith("footfall: TEXT is empty\n");
        assertThat(run("find", "--regex", "a(b").err())
                .startsWith("footfall: --regex: a(b is not a regular expression of RE2: missing closing )\n");
        assertThat(run("find", "a", "--in", "answer").err())
                .contains("expected one of prompt, command, path, query, error");
        assertThat(List.of(run("find"), run("find", "--regex", "("), run("find", "a", "-n", "0")))
                .extracting(Terminal.Ran::exit)
                .containsOnly(2);
    }

    @Test
    void theTextMayStandBehindTheFolders() {
        var home = folder.resolve(".claude").toString();
        assertThat(run("find", "--from", home, "gradle")).isEqualTo(run("find", "gradle"));
        assertThat(run("find", "--from", "gradle")).isEqualTo(run("find", "gradle"));
        assertThat(run(
                                "find",
                                "gradle",
                                "--from",
                                project.resolve("aaaaaa22.jsonl").toString())
                        .out())
                .endsWith("\naaaaaa22:-  2026-01-05T00:00:06Z  prompt  no answer about gradle\n");
    }

    @Test
    void badLinesAreSkippedAndCounted() throws IOException {
        write(
                "bbbbbb11",
                "{\"type\":\"user\",\"gradle\" wrapper",
                prompt("08", "half"),
                "{\u0000\u0000}",
                call("09", "c1", "Grep", "{\"pattern\":\"wrap\\u0070er\",\"path\":\"src\"}"));
        Files.writeString(
                project.resolve("bbbbbb11.jsonl"),
                "{\"type\":\"user\",\"wrapper",
                java.nio.file.StandardOpenOption.APPEND);
        var ran = run("find", "wrapper");
        assertThat(ran.out()).endsWith("\nbbbbbb11:0  2026-01-05T00:00:09Z  query  wrapper\n");
        assertThat(ran.err()).startsWith("footfall: skipped 3 bad lines:\n");
    }

    @Test
    void transcriptsOfOtherDialectsAreSearched() throws IOException {
        var qbit = Files.createDirectories(folder.resolve("q/session-1"));
        Files.writeString(qbit.resolve("transcript.json"), """
        [{"_timestamp":1767607200000,"type":"user_message","content":"paint it"},
         {"_timestamp":1767607201000,"type":"tool_approval_request","tool_name":"read_file","request_id":"r1",\
        "args":{"path":"src/paint.rs"}},
         {"_timestamp":1767607202000,"type":"tool_auto_approved","tool_name":"read_file","request_id":"r1",\
        "args":{"path":"src/paint.rs"}},
         {"_timestamp":1767607203000,"type":"tool_result","tool_name":"read_file","request_id":"r1",\
        "success":false,"result":{"error":"no paint"}}]
        """);
        assertThat(found("paint", "--from", folder.resolve("q").toString()))
                .containsExactly("prompt paint it", "path src/paint.rs", "error no paint");
    }
}
