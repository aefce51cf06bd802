package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.atIndex;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code footfall tools}, and the options that all lists of answers have. */
class AnswerCommandsTest {
    @TempDir
    Path folder;

    Path home;

    @BeforeEach
    void writeSessions() throws IOException {
        home = FilesCommandsTest.writeSessions(folder);
    }

    private Terminal.Ran run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    private static List<String> lines(Terminal.Ran ran) {
        return ran.out().lines().toList();
    }

    @Test
    void toolsListsCallsAndWhatTheCallsOfOneToolLedTo() {
        assertThat(lines(run("tools", "--from")))
                .containsExactly(
                        "TOOL  CALLS  FAILURES  FAILED_%  SESSIONS  LAST_SEEN",
                        "Read     12         0       0.0         2  2026-01-08T00:00:00Z",
                        "Edit      6         0       0.0         2  2026-01-08T00:00:00Z",
                        "Bash      3         1      33.3         2  2026-01-08T00:00:16Z",
                        "Grep      3         0       0.0         2  2026-01-08T00:00:00Z");
        assertThat(lines(run("tools", "--from", "--sort", "length")))
                .first()
                .isEqualTo("TOOL  CALLS  FAILURES  FAILED_%  SESSIONS  AVG_TURN_LEN  LAST_SEEN");
        assertThat(lines(run("tools", "--from", "--level", "intent")))
                .containsExactly(
                        "FOR     CALLS  CALLS_%  FAILURES  FAILED_%  MEAN_TIME",
                        "read       12     50.0         0       0.0      1.0 s",
                        "edit        6     25.0         0       0.0      1.0 s",
                        "search      3     12.5         0       0.0      1.0 s",
                        "shell       3     12.5         1      33.3      1.0 s");
        assertThat(run("tools", "--from", "--level", "intent", "--top", "1", "--json")
                        .out())
                .isEqualTo("[{\"activity\":\"read\",\"count\":12,\"failures\":0,\"mean_ms\":1000,"
                        + "\"starts\":0,\"ends\":0}]\n");
        for (var option : List.of("Bash", "--sort=count")) {
            assertThat(run("tools", "--from", "--level", "intent", option).exit())
                    .as(option)
                    .isEqualTo(2);
        }
        for (var option : List.of("--sort=failures", "--top=1", "--top=" + Integer.MAX_VALUE)) {
            assertThat(run("tools", "Bash", "--from", option).err())
                    .startsWith("footfall: TOOL cannot be combined with --level, --sort or --top\n");
        }
        assertThat(run("tools", "--from", "--top", "99999999999").err())
                .startsWith("footfall: Invalid value for option '--top': '99999999999' is larger than 2147483647\n");
        assertThat(run("tools", "--from", "--top", "1").err()).isEqualTo("footfall: the first 1 of 4 rows\n");
        assertThat(run("tools", "--from", "--top", "1", "--json").err()).isEmpty();
        assertThat(lines(run("tools", "--from", "--sort", "failures", "--top", "1")))
                .hasSize(2)
                .last()
                .asString()
                .startsWith("Bash");
        assertThat(lines(run("tools", "Read", "--from")))
                .containsExactly(
                        "Read: 12 calls, 0 failures, 2 sessions",
                        "WHAT  NAME               CALLS     %",
                        "next  Edit                   6  50.0",
                        "next  Read                   6  50.0",
                        "next  (end of the turn)      0   0.0");
        assertThat(run("tools", "--from", "Nothing"))
                .isEqualTo(new Terminal.Ran(0, "", "footfall: no calls of Nothing\n"));
        assertThat(run("tools", "", "--from").err()).startsWith("footfall: TOOL is empty\n");
        assertThat(run("tools", "Bash", "--from", "--json", "--failed").out())
                .isEqualTo("[{\"tool\":{\"tool\":\"Bash\",\"count\":1,\"avg_turn_len\":1.0,\"long_count\":0,"
                        + "\"long_turn_pct\":0.0,\"failures\":1,\"sessions\":1,"
                        + "\"first_seen\":\"2026-01-08T00:00:16Z\",\"last_seen\":\"2026-01-08T00:00:16Z\"},"
                        + "\"failures\":[{\"name\":\"env-need\",\"count\":1}],"
                        + "\"next\":[],\"last\":1,\"unknown\":0,\"after_failure\":[]}]\n");
    }

