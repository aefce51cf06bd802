package footfall.turn;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import footfall.line.ErrorCategory;
import footfall.loop.Level;
import footfall.loop.Repeat;
import footfall.testkit.Fold;
import footfall.testkit.Transcripts;
import footfall.turn.DetourTotals.Wasted;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What was wasted, counted by hand. */
class DetourTotalsTest {
    private static Wasted wasted(int steps, long timeMs, int input, int output, String cost) {
        return new Wasted(steps, timeMs, new Tokens(input, output, 0, 0, 0), new BigDecimal(cost), null);
    }

    /** Edits and reads by turns; the first edit and the first read fail. Each call takes a second. */
    private static DetourTotals totals() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        lines.assistant(1, "m1", use("Edit", "t0"), use("Read", "t1")).usage(101, 11);
        lines.failed(2, "t0", "String to replace not found in file.").failed(2, "t1", "File does not exist.");
        lines.assistant(3, "m2", use("Edit", "t2"), use("Read", "t3")).usage(7, 3);
        lines.result(4, "t2").result(4, "t3");
        lines.assistant(5, "m3", use("Edit", "t4")).usage(10, 1);
        lines.result(6, "t4");
        lines.assistant(7, "m4", use("Read", "t5"));
        lines.result(8, "t5");
        return Fold.turns(lines).get(0).detours().detourTotals();
    }

    @Test
    void aLoopCountsItsStepsAfterTheFirstRound() {
        assertThat(totals().loops())
                .containsExactly(
                        new DetourTotals.Loops(Level.TOOL, "(Edit → Read){2+}", 1, 3, 6, 7_000, 2, 4, 0, 4),
                        new DetourTotals.Loops(Level.INTENT, "(edit → read){2+}", 1, 3, 6, 7_000, 2, 4, 0, 4));
    }

    /** The tokens of a message are split over its calls: of 101 and 11 the read has 51 and 6. */
    @Test
    void aFailureWastesTheFailedCallAndTakesWhatFollowsUntilItWorks() {
        assertThat(totals().recoveries())
                .containsExactly(
                        new DetourTotals.Recoveries(
                                ErrorCategory.EDIT_MISMATCH,
                                "Edit",
                                1,
                                1,
                                3,
                                3_000,
                                wasted(1, 1_000, 50, 5, "0.000225"),
                                List.of(new DetourTotals.Way("Edit → Read → Edit", 1)),
                                wasted(3, 3_000, 104, 12, "0.000492")),
                        new DetourTotals.Recoveries(
                                ErrorCategory.FILE_NOT_FOUND,
                                "Read",
                                1,
                                1,
                                3,
                                3_000,
                                wasted(1, 1_000, 51, 6, "0.000243"),
                                List.of(new DetourTotals.Way("Read → Edit → Read", 1)),
                                wasted(3, 3_000, 58, 9, "0.000309")));
    }

    @Test
    void aCommandThatEndedWithAnErrorWastesNothingAndRecoversWhenItWorksItself() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        lines.assistant(1, "m1", call("Bash", "t0", Map.of("command", "mix test")))
                .usage(10, 1);
        lines.failed(2, "t0", "Exit code 1");
        lines.assistant(3, "m2", call("Bash", "t1", Map.of("command", "jq ."))).usage(20, 2);
        lines.failed(4, "t1", "sh: 1: jq: not found");
        lines.assistant(5, "m3", call("Bash", "t2", Map.of("command", "ls"))).usage(30, 3);
        lines.result(6, "t2");
        lines.assistant(7, "m4", call("Bash", "t3", Map.of("command", "mix test")))
                .usage(30, 3);
        lines.result(8, "t3");
        assertThat(Fold.turns(lines).get(0).detours().detourTotals().recoveries())
                .containsExactly(
                        new DetourTotals.Recoveries(
                                ErrorCategory.COMMAND_FAILED,
                                "mix test",
                                1,
                                1,
                                4,
                                7_000,
                                Wasted.NOTHING,
                                List.of(new DetourTotals.Way("Bash{2+}", 1)),
                                wasted(4, 4_000, 90, 9, "0.000405")),
                        new DetourTotals.Recoveries(
                                ErrorCategory.ENV_NEED,
                                "jq",
                                1,
                                0,
                                1,
                                1_000,
                                wasted(1, 1_000, 20, 2, "0.00009"),
                                List.of(new DetourTotals.Way("Bash", 1)),
                                wasted(1, 1_000, 20, 2, "0.00009")));
    }

    /** What a hook finds is news, as what a test finds. */
    @Test
    void aCommitThatAHookStopsWastesNothing() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        lines.assistant(1, "m1", call("Bash", "t0", Map.of("command", "git commit -m x")))
                .usage(10, 1);
        lines.failed(2, "t0", "Exit code 1\nhusky - pre-commit hook exited with code 1 (error)");
        lines.assistant(3, "m2", call("Bash", "t1", Map.of("command", "git push")))
                .usage(20, 2);
        lines.failed(4, "t1", "Exit code 128\nfatal: The current branch x has no upstream branch.");
        lines.duration(8, 8_000);
        assertThat(Fold.turns(lines).get(0).detours().detourTotals().recoveries())
                .extracting(
                        DetourTotals.Recoveries::subject, one -> one.wasted().steps())
                .containsExactly(tuple("git commit: hook", 0L), tuple("git push: no-upstream", 1L));
    }

    /** A read of a whole file is known by its path. */
    private static Map<String, Object> read(String id, String file) {
        return call("Read", id, Map.of("file_path", file));
    }

    private static Map<String, Object> call(String tool, String id, Map<String, Object> input) {
        return Map.of("type", "tool_use", "id", id, "name", tool, "input", input);
    }

    @Test
    void aRepeatWastesItselfAndIsCountedByKindAndName() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        lines.assistant(1, "m1", read("t0", "a")).usage(100, 10);
        lines.result(2, "t0");
        lines.assistant(3, "m2", read("t1", "a"), read("t2", "b")).usage(20, 4);
        lines.result(4, "t1").result(4, "t2");
        lines.assistant(5, "m3", call("Bash", "t3", Map.of("command", "make x")))
                .usage(3, 1);
        lines.result(6, "t3");
        lines.assistant(7, "m4", read("t4", "a")).usage(30, 2);
        lines.result(8, "t4");
        assertThat(Fold.turns(lines).get(0).detours().detourTotals())
                .isEqualTo(new DetourTotals(
                        List.of(),
                        List.of(
                                new DetourTotals.Repeats(
                                        Repeat.Kind.SAME_CALL,
                                        "Read",
                                        1,
                                        wasted(1, 1_000, 10, 2, "0.00006"),
                                        followed(1, 1, 2, 1_000, "Read{2+}", null)),
                                new DetourTotals.Repeats(
                                        Repeat.Kind.SAME_READ,
                                        "Read",
                                        1,
                                        wasted(1, 1_000, 30, 2, "0.00012"),
                                        followed(1, 0, 1, 1_000, "Read", null))),
                        List.of(),
                        List.of()));
    }

    private static DetourTotals.Followed followed(
            int recoveries, int recovered, int steps, long timeMs, String way, Wasted taken) {
        return new DetourTotals.Followed(
                recoveries, recovered, steps, timeMs, List.of(new DetourTotals.Way(way, recoveries)), taken);
    }

    /** The second empty search belongs to what followed the first. */
    @Test
    void anEmptySearchTakesWhatFollowsUntilASearchFindsSomething() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        int at = 1;
        for (var pattern : List.of("a", "b", "c", "d")) {
            lines.assistant(at, "m" + at, call("Glob", "t" + at, Map.of("pattern", pattern)))
                    .usage(10, 1);
            var found = pattern.compareTo("c") < 0 ? "No files found" : "/x/" + pattern;
            lines.results(at + 1, Map.of("type", "tool_result", "tool_use_id", "t" + at, "content", found));
            at += 2;
        }
        assertThat(Fold.turns(lines).get(0).detours().detourTotals().repeats())
                .containsExactly(new DetourTotals.Repeats(
                        Repeat.Kind.EMPTY,
                        "Glob",
                        2,
                        wasted(2, 2_000, 20, 2, "0.00009"),
                        followed(1, 1, 3, 5_000, "Glob{2+}", wasted(3, 3_000, 30, 3, "0.000135"))));
    }

    @Test
    void aShortTurnWithoutFailuresHasNone() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        lines.assistant(1, "m1", use("Edit", "t0"), use("Read", "t1")).usage(101, 11);
        assertThat(Fold.turns(lines).get(0).detours().detourTotals()).isNull();
    }
}
