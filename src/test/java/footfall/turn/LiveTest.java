package footfall.turn;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.testkit.Transcripts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Turns while they happen: what timers emit, and what later lines make of it. */
class LiveTest {
    /** Lines that happen as they arrive: second 0 of a transcript is the fold's first moment. */
    static Fold live() {
        return Fold.starting(Defaults.TURNS, Transcripts.START);
    }

    static Transcripts s1() {
        return Transcripts.session("s1");
    }

    /** Each emission: turn, revision, reason, number of steps. */
    private static List<String> emitted(Fold fold) {
        return fold.emitted().stream()
                .map(turn -> turn.id().turnId() + " r" + turn.revision() + " "
                        + turn.span().closedBy().word() + " "
                        + turn.size().length())
                .toList();
    }

    @Test
    void aStoppedTurnIsEmittedAfterStopGrace() {
        var fold = live().feed(s1().prompt(0, "go")
                .assistant(1, "m1", use("Read", "t1"))
                .stop(2));
        assertThat(emitted(fold.pass(499))).isEmpty();
        assertThat(emitted(fold.pass(1))).containsExactly("s1:0 r0 stop_hook 1");
    }

    @Test
    void eachLineOfTheTrailPutsStopGraceOff() {
        var lines = s1().prompt(0, "go").assistant(1, "m1", use("Read", "t1")).stop(2);
        var fold = live().feed(lines).pass(400).feed(lines.stop(3)).pass(400);
        assertThat(emitted(fold)).isEmpty();
        assertThat(emitted(fold.pass(100))).containsExactly("s1:0 r0 stop_hook 1");
    }

    @Test
    void aTurnWhoseModelIsDoneIsEmittedAfterEndTurnGrace() {
        var fold = live().feed(s1().prompt(0, "go").endTurn(1, "m1"));
        assertThat(emitted(fold.pass(4_999))).isEmpty();
        assertThat(emitted(fold.pass(1))).containsExactly("s1:0 r0 end_turn 0");
    }

    @Test
    void anyOtherOpenTurnIsEmittedAfterHalfAnHour() {
        var fold = live().feed(s1().prompt(0, "go").assistant(1, "m1", use("Read", "t1")));
        assertThat(emitted(fold.pass(Duration.ofMinutes(30).minusMillis(1)))).isEmpty();
        assertThat(emitted(fold.pass(1))).containsExactly("s1:0 r0 idle 1");
    }

    @Test
    void anOpenTurnOfOldTimesWaitsOnlyForStopGrace() {
        var old = Fold.starting(Defaults.TURNS, Transcripts.at(1).plus(Duration.ofMinutes(30)));
        old.feed(s1().prompt(0, "go").assistant(1, "m1", use("Read", "t1")));
        assertThat(emitted(old.pass(499))).isEmpty();
        assertThat(emitted(old.pass(1))).containsExactly("s1:0 r0 idle 1");

        var younger = Fold.starting(Defaults.TURNS, Transcripts.at(0).plus(Duration.ofMinutes(30)));
        younger.feed(s1().prompt(0, "go").assistant(1, "m1", use("Read", "t1")));
        assertThat(emitted(younger.pass(500))).isEmpty();
    }

    /** As in files of an early Codex. */
    @Test
    void anOpenTurnWithoutAnyTimeIsHistory() {
        var lines = s1().prompt(0, "go").without("timestamp");
        lines.assistant(1, "m1", use("Read", "t1")).without("timestamp");
        var fold = live().feed(lines);
        assertThat(emitted(fold.pass(4_999))).isEmpty();
        assertThat(emitted(fold.pass(1))).containsExactly("s1:0 r0 idle 1");
        fold.feed(lines.assistant(2, "m2", use("Read", "t2")).without("timestamp"));
        assertThat(emitted(fold.pass(5_000))).containsExactly("s1:0 r0 idle 1", "s1:0 r1 idle 2");

        var timed = s1().prompt(0, "go").assistant(1, "m1", use("Read", "t1"));
        var mixed = live().feed(timed.prompt(2, "on").without("timestamp"));
        mixed.feed(timed.assistant(3, "m2").without("timestamp"));
        assertThat(emitted(mixed.pass(5_000))).containsExactly("s1:0 r0 next_prompt 1");
    }

