package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What share of the steps desires explain, and the turns of one desire. */
@Timeout(60)
class DesireExamplesTest extends ServedTurns {
    private static final Path CORPUS = Path.of("..", "shared", "corpus");
    private static final String STORY = "src/test/stories/loops-and-returns";
    private static final String PATTERN = "turn-pattern:Grep → Read{2+} → Edit → Read → Edit";

    private String home() {
        return folder.resolve(".claude").toString();
    }

    /** One turn of a session is enough for a desire. */
    private Terminal.Ran explain(String from, String id, String... more) {
        return run(Stream.concat(
                        Stream.of("desires", "--from", from, "--explain", id),
                        Stream.concat(
                                Stream.of("--set", "loop_min_turns=1", "--set", "loop_min_sessions=1"),
                                Stream.of(more)))
                .toArray(String[]::new));
    }

    @Test
    void theStepsThatTheFirstDesiresOfTheCorpusExplain() {
        assumeThat(CORPUS).exists();
        assertThat(run("desires", "--coverage", "--from", CORPUS.toString())).isEqualTo(new Terminal.Ran(0, """
                KIND          LEVEL   DESIRES  STEPS  OF_STEPS  STEPS_%
                loop          tool          6    932      2067     45.1
                loop          intent        7    885      2067     42.8
                recovery                   14    368      2165     17.0
                turn-pattern                0      0      2067      0.0
                loops and turn patterns: of the steps of long turns; recoveries: of the steps of all turns
                """, ""));
    }

    @Test
    void theCoverageOfAProcessorIsThatOfItsFiles() {
        var url = serve(Optional.empty());
        var files = run("desires", "--coverage", "--from", home(), "--json");
        assertThat(files).isEqualTo(new Terminal.Ran(0, """
                [{"kind":"loop","level":"tool","desires":0,"steps":0,"of_steps":21,"pct":0.0},
                {"kind":"loop","level":"intent","desires":0,"steps":0,"of_steps":21,"pct":0.0},
                {"kind":"recovery","desires":1,"steps":1,"of_steps":24,"pct":4.166666666666667},
                {"kind":"turn-pattern","desires":1,"steps":21,"of_steps":21,"pct":100.0}]
                """, ""));
        assertThat(run("desires", "--coverage", "--server", url, "--json")).isEqualTo(files);
    }

    @Test
    void theStepsOfALoopAreMarkedInItsTurns() {
        assertThat(explain(home(), "loop:tool:(Edit → Read){2+}", "--since", "2026-01-08"))
                .isEqualTo(new Terminal.Ran(0, """
                loop:tool:(Edit → Read){2+}
                  Edit then Read, 2.0 rounds on average: let Read return several files at once, and Edit change several.
                  1 turn in 1 session; > marks its steps in the latest turns:

                turn aaaaaa22:0
                  project shop, after a human prompt
                  2026-01-08T00:00:00Z, for 15 s, closed by turn_duration
                  7 steps (long), claude-sonnet-4-20250514, tokens: 7,000 in, 700 out, 0 written to cache,
                    0 read from cache, 0.0315 USD
                  Grep → Read{2+} → Edit → Read → Edit

                  #       AT     TOOK    TOOL  |------------------------------ 15 s -------------------------------|
                  0    1.0 s    1.0 s    Grep      ██████
                 >1    3.0 s    1.0 s    Read               ██████
                 >2    5.0 s    1.0 s    Read                        ██████
                 >3    7.0 s    1.0 s    Read                                 ██████
                 >4    9.0 s    1.0 s    Edit                                          ██████
                 >5     11 s    1.0 s    Read                                                   ██████
                 >6     13 s    1.0 s    Edit                                                            ██████
                """, ""));
    }

    @Test
    void theStepsOfARecoveryAreMarkedFromItsFailureOn() throws IOException {
        var drawn = explain(STORY, "edit-mismatch:Edit").out();
        assertThat(drawn.lines().filter(line -> line.contains(" s  ")).map(line -> line.substring(0, 28)))
                .containsExactly(
                        "  0    1.0 s    1.0 s    Rea",
                        " >1    3.0 s    1.0 s  ✗ Edi",
                        " >2    5.0 s    1.0 s    Rea",
                        " >3    7.0 s    1.0 s    Edi",
                        "  4    9.0 s    1.0 s    Rea",
                        "  5     11 s    1.0 s    Edi",
                        "  6     13 s    1.0 s  ✗ Bas",
                        "  7     15 s    1.0 s    Bas",
                        "  8     17 s    1.0 s    Bas");
    }

