package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Expected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on local files over transcripts of qbit: one of lines with a subagent, one an array. */
class QbitReportsCommandTest {
    private static final Path REPORTS = Path.of("src/test/reports-qbit");
    private static final Path TRANSCRIPTS = REPORTS.resolve("home/transcripts");

    @TempDir
    Path folder;

    private Terminal.Ran run(String... arguments) {
        return new Terminal(folder)
                .with("VT_TRANSCRIPT_DIR", TRANSCRIPTS.toString())
                .run(arguments);
    }

    private static void expect(String name, String found) throws IOException {
        Expected.sameAs(REPORTS.resolve("expected").resolve(name), found);
    }

    @Test
    void errorsAreListedWithTheInputsOfTheirCallsWhereverThoseAreInTheFile() throws IOException {
        var lines = run("errors", "a1");
        expect("errors-lines.json", lines.out());
        var file =
                TRANSCRIPTS.resolve("a1-lines/transcript.json").toAbsolutePath().toString();
        assertThat(lines.err()).isEqualTo("footfall: skipped 1 bad line:\nfootfall:   " + file + ":9: not JSON\n");
        assertThat(run("errors", file)).isEqualTo(lines);
        expect("errors-array.json", run("errors", "b2").out());
        expect("errors-kinds.txt", run("errors", "a1", "--kinds").out());
        expect(
                "errors-kinds-array.json",
                run("errors", "b2", "--kinds", "--json").out());
    }

    @Test
    void anErrorWithoutARequestIsListedWithTheToolAndInputOfItsOwnEvent() throws IOException {
        var file = Files.createDirectories(folder.resolve("q1")).resolve("transcript.json");
        Files.writeString(file, """
        {"_timestamp":"2026-01-05T10:00:00Z","type":"user_message","content":"Paint it"}
        {"_timestamp":"2026-01-05T10:00:01Z","type":"tool_denied","tool_name":"read_file",\
        "args":{"path":"é.rs"},"reason":"not that one","request_id":"r1","source":{"type":"main"}}
        {"_timestamp":"2026-01-05T10:00:02Z","type":"tool_result","tool_name":"run_pty_cmd",\
        "success":false,"result":"no","request_id":"r2","source":{"type":"main"}}
        {"_timestamp":"2026-01-05T10:00:03Z","type":"tool_request","tool_name":"edit_file",\
        "args":{"path":"till.rs"},"request_id":"r3","source":{"type":"main"}}
        {"_timestamp":"2026-01-05T10:00:04Z","type":"tool_denied","tool_name":"edit_file","args":{},\
        "reason":"nor this","request_id":"r3","source":{"type":"main"}}
        """);
        assertThat(run("errors", file.toString()).out()).isEqualTo("""
        [{"tool":"read_file","input":{"path":"é.rs"},"error":"not that one","tool_use_id":"r1"},
        {"tool":"run_pty_cmd","input":null,"error":"no","tool_use_id":"r2"},
        {"tool":"edit_file","input":{"path":"till.rs"},"error":"nor this","tool_use_id":"r3"}]
        """);
        assertThat(run("brief", file.toString()).out()).contains("TOOL_DENIED (tool=read_file): not that one\n");
        assertThat(run("session", file.toString(), "--json").out()).contains("\"total_tools\":1", "\"tool_errors\":3");
    }

    @Test
    void aReportHasCallsFilesCommandsTokensTimesAndSubagentsAndNothingOfWhatQbitDoesNotSay() throws IOException {
        expect("session-lines.json", run("session", "a1", "--from", "--json").out());
        expect("session-lines.txt", run("session", "a1", "--from").out());
        expect("session-array.json", run("session", "b2", "--from", "--json").out());
    }

    @Test
    void sessionsOfBothFormsHaveALineEach() throws IOException {
        expect("sessions.txt", run("sessions", "--from").out());
        expect(
                "sessions.json",
                run("sessions", "--from", REPORTS.resolve("home").toString(), "--json")
                        .out());
    }

    @Test
    void everyCallIsARowAndNoRuleIsProposedForAnAgentThatHasNoneOfThisSyntax() throws IOException {
        var out = folder.resolve("out");
        var ran = run("extract", "--from", REPORTS.resolve("home").toString(), "--out-dir", out.toString());
        assertThat(ran.exit()).isZero();
        for (var name : new String[] {"tool_usage.csv", "permissions.yaml", "summary.txt"}) {
            var text = Files.readString(out.resolve(name))
                    .replace(REPORTS.toAbsolutePath().toString(), "REPORTS");
            expect(name, text);
        }
    }