    @Test
    void aTurnThatALineClosesIsEmittedAtOnce() {
        var byDuration = s1().prompt(0, "go").assistant(1, "m1").duration(2, 2_000);
        assertThat(emitted(live().feed(byDuration))).containsExactly("s1:0 r0 turn_duration 0");
        var byInterrupt = s1().prompt(0, "go").assistant(1, "m1").interrupt(2);
        assertThat(emitted(live().feed(byInterrupt))).containsExactly("s1:0 r0 interrupted 0");
        var byPrompt = s1().prompt(0, "go").assistant(1, "m1").prompt(2, "on");
        assertThat(emitted(live().feed(byPrompt))).containsExactly("s1:0 r0 next_prompt 0");
    }

    @Test
    void aPromptThatNoWorkFollowsIsNeverEmitted() {
        assertThat(emitted(live().feed(s1().prompt(0, "go")).pass(Duration.ofDays(1))))
                .isEmpty();
    }

    @Test
    void aTimerChangesNothingInTheState() {
        var lines = s1().prompt(0, "go").assistant(1, "m1", use("Bash", "t1"));
        var fold = live().feed(lines).pass(Duration.ofHours(1));
        fold.feed(lines.result(4_000, "t1")
                .assistant(4_001, "m2", use("Read", "t2"))
                .duration(4_002, 4_002_000));
        assertThat(emitted(fold)).containsExactly("s1:0 r0 idle 1", "s1:0 r1 turn_duration 2");
    }

    @Test
    void aLateResultMakesARevisionAfterStopGrace() {
        var lines = s1().prompt(0, "go").assistant(1, "m1", use("Bash", "t1")).duration(2, 2_000);
        var fold = live().feed(lines).pass(1_000).feed(lines.result(9, "t1"));
        assertThat(emitted(fold.pass(499))).containsExactly("s1:0 r0 turn_duration 1");
        assertThat(emitted(fold.pass(1))).containsExactly("s1:0 r0 turn_duration 1", "s1:0 r1 turn_duration 1");
        assertThat(fold.last()).isEqualTo(fold.end());
    }

    @Test
    void aClosedTurnThatChangesWhileAPromptIsPendingWaitsForStopGraceOnly() {
        var lines = s1().prompt(0, "go")
                .assistant(1, "m1", use("Bash", "t1"))
                .stop(2)
                .prompt(3, "on");
        var fold = live().feed(lines).feed(lines.result(4, "t1")).pass(500);
        assertThat(emitted(fold)).containsExactly("s1:0 r0 stop_hook 1", "s1:0 r1 stop_hook 1");
    }

    @Test
    void beforeANewTurnOpensTheChangedOneIsEmitted() {
        var lines = s1().prompt(0, "go")
                .assistant(1, "m1", use("Bash", "t1"))
                .duration(2, 2_000)
                .prompt(3, "on");
        var fold = live().feed(lines.result(4, "t1").assistant(5, "m2"));
        assertThat(emitted(fold)).containsExactly("s1:0 r0 turn_duration 1", "s1:0 r1 turn_duration 1");
        assertThat(fold.emitted().get(1).steps().get(0).use().completedAt()).isEqualTo(Transcripts.at(4));
    }

    @Test
    void whatChangesNothingIsNotEmittedAgain() {
        var lines = s1().prompt(0, "go")
                .assistant(1, "m1", use("Bash", "t1"))
                .result(2, "t1")
                .duration(3, 3_000);
        var fold = live().feed(lines).pass(1_000);
        lines.result(3, "t1").result(3, "t9").stop(3).interrupt(3).compaction(3).add(3, "ai-title");
        assertThat(emitted(fold.feed(lines).feed(lines).pass(Duration.ofDays(1))))
                .containsExactly("s1:0 r0 turn_duration 1");
        fold.feed(lines.duration(3, 0)).pass(Duration.ofDays(1));
        assertThat(emitted(fold)).containsExactly("s1:0 r0 turn_duration 1");
    }