    @Test
    void jsonHasWhereTheDesireOccursInEachTurn() throws IOException {
        assertThat(occurrences(explain(STORY, "loop:tool:(Edit → Read){2+}", "--json")))
                .containsExactly("s1:0 [{\"from\":0,\"steps\":6}]");
        assertThat(occurrences(explain(STORY, "command-failed:Bash", "--json")))
                .containsExactly("s1:0 [{\"from\":6,\"steps\":2}]");
        assertThat(occurrences(explain(home(), "env-need:rg", "--json")))
                .containsExactly("aaaaaa22:1 [{\"from\":0,\"steps\":1}]");
        assertThat(occurrences(explain(home(), PATTERN, "--json")))
                .containsExactly(
                        "aaaaaa22:0 [{\"from\":5,\"steps\":2}]",
                        "aaaaaa11:2 [{\"from\":5,\"steps\":2}]",
                        "aaaaaa11:0 [{\"from\":5,\"steps\":2}]");
    }

    private static List<String> occurrences(Terminal.Ran ran) throws IOException {
        var found = new ArrayList<String>();
        for (var turn : Json.MAPPER.readTree(ran.out())) {
            found.add(turn.path("turn_id").asText() + " " + turn.path("occurrences"));
        }
        return found;
    }

    /** A failure during the recovery of another category has no recovery. */
    @Test
    void failuresOfOneToolDifferByCategory() throws IOException {
        var story = "src/test/stories/how-calls-fail";
        assertThat(occurrences(explain(story, "file-not-found:Read", "--json")))
                .containsExactly("s1:0 [{\"from\":9,\"steps\":3}]");
        assertThat(occurrences(explain(story, "other:Read", "--json")))
                .containsExactly("s1:0 [{\"from\":12,\"steps\":1}]");
        assertThat(occurrences(explain(story, "command-failed:Bash", "--json")))
                .containsExactly("s1:0 [{\"from\":6,\"steps\":1}]");
    }

    @Test
    void aFailureDuringARecoveryIsPartOfIt() throws IOException {
        var place = folder.resolve("again");
        Transcripts.of(place, "s2", "2026-01-01")
                .recovery("Bash", "sh: 1: rg: not found")
                .write();
        assertThat(occurrences(explain(place.toString(), "env-need:rg", "--json")))
                .containsExactly("s2:0 [{\"from\":0,\"steps\":3}]");
    }

    @Test
    void aProcessorExplainsADesireAsItsFilesDo() {
        var url = serve(Optional.empty());
        assertThat(run("desires", "--server", url, "--explain", PATTERN)).isEqualTo(explain(home(), PATTERN));
        assertThat(run("desires", "--server", url, "--explain", PATTERN, "--project", "shop"))
                .isEqualTo(explain(home(), PATTERN, "--project", "shop"));
    }

    @Test
    void anUnknownIdIsReportedWithTheNearest() {
        assertThat(explain(home(), "env-need:rk"))
                .isEqualTo(new Terminal.Ran(
                        1, "", "footfall: no desire has the ID \"env-need:rk\"; did you mean \"env-need:rg\"?\n"));
        assertThat(explain(home(), "{2+} → Edit").err())
                .isEqualTo("footfall: no desire has the ID \"{2+} → Edit\"; did you mean \"" + PATTERN + "\"?\n");
        assertThat(explain(home(), "\u001b[31m:x").err())
                .isEqualTo(
                        "footfall: no desire has the ID \"\\u001b[31m:x\"; list the IDs with: footfall desires --json "
                                + "--from " + home() + " --set loop_min_turns=1 --set loop_min_sessions=1\n");
    }

    @Test
    void otherQuestionsContradictEachOther() {
        assertThat(run("desires", "--from", home(), "--explain", "x", "--top", "2")
                        .err())
                .startsWith("footfall: --category, --top, --trend and --compare contradict --explain\n");
        assertThat(run("desires", "--from", home(), "--coverage", "--trend").err())
                .startsWith("footfall: --category, --top, --trend and --compare contradict --coverage\n");
        assertThat(run("desires", "--from", home(), "--explain", "x", "--csv").err())
                .startsWith("footfall: --csv contradicts --explain\n");
        assertThat(run("desires", "--from", home(), "--explain", "x", "--coverage")
                        .exit())
                .isEqualTo(2);
    }
}
