package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesCommandsTest {
    private static final String[] LOOK_AND_EDIT = {"Grep", "Read", "Read", "Read", "Edit", "Read", "Edit"};

    @TempDir
    Path folder;

    Path home;

    @BeforeEach
    void writeSessions() throws IOException {
        home = writeSessions(folder);
    }

    static Path writeSessions(Path folder) throws IOException {
        var home = folder.resolve(".claude");
        Transcripts.of(home, "aaaaaa11", "2026-01-01")
                .turn(LOOK_AND_EDIT)
                .turn("Bash", "Bash")
                .turn(LOOK_AND_EDIT)
                .write();
        Transcripts.of(home, "aaaaaa22", "2026-01-08")
                .turn(LOOK_AND_EDIT)
                .failure("Bash", "sh: 1: rg: not found")
                .write();
        return home;
    }

    private Terminal.Ran run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    @Test
    void turnsShowsTheLongOnesOldestFirst() {
        assertThat(run("turns", "--from")).isEqualTo(new Terminal.Ran(0, """
        3 turns of 5 or more steps
        SESSION   TURN  LENGTH  STARTED               TOOK     COST  PROJECT  BEGAN  TOOLS
        aaaaaa11     0       7  2026-01-01T00:00:00Z  15 s  $0.0315  shop     human  \
        Grep → Read → Read → Read → Edit → Read → Edit
        aaaaaa11     2       7  2026-01-01T00:00:22Z  15 s  $0.0315  shop     human  \
        Grep → Read → Read → Read → Edit → Read → Edit
        aaaaaa22     0       7  2026-01-08T00:00:00Z  15 s  $0.0315  shop     human  \
        Grep → Read → Read → Read → Edit → Read → Edit
        """, ""));
    }

    @Test
    void aTimeOnAScreenIsLocalAndForAProgramExactAndInUtc() {
        var india = new Terminal(folder).in(ZoneId.of("Asia/Kolkata"));
        for (var question :
                List.of("turns", "sessions", "find please", "errors --since 30d", "tools", "session aaaaaa2")) {
            var words = (question + " --from").split(" ");
            assertThat(india.run(words).out()).as(question).contains("T00:00:").doesNotContain("05:30");
            assertThat(new Terminal(folder)
                            .in(ZoneId.of("Asia/Kolkata"))
                            .reading()
                            .run(words)
                            .out())
                    .as(question)
                    .containsPattern("2026-01-0[18] 05:30")
                    .doesNotContain("00:00");
        }
        assertThat(india.reading().run("turns", "--from", "--since", "1h").err())
                .endsWith("the newest turn began 2026-01-08 05:30: --since 2026-01-08\n");
    }

    /** A program that reads the table, or records as JSON, gets no words of a transcript. */
    @Test
    void onAScreenATurnSaysHowItBegan() {
        var reading = new Terminal(folder).reading();
        assertThat(reading.run("turns", "--from", "--top", "1").out().lines().toList())
                .endsWith("    please", "    Grep → Read{3} → Edit → Read → Edit");
        assertThat(reading.run("turns", "--from", "--sort", "cost", "--top", "1")
                        .out()
                        .lines())
                .contains("    please");
        assertThat(reading.run("turns", "aaaaaa22:0", "--from").out()).contains("\n  please\n");
        assertThat(run("turns", "aaaaaa22:0", "--from").out()).doesNotContain("please");
        assertThat(reading.run("turns", "--from", "--json").out()).doesNotContain("please");
    }

    @Test
    void turnsSaysHowManyTurnsTheTableLacks() {
        assertThat(lines(run("turns", "--from", "--top", "2")))
                .startsWith("the last 2 of 3 turns of 5 or more steps: -n N prints more");
        assertThat(lines(run("turns", "--from", "--sort", "cost", "--top", "2")))
                .startsWith("the first 2 turns of 5 or more steps: -n N prints more");
        assertThat(lines(run("turns", "--from", "--top", "4"))).startsWith("3 turns of 5 or more steps");
    }

    @Test
    void turnsAsksByLengthTimeSessionProjectHostAndPattern() {
        assertThat(lines(run("turns", "--from", "--min-length", "0"))).hasSize(7);
        assertThat(lines(run("turns", "--from", "--since", "7d"))).hasSize(3);
        assertThat(lines(run("turns", "--from", "--since", "2026-01-08T00:00:00Z")))
                .hasSize(3);
        assertThat(lines(run("turns", "--from", "--session", "aaaaaa1"))).hasSize(5);
        assertThat(lines(run("turns", "--from", "--project", "shop"))).hasSize(5);
        assertThat(run("turns", "--from", "--project", "other"))
                .isEqualTo(new Terminal.Ran(
                        0,
                        "",
                        "footfall: no turns: of 5 turns, the default --min-length 5 excludes 2, "
                                + "--project excludes 5\n"));
        assertThat(run("turns", "--from", "--host", "laptop", "--min-length", "0")
                        .err())
                .isEqualTo("footfall: no turns: of 5 turns, --host excludes 5\n");
        assertThat(run("turns", "--from", "--patterns", "--since", "1d").err())
                .isEqualTo("footfall: no turns for patterns: of 5 turns, the default --min-length 2 excludes 1, "
                        + "--since excludes 5; the newest turn began 2026-01-08 00:00: --since 2026-01-08\n");
        assertThat(run("paths", "--from", "--since", "2026-01-09").err())
                .isEqualTo("footfall: no tool calls: of 5 turns, --since excludes 5; the newest turn began "
                        + "2026-01-08 00:00: --since 2026-01-08\n");
        assertThat(run("desires", "--from", "--since", "2026-01-09").err())
                .isEqualTo("footfall: no desires: no repeats, no questions, no repeated long turns and no failures: "
                        + "of 5 turns, --since "
                        + "excludes 5; the newest turn began 2026-01-08 00:00: --since 2026-01-08\n");
        assertThat(run("desires", "--from", "--category", "mcp").err())
                .isEqualTo("footfall: no desires: of 2 desires, --category mcp excludes 2\n");
        assertThat(run("sessions", "--from", "--since", "2026-01-09").err())
                .isEqualTo("footfall: no sessions: of 2 sessions, --since excludes 2; the newest line is of "
                        + "2026-01-08 00:00: --since 2026-01-08\n");
        assertThat(lines(run("turns", "--from", "--pattern", "Bash Bash")))
                .containsExactly(
                        "1 turn",
                        "SESSION   TURN  LENGTH  STARTED                TOOK     COST  PROJECT  BEGAN  TOOLS",
                        "aaaaaa11     1       2  2026-01-01T00:00:16Z  5.0 s  $0.0090  shop     human  Bash → Bash");
        assertThat(run("turns", "--from", "--pattern", "Grep -> Edit").err())
                .contains("--pattern excludes ")
                .endsWith("; a pattern is that of a whole turn: footfall patterns lists those that there are\n");
        assertThat(lines(run("turns", "--from", "--pattern", "Grep->Read{3+}->Edit->Read->Edit")))
                .hasSize(5);
    }

    @Test
    void anAmbiguousSessionIsNamedWithItsCandidates() {
        assertThat(run("turns", "--from", "--session", "aaa"))
                .isEqualTo(new Terminal.Ran(
                        1, "", "footfall: 2 session IDs start with aaa: aaaaaa11, aaaaaa22; give a longer prefix\n"));
        assertThat(run("turns", "--from", "--session", "zzz"))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: no session ID starts with zzz; list the IDs with: footfall sessions --from\n"));
    }

    @Test
    void patternsAreCountedOverTurnsOfTwoStepsOrMore() {
        assertThat(run("turns", "--patterns", "--from").out()).isEqualTo("""
        PATTERN                               COUNT  AVG_LENGTH  SESSIONS
        Grep → Read{2+} → Edit → Read → Edit      3         7.0         2
        Bash{2+}                                  1         2.0         1
        """);
    }

    @Test
    void aTurnInJsonHasEveryFieldThatIsNotAbsent() {
        assertThat(run("turns", "--from", "--json", "--session", "aaaaaa22", "--pattern", "Bash")
                        .out())
                .isEqualTo("""
        [{"turn_id":"aaaaaa22:1","session_id":"aaaaaa22","index":1,"trigger":"human",\
        "prompt_uuid":"u-aaaaaa2216",\
        "started_at":"2026-01-08T00:00:16Z","ended_at":"2026-01-08T00:00:19Z",\
        "duration_ms":9000,"elapsed_ms":3000,\
        "closed_by":"turn_duration","outcome":"ok","interrupted":false,"steps":[{"sequence":0,"tool":"Bash",\
        "intent":"shell",\
        "tool_use_id":"call-7","started_at":"2026-01-08T00:00:17Z","completed_at":"2026-01-08T00:00:18Z",\
        "parallel":false,"outcome":"error","error":"sh: 1: rg: not found","category":"env-need",\
        "subject":"rg","input_bytes":2,"result_bytes":22}],"steps_omitted":0,"length":1,"pattern":"Bash","long":false,\
        "tokens":{"input":1000,"output":100,"cache_creation":0,"cache_creation_1h":0,"cache_read":0},\
        "models":["claude-sonnet-4-20250514"],"cost_usd":0.0045,"unpriced_models":[],\
        "price_list":"2026-11-27",\
        "usage":[{"hour":"2026-01-08T00:00:00Z","model":"claude-sonnet-4-20250514","tokens":{"input":1000,\
        "output":100,"cache_creation":0,"cache_creation_1h":0,"cache_read":0},"cost_usd":0.0045}],\
        "loops":[],"returns":{},"repeats":[],\
        "recoveries":[{"from":0,"tool":"Bash","recovered":false,"steps":1,"way":"Bash"}],"asked":[],\
        "detour_totals":{"loops":[],"repeats":[],\
        "recoveries":[{"category":"env-need","subject":"rg","recoveries":1,"recovered":0,\
        "steps":1,"time_ms":1000,"wasted":{"steps":1,"time_ms":1000,\
        "tokens":{"input":1000,"output":100,"cache_creation":0,"cache_creation_1h":0,"cache_read":0},\
        "cost_usd":0.0045},\
        "ways":[{"way":"Bash","count":1}],"taken":{"steps":1,"time_ms":1000,\
        "tokens":{"input":1000,"output":100,"cache_creation":0,"cache_creation_1h":0,"cache_read":0},\
        "cost_usd":0.0045}}],"questions":[]},\
        "compactions":0,"revision":0,"agent":"claude","project":"shop"}]
        """);
    }

    @Test
    void aRankingShowsTwentyRowsAndSaysSoAndAProgramGetsAll() throws IOException {
        var tools =
                IntStream.range(0, 26).mapToObj(i -> "Tool" + (char) ('a' + i)).toArray(String[]::new);
        Transcripts.of(home, "bbbbbb", "2026-01-09").turn(tools).write();
        assertThat(lines(run("paths", "--from")))
                .hasSize(22)
                .startsWith("the first 20 of 30 rows: --top N prints more");
        assertThat(lines(run("paths", "--from", "--top", "25"))).hasSize(26).doesNotContain("the first");
        assertThat(lines(run("paths", "--from", "--csv"))).hasSize(31);
        assertThat(lines(run("desires", "--follows", "--from")))
                .hasSize(22)
                .startsWith("6 turns, 50 calls; the first 20 of 36 rows: --top N prints more");
        assertThat(lines(run("desires", "--follows", "--from", "--csv"))).hasSize(37);
    }

    @Test
    void aFailedTurnIsListedWhateverItsLength() {
        assertThat(lines(run("turns", "--from", "--failed")))
                .containsExactly(
                        "1 turn",
                        "SESSION   TURN  LENGTH  STARTED                TOOK     COST  PROJECT  BEGAN  TOOLS",
                        "aaaaaa22     1       1  2026-01-08T00:00:16Z  3.0 s  $0.0045  shop     human  Bash");
        assertThat(run("turns", "--from", "--failed", "--tool", "Grep").err())
                .isEqualTo("footfall: no turns: of 5 turns, --tool excludes 2, --failed excludes 4\n");
    }

    @Test
    void pathsRankToolsAndTurnPatterns() throws IOException {
        var config = Files.createDirectories(folder.resolve(".footfall")).resolve("config.toml");
        Files.writeString(
                config, "[aliases]\n\"Read\" = \"look\"\n\"Grep -> Read{3+} -> Edit -> Read -> Edit\" = \"hunt\"\n");
        assertThat(lines(run("paths", "--from", "--top", "3")))
                .containsExactly(
                        "RANK  PATTERN  COUNT  ALIAS  FAILURES",
                        "   1  Read        12  look          0",
                        "   2  Edit         6                0",
                        "   3  Bash         3                1");
        assertThat(lines(run("paths", "--turns", "--from", "--top", "5")))
                .containsExactly(
                        "RANK  PATTERN                               COUNT  AVG_TURN_LEN  LONG_TURN_%  ALIAS  FAILURES",
                        "   1  Read                                     12           7.0        100.0  look          0",
                        "   2  Edit                                      6           7.0        100.0                0",
                        "   3  Bash                                      3           1.7          0.0                1",
                        "   4  Grep                                      3           7.0        100.0                0",
                        "   5  Grep → Read{2+} → Edit → Read → Edit      3           7.0        100.0  hunt");
    }

    @Test
    void pathsInJson() {
        assertThat(run("paths", "--turns", "--from", "--since", "3d", "--json", "--top", "1")
                        .out())
                .isEqualTo("[{\"rank\":1,\"kind\":\"tool\",\"pattern\":\"Read\",\"count\":4,\"avg_turn_len\":7.0,"
                        + "\"long_turn_pct\":100.0,\"failures\":0}]\n");
    }

    @Test
    void desiresRankRepeatedLongTurnsAndFailures() {
        assertThat(lines(run("desires", "--from")))
                .containsExactly(
                        "WHAT                                                COUNT  SESSIONS  "
                                + "STEPS   TIME  TOKENS     COST  "
                                + "ID" + " ".repeat(49) + "LAST_IN  ADVICE",
                        "rg is not installed where agents call it                1         1  "
                                + "    1  1.0 s    1.1k  $0.0045  "
                                + "env-need:rg" + " ".repeat(40) + "shop     "
                                + "Install it, or name the command to use instead in CLAUDE.md or AGENTS.md.",
                        "Long turns of Grep → Read{2+} → Edit → Read → Edit      3         2  "
                                + " ".repeat(31)
                                + "turn-pattern:Grep → Read{2+} → Edit → Read → Edit  shop     "
                                + "They take 7.0 calls on average: "
                                + "write a script or a skill that does this work in fewer calls.");
        assertThat(run("desires", "--from", "--category", "env-need").out())
                .contains("rg is not installed where agents call it      1         1");
        assertThat(run("desires", "--from", "--category", "env-need", "--json").out())
                .isEqualTo("""
        [{"id":"env-need:rg","category":"env-need","subject":"rg","title":"rg is not installed where agents call it",\
        "tool_name":"Bash","error":"sh: 1: rg: not found","source":"transcript-analysis","count":1,"sessions":1,\
        "avg_length":1.0,\
        "first_seen":"2026-01-08T00:00:16Z","last_seen":"2026-01-08T00:00:16Z","examples":["aaaaaa22:1"],\
        "wasted_steps":1,"wasted_time_ms":1000,\
        "wasted_tokens":{"input":1000,"output":100,"cache_creation":0,"cache_creation_1h":0,\
        "cache_read":0},"wasted_cost_usd":0.0045,"wasted_price_lists":["2026-11-27"],\
        "recoveries":1,"recovered":0,"recovery_steps":1,"recovery_time_ms":1000,"ways":[{"way":"Bash","count":1}],\
        "advice":"Install it, or name the command to use instead in CLAUDE.md or AGENTS.md."}]
        """);
        assertThat(run("desires", "--from", "--category", "env-ned"))
                .isEqualTo(new Terminal.Ran(
                        2,
                        "",
                        "footfall: --category: unknown \"env-ned\" (did you mean \"env-need\"?)\n"
                                + "footfall: see 'footfall desires --help'\n"));
    }

    @Test
    void aForksCopiesAreHiddenAndNeverCounted() throws IOException {
        var original = Files.readString(home.resolve("projects/-work-shop/aaaaaa22.jsonl"));
        var fork = original.replace("\"sessionId\":\"aaaaaa22\"", "\"sessionId\":\"bbbbbb33\"");
        Files.writeString(home.resolve("projects/-work-shop/bbbbbb33.jsonl"), fork);
        assertThat(lines(run("turns", "--from")))
                .startsWith("3 turns of 5 or more steps; +1 copy: --copies lists them")
                .noneMatch(line -> line.contains("bbbbbb"));
        assertThat(run("turns", "--from", "--sort", "cost").out()).doesNotContain("bbbbbb");
        assertThat(lines(run("turns", "--from", "--session", "bbbbbb33"))).hasSize(5);
        assertThat(lines(run("turns", "--from", "--copies")))
                .contains("bbbbbb33     0       7  2026-01-08T00:00:00Z  15 s  $0.0315  shop     human  "
                        + "c Grep → Read → Read → Read → Edit → Read → Edit")
                .endsWith("c = copy, a turn that a resumed or forked session repeats (1); tallies leave copies out");
        assertThat(run("turns", "--from", "--session", "bbbbbb33", "--json").out())
                .contains("\"copy_of\":\"aaaaaa22\"");
        assertThat(run("paths", "--from", "--top", "1", "--json").out()).contains("\"count\":12");
    }

    @Test
    void namesOfToolsCannotSteerTheTerminal() throws IOException {
        var hostile = "Re\\u001b[31mad\\u202e\\u0007 日本";
        Transcripts.of(folder.resolve("hostile"), "h1", "2026-01-01")
                .turn(hostile, "Edit")
                .write();
        assertThat(lines(run("turns", "--from", folder.resolve("hostile").toString(), "--min-length", "1")))
                .containsExactly(
                        "1 turn of 1 or more steps",
                        "SESSION  TURN  LENGTH  STARTED                TOOK     COST  PROJECT  BEGAN  TOOLS",
                        "h1          0       2  2026-01-01T00:00:00Z  5.0 s  $0.0090  shop     human  "
                                + "Re\\u001b[31mad\\u202e\\u0007 日本 → Edit");
    }

    @Test
    void wrongUsageIsAnsweredWithTheNearestOption() {
        assertThat(run("turns", "--frm").exit()).isEqualTo(2);
        assertThat(run("turns", "--from", "--since", "soon"))
                .isEqualTo(new Terminal.Ran(
                        2,
                        "",
                        "footfall: Invalid value for option '--since': invalid time \"soon\"; "
                                + "expected today, yesterday, monday, last week, 2026-01, 2026-01-31, "
                                + "2026-01-31T12:00:00Z, 2h or 7d\n"
                                + "footfall: see 'footfall turns --help'\n"));
        assertThat(run("trns").exit()).isEqualTo(2);
    }

    @Test
    void helpHasExamples() {
        for (var command : new String[] {"turns", "patterns", "desires", "config"}) {
            assertThat(run(command, "--help").out()).contains("Usage: footfall " + command, "Examples:");
        }
        assertThat(run("--help").out()).contains("turns", "patterns", "desires", "config");
    }

    @Test
    void theCorpusHas171Turns() throws IOException {
        var corpus = Path.of("../shared/corpus");
        Assumptions.assumeTrue(Files.exists(corpus));
        var ran = run("turns", "--from", corpus.toString(), "--min-length", "0", "--json");
        assertThat(new ObjectMapper().readTree(ran.out())).hasSize(171);
    }

    static List<String> lines(Terminal.Ran ran) {
        return ran.out().lines().toList();
    }
}