    @Test
    void changesThatComeTogetherMakeOneRevision() {
        var lines = s1().prompt(0, "go")
                .assistant(1, "m1", use("A", "t1"), use("B", "t2"))
                .duration(2, 2_000);
        var fold = live().feed(lines).pass(1_000);
        fold.feed(lines.result(3, "t1"))
                .pass(300)
                .feed(lines.result(4, "t2"))
                .pass(300)
                .feed(lines.duration(5, 500));
        assertThat(emitted(fold.pass(499))).hasSize(1);
        assertThat(emitted(fold.pass(1))).containsExactly("s1:0 r0 turn_duration 2", "s1:0 r1 turn_duration 2");
    }

    @Test
    void nothingFiresWhileTheTaskIsBehind() {
        var lines = s1().prompt(0, "go").assistant(1, "m1").stop(2);
        var fold = live().feed(lines).behind(true).pass(Duration.ofDays(100));
        assertThat(emitted(fold)).isEmpty();
        assertThat(emitted(fold.behind(false).pass(0))).containsExactly("s1:0 r0 stop_hook 0");
    }

    @Test
    void linesThatMeanNothingAreNotSeenByTimers() {
        var lines = s1().prompt(0, "go").assistant(1, "m1").stop(2);
        var fold = live().feed(lines).pass(400);
        fold.feed(lines.add(3, "progress").add(3, "file-history-snapshot").add(3, "hologram"))
                .pass(100);
        assertThat(emitted(fold)).containsExactly("s1:0 r0 stop_hook 0");
    }

    @Test
    void theRowsOfARevisionAreThoseThatChanged() {
        var lines = s1().prompt(0, "go")
                .assistant(1, "m1", use("A", "t1"), use("B", "t2"))
                .duration(2, 2_000);
        var fold = live().feed(lines).feed(lines.result(3, "t2")).pass(500);
        fold.feed(lines.assistant(4, "m2", use("C", "t3"))).pass(Duration.ofHours(1));
        assertThat(rows(fold)).containsExactly(List.of(0, 1), List.of(1), List.of(0, 1, 2));
    }

    private static List<List<Integer>> rows(Fold fold) {
        return fold.outputs().stream()
                .filter(Output.TurnEmitted.class::isInstance)
                .map(output -> ((Output.TurnEmitted) output)
                        .invocations().stream().map(Invocation::turnSequence).toList())
                .toList();
    }

    @Test
    void aTurnTellsOfEachStepWithItsLengthSoFar() {
        var lines = s1().prompt(0, "go");
        for (int i = 0; i < 8; i++) {
            lines.assistant(i + 1, "m" + i, use("Read", "t" + i));
        }
        var lengths = live().feed(lines).outputs().stream()
                .filter(Output.StepAppended.class::isInstance)
                .map(output -> ((Output.StepAppended) output).turn().head().length())
                .toList();
        assertThat(lengths).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Test
    void wheneverNoTimerIsArmedTheEmittedTurnsAreThoseOfTheLinesSoFar() {
        var lines = s1();
        var steps = List.<Runnable>of(
                () -> lines.prompt(0, "go"),
                () -> lines.assistant(1, "m1", use("Task", "t1"), use("Read", "t2")),
                () -> lines.stop(2),
                () -> lines.result(3, "t2"),
                () -> lines.assistant(4, "m2", use("Edit", "t3")),
                () -> lines.link(5, "t1", "a1"),
                () -> lines.duration(6, 6_000),
                () -> lines.compaction(7),
                () -> lines.prompt(8, "on"),
                () -> lines.failed(9, "t1", "Exit code 1"),
                () -> lines.interrupt(10),
                () -> lines.duration(11, 500),
                () -> lines.endTurn(12, "m3"),
                () -> lines.prompt(13, "and on"),
                () -> lines.assistant(14, "m4"));
        var fold = live();
        for (var step : steps) {
            step.run();
            fold.feed(lines).pass(Duration.ofHours(1));
            assertThat(fold.isArmed()).isFalse();
            assertThat(withoutRevision(fold.last()))
                    .isEqualTo(withoutRevision(live().feed(lines).end()));
        }
    }

    private static List<Turn> withoutRevision(List<Turn> turns) {
        return turns.stream().map(turn -> turn.revised(0)).toList();
    }
}