    @Test
    void csvHasAColumnForEachFieldOfTheJson() {
        assertThat(run("turns", "--from", "--patterns", "--csv").out()).isEqualTo("""
        pattern,count,avg_length,sessions,long_count,first_seen,last_seen,examples
        Grep → Read{2+} → Edit → Read → Edit,3,7.0,2,3,2026-01-01T00:00:00Z,2026-01-08T00:00:00Z,\
        aaaaaa22:0 aaaaaa11:2 aaaaaa11:0
        Bash{2+},1,2.0,1,0,2026-01-01T00:00:16Z,2026-01-01T00:00:16Z,aaaaaa11:1
        """);
        assertThat(lines(run("desires", "--from", "--csv", "--category", "mcp")))
                .containsExactly("id,category,subject,title,tool_name,error,source,count,sessions,avg_length,"
                        + "first_seen,last_seen,examples,wasted_steps,wasted_time_ms,wasted_tokens.input,"
                        + "wasted_tokens.output,"
                        + "wasted_tokens.cache_creation,wasted_tokens.cache_creation_1h,"
                        + "wasted_tokens.cache_read,"
                        + "wasted_tokens.web_searches,"
                        + "wasted_cost_usd,wasted_unpriced_tokens.input,wasted_unpriced_tokens.output,"
                        + "wasted_unpriced_tokens.cache_creation,wasted_unpriced_tokens.cache_creation_1h,"
                        + "wasted_unpriced_tokens.cache_read,wasted_unpriced_tokens.web_searches,"
                        + "wasted_price_lists,recoveries,recovered,"
                        + "recovery_steps,recovery_time_ms,ways,"
                        + "allowed,rejected,waited_ms,answers,reasons,advice");
        assertThat(lines(run("turns", "--from", "--failed", "--csv", "--min-length", "0")))
                .satisfiesExactly(
                        header -> assertThat(header)
                                .startsWith("turn_id,session_id,agent_id,index,trigger,")
                                .contains(",tokens.input,"),
                        row -> assertThat(row)
                                .startsWith("aaaaaa22:1,aaaaaa22,,1,human,")
                                .contains(",\"[{\"\"sequence\"\":0,\"\"tool\"\":\"\"Bash\"\","));
    }

    @Test
    void csvHasNoColumnThatTheJsonNeverHas() {
        assertThat(lines(run("desires", "--follows", "--from", "--csv"))).startsWith("from,to,count,mean_ms");
        assertThat(lines(run("sessions", "--from", "--csv")))
                .satisfies(
                        header -> assertThat(header)
                                .contains(",start_time,")
                                .doesNotContain("tool_calls", "user_turns", "bash_commands", "files_touched"),
                        atIndex(0))
                .satisfies(row -> assertThat(row).contains(",2026-01-01T00:00:00.000Z,"), atIndex(1));
    }

    @Test
    void aCellOfCsvDoesNotReorderTheRowOnAScreen() throws IOException {
        Transcripts.of(home, "dddddd44", "2026-01-09").turn("a\u202eb").write();
        var question = new String[] {"tools", "--from", "--csv", "--session", "dddddd44"};
        assertThat(run(question).out()).contains("a\u202eb,1,");
        assertThat(new Terminal(folder).reading().run(question).out()).contains("a\\u202eb,1,");
    }

