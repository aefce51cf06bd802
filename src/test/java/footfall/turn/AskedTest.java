package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.AskReason;
import footfall.line.Outcome;
import footfall.line.Permission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The waits of calls, each from a second to another one. */
class AskedTest {
    private final List<StepRow> rows = new ArrayList<>();

    private AskedTest step(
            String tool, String intent, int from, int to, Permission by, AskReason reason, long statedMs) {
        var outcome = by == Permission.USER ? Outcome.REJECTED : Outcome.OK;
        rows.add(new StepRow(
                rows.size(),
                new Step.Use(tool, intent, null, "t" + rows.size(), at(from), at(to)),
                new StepRow.Batch("m1", null, 0),
                new Step.Result(outcome, by, null, null, null, null, null, 0, 0, null),
                0,
                null,
                false,
                null,
                0,
                reason,
                statedMs,
                false,
                null,
                null,
                0));
        return this;
    }

    private AskedTest allowed(int from, int to) {
        return step("Edit", "edit", from, to, Permission.USER_ONCE, AskReason.PATH, 0);
    }

    private AskedTest rejected(int from, int to) {
        return step("Edit", "edit", from, to, Permission.USER, AskReason.PATH, 0);
    }

    private AskedTest answered(int from, int answered, int to) {
        allowed(from, to);
        rows.set(rows.size() - 1, rows.get(rows.size() - 1).timed(at(answered), 0, 0));
        return this;
    }

    private static Instant at(int seconds) {
        return Instant.EPOCH.plusSeconds(seconds);
    }

    private List<Long> waits(Long waitsMs) {
        return Asked.of(rows, waitsMs).stream().map(Asked::waitedMs).toList();
    }

    @Test
    void aPersonAnswersOneQuestionAfterTheOther() {
        assertThat(allowed(0, 10).allowed(0, 14).allowed(20, 21).waits(60_000L))
                .containsExactly(10_000L, 4_000L, 1_000L);
    }

    @Test
    void aCallWaitedUntilTheAnswerThatTheAgentReportsFromTheEndOfTheCallBeforeIt() {
        assertThat(answered(0, 6, 9).answered(0, 12, 14).waits(null)).containsExactly(6_000L, 3_000L);
        assertThat(answered(20, 22, 60).answered(20, 25, 26).waits(5_000L))
                .containsExactly(6_000L, 3_000L, 2_000L, 3_000L);
    }

    @Test
    void callsThatRanWaitedTogetherNoLongerThanTheTurnSays() {
        assertThat(allowed(0, 10).allowed(10, 20).waits(5_000L)).containsExactly(2_500L, 2_500L);
        assertThat(rejected(30, 34).waits(5_000L)).containsExactly(500L, 500L, 4_000L);
    }

    @Test
    void withoutADurationTheWaitOfACallThatRanIsNotKnownButThatOfARejectedOneIs() {
        assertThat(allowed(0, 600).rejected(600, 607).waits(null)).containsExactly(null, 7_000L);
        assertThat(Asked.waitedMs(Asked.of(rows, null))).isEqualTo(7_000L);
    }

    @Test
    void whatTheAgentStatesIsTaken() {
        assertThat(step("bash", "files", 0, 90, Permission.USER_ONCE, null, 21_000)
                        .waits(null))
                .containsExactly(21_000L);
    }

    @Test
    void aCallThatOnlyATextCallsRejectedMayHaveRun() {
        step("Bash", "shell", 0, 600, Permission.USER, null, 0);
        assertThat(waits(9_000L)).containsExactly((Long) null);
        assertThat(Asked.waitedMs(Asked.of(rows, 9_000L))).isNull();
    }

    @Test
    void theTimeOfASubagentIsItsOwn() {
        assertThat(step("Task", "agent", 0, 600, Permission.USER_ONCE, AskReason.NO_RULE, 0)
                        .waits(900_000L))
                .containsExactly((Long) null);
    }

    @Test
    void aToolThatAsksThePersonAboutTheWorkAsksForNoPermission() {
        step("AskUserQuestion", "ask", 0, 60, Permission.USER, null, 0);
        step("ExitPlanMode", "plan", 0, 60, Permission.USER_ONCE, null, 0);
        step("Edit", "edit", 0, 60, Permission.CONFIG, null, 0);
        assertThat(waits(60_000L)).isEmpty();
    }
}