    @Test
    void anArrayThatIsBeingWrittenIsReadAsFarAsItIsWholeAndNothingIsSaidOfTheRest() throws IOException {
        var whole = Files.readString(TRANSCRIPTS.resolve("b2-array/transcript.json"))
                .stripTrailing();
        var file = Files.createDirectories(folder.resolve("b2-array")).resolve("transcript.json");
        int last = whole.lastIndexOf("\n  {");
        Files.writeString(file, whole.substring(0, whole.lastIndexOf(',', last)) + "\n]\n");
        for (var words : List.of(
                List.of("errors", file.toString()),
                List.of("session", file.toString(), "--json"),
                List.of("brief", file.toString()),
                List.of("turns", "--min-length", "0", "--json", "--from", file.toString()))) {
            Files.writeString(file, whole.substring(0, whole.lastIndexOf(',', last)) + "\n]\n");
            var before = run(words.toArray(String[]::new));
            assertThat(before.exit()).isZero();
            for (int end : new int[] {last + 4, last + 20, whole.lastIndexOf('}')}) {
                Files.writeString(file, whole.substring(0, end));
                assertThat(run(words.toArray(String[]::new))).isEqualTo(before);
            }
        }
    }

    @Test
    void aBadElementIsReportedByTheLineInWhichItBegins() throws IOException {
        var file = folder.resolve("transcript.json");
        Files.writeString(file, """
        [
          {
            "type": "user_message", "_timestamp": "2026-01-05T10:00:00Z",
            "content": "Hi"
          },
          {
            "type" "no colon"
          },
          { "type": "user_message", "_timestamp": "2026-01-05T10:00:01Z", "content": "%s" }
        ]
        """.formatted("Hello".repeat(300)));
        var bad = "footfall: skipped 1 bad line:\nfootfall:   " + file + ":6: not JSON\n";
        assertThat(run("session", file.toString()).err()).isEqualTo(bad);
        assertThat(run("turns", "--from", file.toString()).err()).startsWith(bad);
        var out = folder.resolve("out").toString();
        assertThat(run("extract", "--from", file.toString(), "--out-dir", out, "-v")
                        .err())
                .startsWith("footfall: " + file + ":6: skipped: not JSON\n");
        var ran = new Terminal(folder).run("turns", "--from", file.toString(), "--set", "line_bytes_max=1KiB");
        assertThat(ran.err())
                .startsWith(bad.replace("1 bad line", "2 bad lines"))
                .contains(":9: too long\n");
    }

    @Test
    void anArrayCalledOtherwiseIsReadLikeItsOriginal() throws IOException {
        var array = Files.copy(TRANSCRIPTS.resolve("b2-array/transcript.json"), folder.resolve("agent-b2.json"));
        assertThat(run("errors", array.toString())).isEqualTo(run("errors", "b2"));
        assertThat(run("session", array.toString(), "--json").out().replace("agent-b2", "b2-array"))
                .isEqualTo(run("session", "b2", "--from", "--json").out());
    }

    @Test
    void aBadElementOfAnArrayOnOneLineIsNamedByItsNumber() throws IOException {
        var good = "{\"_timestamp\":\"2026-01-05T10:00:00Z\",\"type\":\"user_message\",\"content\":\"go\"}";
        var file = Files.createDirectories(folder.resolve("compact")).resolve("transcript.json");
        Files.writeString(file, "[" + good + ",{\"type\":oh}," + good + ",7,\n" + good + ",[1]]");
        var ran = run("session", file.toString());
        assertThat(ran.exit()).isZero();
        assertThat(ran.err()).isEqualTo("""
        footfall: skipped 3 bad lines:
        footfall:   %1$s:1: element 2: not JSON
        footfall:   %1$s:1: element 4: not an object
        footfall:   %1$s:2: element 6: not an object
        """.formatted(file));
        run(
                "extract",
                "--from",
                file.toString(),
                "--out-dir",
                folder.resolve("out").toString());
        assertThat(folder.resolve("out/summary.txt")).content().contains("(the first in line 1: element 2: not JSON)");
        Files.writeString(file, good + "\n{oh}\n" + good + " and more\n");
        assertThat(run("session", file.toString()).err())
                .contains(file + ":2: not JSON\n", file + ":3: element 4: not JSON\n");
    }
}