    @Test
    void onlyAScreenThatIsNotDumbIsColoured() {
        var question = new String[] {"turn", "aaaaaa11:0", "--from"};
        for (var variable : List.of("TERM=xterm", "TERM=dumb", "NO_COLOR=1")) {
            var assignment = variable.split("=");
            var shown = new Terminal(folder)
                    .reading()
                    .with(assignment[0], assignment[1])
                    .run(question)
                    .out();
            assertThat(shown.contains("\u001b[")).as(variable).isEqualTo(variable.equals("TERM=xterm"));
        }
    }

    @Test
    void aCellOfCsvThatStartsAsAFormulaIsHarmless() throws IOException {
        Transcripts.of(home, "cccccc33", "2026-01-09")
                .turn("=cmd|' /C calc'!A0", "@SUM(1)")
                .write();
        assertThat(run("tools", "--from", "--csv", "--session", "cccccc33")
                        .out()
                        .lines()
                        .skip(1))
                .satisfiesExactlyInAnyOrder(
                        row -> assertThat(row).startsWith("'=cmd|' /C calc'!A0,1,"),
                        row -> assertThat(row).startsWith("'@SUM(1),1,"));
    }

    @Test
    void failedContradictsAnotherOutcome() {
        assertThat(run("turns", "--from", "--failed", "--outcome", "ok"))
                .isEqualTo(new Terminal.Ran(
                        2, "", "footfall: --failed contradicts --outcome ok\nfootfall: see 'footfall turns --help'\n"));
        assertThat(run("turns", "--from", "--failed", "--min-length", "0"))
                .isEqualTo(run("turns", "--from", "--outcome", "error", "--min-length", "0"));
        assertThat(run("turns", "--from", "--outcome", "eror").err())
                .startsWith("footfall: --outcome: unknown \"eror\" (did you mean \"error\"?)\n");
    }

    @Test
    void anUnknownWordIsAnsweredWithTheKnownOnes() {
        assertThat(run("tools", "bash", "--from").err()).isEqualTo("footfall: no calls of bash (did you mean Bash?)\n");
        assertThat(run("tools", "Raed", "--from").err()).isEqualTo("footfall: no calls of Raed (did you mean Read?)\n");
        assertThat(run("desires", "--from", "--category", "zzz").err())
                .startsWith("footfall: --category: unknown \"zzz\"; expected one of turn-pattern, "
                        + "unknown-tool, env-need, ");
        assertThat(run("turns", "--from", "--outcome", "zzz").err())
                .startsWith("footfall: --outcome: unknown \"zzz\"; expected one of pending, ok, error, ");
        assertThat(run("usage", "--from", "--by", "day,project,host,user,model").err())
                .startsWith("footfall: --by has 5 keys; expected one to four\n");
        assertThat(run("turns", "--server", "127.0.0.1:29291").err())
                .contains("'127.0.0.1:29291'; expected http://HOST:PORT or https://HOST:PORT\n")
                .doesNotContain("Exception");
        assertThat(run("turns", "--from", "--session", "aaaaaa11", "--project", "none")
                        .err())
                .contains("--project")
                .doesNotContain("--min-length 0");
    }

    @Test
    void anAliasIsKeptInTheSettingsFile() {
        assertThat(run("alias", "--list").err()).isEqualTo("footfall: no aliases\n");
        assertThat(run("alias", "Read", "look")).isEqualTo(new Terminal.Ran(0, "", ""));
        assertThat(lines(run("alias", "--list"))).containsExactly("FROM  TO", "Read  look");
        assertThat(run("alias", "--list", "--json").out()).isEqualTo("[{\"from\":\"Read\",\"to\":\"look\"}]\n");
        assertThat(run("paths", "--from", "--top", "1").out()).contains("look");
        assertThat(run("alias", "--remove", "Read").exit()).isZero();
        assertThat(run("alias", "--remove", "Read").err())
                .isEqualTo("footfall: there is no alias of Read in " + folder + "/.footfall/config.toml\n");
        for (var wrong : List.of("alias", "alias Read", "alias Read look --list", "alias -> x")) {
            assertThat(run(wrong.split(" ")).exit()).as(wrong).isEqualTo(2);
        }
    }
}
