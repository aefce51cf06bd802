package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code desires --compare} and {@code --trend}: a command is missing in December, an edit fails in January. */
class DesiresComparedTest {
    private static final String[] RANGES = {"--compare", "2025-12-01..2026-01-01", "2026-01-01.."};

    @TempDir
    Path folder;

    @BeforeEach
    void writeSessions() throws IOException {
        var home = folder.resolve(".claude");
        for (int i = 0; i < 10; i++) {
            Transcripts.of(home, "before" + i, "2025-12-15")
                    .turn("Read")
                    .failure("Bash", "sh: 1: rg: not found")
                    .write();
            Transcripts.of(home, "after" + i, "2026-01-05")
                    .turn("Read")
                    .turn("Bash")
                    .write();
        }
        Transcripts.of(home, "after10", "2026-01-05")
                .failure("Edit", "String to replace not found in file.")
                .write();
    }

    private Terminal.Ran run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    @Test
    void eachDesireHasItsRateInBothRangesOfTime() {
        assertThat(run("desires", "--from", RANGES[0], RANGES[1], RANGES[2])).isEqualTo(new Terminal.Ran(0, """
        per 100 turns: before 2025-12-01..2026-01-01 (20 turns, 10 sessions), after 2026-01-01.. (21 turns, 11 sessions)
        CATEGORY       SUBJECT  TREND    BEFORE  AFTER  RATIO  RATIO_95  COUNT_BEFORE  COUNT_AFTER      P
        env-need       rg       gone       50.0    0.0    0.0  ..0.4               10            0  0.001
        edit-mismatch  Edit     too-few     0.0    4.8         0.0..                0            1
        """, ""));
        assertThat(run("desires", "--from", "--category", "edit-mismatch", "--json", RANGES[0], RANGES[1], RANGES[2])
                        .out())
                .isEqualTo("[{\"id\":\"edit-mismatch:Edit\",\"category\":\"edit-mismatch\",\"subject\":\"Edit\","
                        + "\"tool_name\":\"Edit\",\"title\":\"Edit does not find the text to replace\","
                        + "\"trend\":\"too-few\",\"before\":{\"count\":0,\"sessions\":0,"
                        + "\"rate\":0.0,\"group_turns\":20,\"group_sessions\":10},\"after\":{\"count\":1,"
                        + "\"sessions\":1,\"rate\":4.761904761904762,\"group_turns\":21,\"group_sessions\":11},"
                        + "\"ratio_low\":0.024420024420024423,\"design_effect\":1.0018441403926233,\"p\":1.0}]\n");
    }

    @Test
    void aTrendComparesTheLastFourteenDaysWithThoseBefore() {
        assertThat(run("desires", "--from", "--trend")).isEqualTo(new Terminal.Ran(0, """
        WHAT                                      COUNT  SESSIONS  TREND  \
        STEPS  TIME  TOKENS     COST  ID           LAST_IN  ADVICE
        rg is not installed where agents call it     10        10  gone   \
           10  10 s   11.0k  $0.0450  env-need:rg  shop     \
        Install it, or name the command to use instead in CLAUDE.md or AGENTS.md.
        """, ""));
        assertThat(run("desires", "--from", "--trend", "--json").out())
                .contains("\"id\":\"env-need:rg\"", "\"trend\":\"gone\"", "\"id\":\"edit-mismatch:Edit\"");
        assertThat(run("desires", "--from", "--trend", "--until", "2025-12-29", "--json")
                        .out())
                .contains("\"id\":\"env-need:rg\"", "\"examples\":[\"before9:1\"", "\"trend\":\"too-few\"");
        assertThat(run("desires", "--from", "--trend", "--csv").out())
                .startsWith("id,category,subject,title,tool_name,error,source,count,sessions,avg_length,"
                        + "first_seen,last_seen,examples,wasted_steps,")
                .contains(",ways,allowed,rejected,waited_ms,answers,reasons,advice,trend\n");
        assertThat(run("desires", "--from", "--json").out()).doesNotContain("trend");
    }

    @Test
    void groupsMayBeProjectsAndVersions() {
        assertThat(run("desires", "--from", "--compare", "project:shop", "project:none")
                        .out())
                .startsWith("per 100 turns: before project:shop (41 turns, 21 sessions), after project:none ("
                        + "0 turns, 0 "
                        + "sessions)\n");
        assertThat(run("desires", "--from", "--compare", "agent-version:1", "agent_version:2"))
                .isEqualTo(new Terminal.Ran(0, "", "footfall: no desires in these groups of turns\n"));
    }

    private void assertRefused(String err, String... arguments) {
        var all = new String[arguments.length + 2];
        all[0] = "desires";
        all[1] = "--from";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        assertThat(run(all))
                .isEqualTo(new Terminal.Ran(2, "", "footfall: " + err + "\nfootfall: see 'footfall desires --help'\n"));
    }

    @Test
    void mistakesAreNamedBeforeAnythingIsRead() {
        var expected = "expected a range of time like 2026-10-01..2026-10-15, or one of project:NAME, host:NAME, "
                + "agent:NAME, agent_version:NAME, model:NAME";
        assertRefused("--compare has 'october'; " + expected, "--compare", "october", "2026-01-01..");
        assertRefused("--compare has '2026-13-01..'; " + expected, "--compare", "..2026-01-01", "2026-13-01..");
        assertRefused("--compare has '..'; " + expected, "--compare", "..", "2026-01-01..");
        assertRefused("--compare has 'user:ann'; " + expected, "--compare", "user:ann", "user:bob");
        assertRefused("--compare has 'project:'; expected a name as project", "--compare", "project:", "project:b");
        assertRefused("--compare has '1d..2d'; expected a start before the end", "--compare", "1d..2d", "2026-01-01..");
        assertRefused("--compare cannot compare '..2d' and '3d..': they overlap", "--compare", "..2d", "3d..");
        assertRefused(
                "--compare cannot compare '..2d' and 'host:b': both must be ranges of time, or both projects, "
                        + "both hosts, and so on",
                "--compare",
                "..2d",
                "host:b");
        assertRefused(
                "--compare cannot compare '..2d' and '2d..': the filter since already selects turns; omit it",
                "--since",
                "9d",
                "--compare",
                "..2d",
                "2d..");
        assertRefused("--trend contradicts --compare", "--trend", "--compare", "..2d", "2d..");
        assertRefused("--compare is given twice", "--compare", "..2d", "2d..", "--compare", "..2d", "2d..");
    }
}
