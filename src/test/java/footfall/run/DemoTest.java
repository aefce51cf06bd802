package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import footfall.line.ErrorCategory;
import footfall.line.LineParser;
import footfall.line.Outcome;
import footfall.report.FileTurns;
import footfall.report.History;
import footfall.report.Reading;
import footfall.run.Demo.DemoRun;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcripts;
import footfall.turn.ClosedBy;
import footfall.turn.Prices;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
    private static final Path SAMPLES = Path.of("src/main/resources/footfall/demo");

    @TempDir
    Path home;

    /** The turns of the whole play, without waiting for it. */
    private List<Turn> turns() throws Exception {
        return turns(1);
    }

    private List<Turn> turns(int rounds) throws Exception {
        for (var row : Files.readAllLines(SAMPLES.resolve("files.tsv"))) {
            var columns = row.split("\t");
            for (int round = 0; round < rounds; round++) {
                int now = round;
                var file = home.resolve(Demo.ofRound(round, columns[1]));
                Files.createDirectories(file.getParent());
                Files.write(
                        file,
                        Files.readAllLines(SAMPLES.resolve(columns[0])).stream()
                                .map(line -> Demo.ofRound(now, line.split("\t", 2)[1]))
                                .toList());
            }
        }
        var rules = new TurnRules(5, 100, TurnRules.Timers.DEFAULTS, Prices.NONE);
        var folded = new FileTurns(rules, new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE))
                .read(List.of(home), new Reading.Progress() {
                    @Override
                    public void total(long bytes) {}

                    @Override
                    public void read(long bytes) {}
                });
        assertThat(folded.reading().rejected()).isEmpty();
        return folded.turns();
    }

    @Test
    void itHasADozenTurnsALongOneFailuresParallelCallsASubagentAndAFork() throws Exception {
        var turns = turns();
        assertThat(turns)
                .hasSizeGreaterThanOrEqualTo(12)
                .allMatch(turn -> turn.size().length() > 0);
        assertThat(turns)
                .filteredOn(turn -> turn.size().length() > 20)
                .singleElement()
                .satisfies(turn -> assertThat(turn.steps())
                        .filteredOn(step -> step.result().outcome() == Outcome.ERROR)
                        .hasSize(4));
        assertThat(turns)
                .anyMatch(turn ->
                        turn.steps().stream().filter(step -> step.parallel()).count() > 3);
        assertThat(turns)
                .filteredOn(turn -> turn.id().agentId() != null)
                .singleElement()
                .extracting(turn -> turn.parent().parentTurnId())
                .isEqualTo("c50e8b3d-demo-4000-8000-000000000003:1");
        assertThat(turns).filteredOn(turn -> turn.prompt().copyOf() != null).hasSize(2);
        assertThat(turns).anyMatch(turn -> turn.span().interrupted());
    }

    @Test
    void itHasASessionOfAnotherAgentWithALongTurnAndACommandThatIsPolled() throws Exception {
        var turns = turns().stream()
                .filter(turn -> turn.product().agent().equals("codex"))
                .toList();
        assertThat(turns)
                .extracting(turn -> turn.origin().project(), turn -> turn.size().pattern())
                .containsExactly(
                        tuple(
                                "mobile-app",
                                "exec_command{2+} → apply_patch → exec_command → write_stdin → exec_command "
                                        + "→ apply_patch → exec_command"),
                        tuple("mobile-app", "exec_command"));
        assertThat(turns).allMatch(turn -> turn.span().closedBy() == ClosedBy.TURN_DURATION);
        assertThat(turns.get(0).steps())
                .filteredOn(step -> step.result().outcome() == Outcome.ERROR)
                .extracting(step -> step.sequence(), step -> step.result().category())
                .containsExactly(tuple(3, ErrorCategory.COMMAND_FAILED));
    }

    @Test
    void whenAllIsPlayedItSaysSoAndRepeatsWithOtherSessions() throws Exception {
        try (var demo = Demo.faster(10_000)) {
            var played = new DemoRun(new StandingStill(), demo);
            assertThat(played.title()).isEqualTo("demo on 127.0.0.1:19092");
            assertThat(played.notice()).isEmpty();
            demo.start();
            Awaitility.await().until(demo::isRepeating);
            assertThat(played.notice())
                    .contains(new Running.Notice("the demo repeats", "to follow this machine's agents: footfall up"));
            Awaitility.await()
                    .until(() -> Transcripts.below(demo.home(), ExcludedProjects.NONE)
                                    .files()
                                    .size()
                            >= 2
                                    * Files.readAllLines(SAMPLES.resolve("files.tsv"))
                                            .size());
        }
    }

    @Test
    void aRoundIsNoCopyOfTheOneBefore() throws Exception {
        int once = turns().size();
        assertThat(turns(2))
                .hasSize(2 * once)
                .filteredOn(turn -> turn.prompt().copyOf() != null)
                .hasSize(4);
    }

    @Test
    void itSaysThatItCannotGoOn() throws Exception {
        try (var demo = Demo.faster(10_000)) {
            Files.delete(demo.home().resolve("projects"));
            Files.writeString(demo.home().resolve("projects"), "in the way");
            demo.start();
            Awaitility.await().until(() -> demo.problem() != null);
            assertThat(new DemoRun(new StandingStill(), demo).notice())
                    .hasValueSatisfying(notice -> assertThat(notice.what())
                            .startsWith("the demo stopped: cannot write to "
                                    + demo.home().getParent() + ": "));
        }
    }

    @Test
    void itPlaysIntoAHomeOfItsOwnAndLeavesNothing() throws Exception {
        Path played;
        try (var demo = Demo.prepared()) {
            played = demo.home();
            assertThat(demo.data()).isEqualTo(played.resolveSibling("data"));
            demo.start();
            Awaitility.await()
                    .until(() -> !Transcripts.below(played, ExcludedProjects.NONE)
                            .files()
                            .isEmpty());
        }
        assertThat(played.getParent()).doesNotExist();
    }
}
