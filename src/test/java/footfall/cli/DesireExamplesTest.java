package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
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
    private static final String AGAIN = "src/test/stories/the-same-again";
    private static final String PATTERN = "turn-pattern:Grep → Read{2+} → Edit → Read → Edit";

    private String home() {
        return folder.resolve(".claude").toString();
    }

    /** One turn of a session is enough for a desire. */
    private Terminal.Ran explain(String from, String id, String... more) {
        return run(Stream.concat(
                        Stream.of("desires", "--from", from, "--explain", id),
                        Stream.concat(
                                Stream.of("--set", "desire_min_turns=1", "--set", "desire_min_sessions=1"),
                                Stream.of(more)))
                .toArray(String[]::new));
    }

    @Test
    void theStepsThatTheFirstDesiresOfTheCorpusExplain() {
        assumeThat(CORPUS).exists();
        assertThat(run("desires", "--coverage", "--from", CORPUS.toString())).isEqualTo(new Terminal.Ran(0, """
                KIND          DESIRES  STEPS  OF_STEPS  STEPS_%
                repeat              1     10      2165      0.5
                recovery           20    220      2165     10.2
                turn-pattern        0      0      2067      0.0
                turn patterns: of the steps of long turns; the others: of the steps of all turns
                """, ""));
    }

    @Test
    void theCoverageOfAProcessorIsThatOfItsFiles() {
        var url = serve(Optional.empty());
        var files = run("desires", "--coverage", "--from", home(), "--json");
        assertThat(files).isEqualTo(new Terminal.Ran(0, """
                [{"kind":"repeat","desires":0,"steps":0,"of_steps":24,"pct":0.0},
                {"kind":"recovery","desires":1,"steps":1,"of_steps":24,"pct":4.166666666666667},
                {"kind":"turn-pattern","desires":1,"steps":21,"of_steps":21,"pct":100.0}]
                """, ""));
        assertThat(run("desires", "--coverage", "--server", url, "--json")).isEqualTo(files);
    }

    @Test
    void theStepThatIsARepeatIsMarkedInItsTurns() {
        var drawn = explain(AGAIN, "same-read:Read").out();
        assertThat(drawn).startsWith("""
                same-read:Read
                  Read reads again what it has read in the same turn.
                  Name the parts of large files that matter in CLAUDE.md or AGENTS.md, or split them, so that one \
                reading is enough.
                  1 call in 1 session; > marks its steps in the latest turns:
                """);
        assertThat(drawn.lines().filter(line -> line.startsWith(" >")).map(line -> line.substring(0, 28)))
                .containsExactly(" >5     11 s    1.0 s    Rea");
    }

    @Test
    void aRemedyIsABlockWithTheCasesOfThisMachine() {
        assertThat(run("desires", "--from", "src/test/stories/how-calls-fail", "--remedy", "file-not-found:Read"))
                .isEqualTo(new Terminal.Ran(0, """
                <!-- footfall: file-not-found:Read -->
                ### Read is called with paths that do not exist

                These paths do not exist. The folders are: ___.
                <!-- /footfall -->
                """, ""));
    }

    @Test
    void aRemedyIsWrittenIntoAFileOnceAndItsEffectIsAskedForSinceThen() throws IOException {
        var file = folder.resolve("CLAUDE.md");
        Files.writeString(file, "# Ours\n");
        var words = new String[] {"desires", "--from", home(), "--remedy", "env-need:rg", "--write", file.toString()};
        assertThat(run(words))
                .isEqualTo(new Terminal.Ran(0, "", "footfall: written to " + file + ": review it, and fill in ___\n"));
        run(words);
        assertThat(file)
                .content()
                .startsWith("# Ours\n\n<!-- footfall: env-need:rg -->\n")
                .containsOnlyOnce("### rg is");
        assertThat(run("desires", "--from", home(), "--since-remedy", "env-need:rg")
                        .err())
                .startsWith("footfall: too few to tell: env-need:rg occurs neither since ");
        assertThat(run("desires", "--from", home(), "--since-remedy", "env-need:jq"))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: no remedy was written for env-need:jq; write one with: footfall desires --remedy ID "
                                + "--write CLAUDE.md --from " + home() + "\n"));
    }

    @Test
    void theEffectOfARemedyIsThatOfItsDesireAloneAlsoFromAProcessor() throws IOException {
        var data = Files.createDirectories(folder.resolve(".footfall"));
        Files.writeString(
                data.resolve("remedies.jsonl"),
                "{\"id\":\"env-need:rg\",\"at\":\"2026-01-06T12:00:00Z\",\"file\":\"CLAUDE.md\"}\n");
        var words = new String[] {"desires", "--since-remedy", "env-need:rg", "--json"};
        var files =
                run(Stream.concat(Stream.of(words), Stream.of("--from", home())).toArray(String[]::new));
        assertThat(Json.MAPPER.readTree(files.out()))
                .extracting(one -> one.get("id").asText())
                .containsExactly("env-need:rg");
        var url = serve(Optional.empty());
        assertThat(run(Stream.concat(Stream.of(words), Stream.of("--server", url))
                                .toArray(String[]::new))
                        .out())
                .isEqualTo(files.out());
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
        assertThat(occurrences(explain(AGAIN, "same-read:Read", "--json")))
                .containsExactly("s1:0 [{\"from\":5,\"steps\":1}]");
        assertThat(occurrences(explain(STORY, "command-failed:npm test", "--json")))
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
                                + "--from " + home() + " --set desire_min_turns=1 --set desire_min_sessions=1\n");
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
