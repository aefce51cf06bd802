package footfall.desire;

import static footfall.testkit.Saves.NOTHING_WASTED;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.ErrorCategory;
import footfall.line.SessionId;
import footfall.loop.Repeat;
import footfall.pattern.TalliedTurn;
import footfall.pattern.Tallies;
import footfall.turn.Contribution;
import footfall.turn.DetourTotals;
import footfall.turn.DetourTotals.Wasted;
import footfall.turn.DetourTotals.Way;
import footfall.turn.Tokens;
import footfall.turn.Totals;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DesiresTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static TalliedTurn walk(String session, int index, int length, Totals.Failures... failures) {
        var calls = List.of(new Totals.Calls("Read", length - 1), new Totals.Calls("Edit", 1));
        var at = START.plusSeconds(index);
        var given = new Contribution("Read{2+} → Edit", length, length > 5, at, calls, List.of(failures));
        return new TalliedTurn(session + ":" + index, new SessionId(session), given);
    }

    private static List<Desire> desires(TalliedTurn... walks) {
        var tallies = new Tallies(null);
        List.of(walks).forEach(tallies::add);
        return DesireQuestion.DEFAULT.ranked(tallies.of(Desire.KINDS), DesireRules.DEFAULTS);
    }

    @Test
    void aLongPatternIsADesireFromThreeTurnsOfTwoSessionsOn() {
        assertThat(desires(walk("a", 0, 6), walk("a", 1, 7), walk("a", 2, 8))).isEmpty();
        assertThat(desires(walk("a", 0, 6), walk("b", 1, 7), walk("b", 2, 5))).isEmpty();
        assertThat(desires(walk("a", 0, 6), walk("b", 1, 7), walk("b", 2, 5), walk("a", 3, 9)))
                .containsExactly(new Desire(
                        "turn-pattern:Read{2+} → Edit",
                        "turn-pattern",
                        "Read{2+} → Edit",
                        "Long turns of Read{2+} → Edit",
                        "Read",
                        "Repeated pattern: Read{2+} → Edit (avg 7.3 calls, seen 3 times across 2 sessions)",
                        "transcript-analysis",
                        3,
                        2,
                        22.0 / 3,
                        START,
                        START.plusSeconds(3),
                        List.of("a:3", "b:1", "a:0"),
                        NOTHING_WASTED,
                        new Desire.Detours(null, null, null, null, null),
                        new Desire.Questions(null, null, null, null, null),
                        "They take 7.3 calls on average: write a script or a skill that does this work in fewer "
                                + "calls."));
    }

    private static TalliedTurn asked(String session, int index, int count, int allowed, long waitedMs) {
        var questions = new DetourTotals.Questions(
                "mvn test",
                count,
                allowed,
                waitedMs,
                List.of(new Way("user-once", allowed), new Way("user", count - allowed), new Way("no-rule", count)));
        return with(session, index, new DetourTotals(List.of(), List.of(), List.of(), List.of(questions)));
    }

    private static TalliedTurn with(String session, int index, DetourTotals detours) {
        var of = walk(session, index, 2).given();
        return new TalliedTurn(
                session + ":" + index,
                new SessionId(session),
                new Contribution(
                        of.pattern(),
                        of.length(),
                        of.isLong(),
                        of.startedAt(),
                        of.calls(),
                        of.failures(),
                        null,
                        detours));
    }

    @Test
    void whatAPersonWasAskedInThreeTurnsOfTwoSessionsIsADesireThatWastesTheirTime() {
        assertThat(desires(asked("a", 0, 2, 2, 4_000), asked("a", 1, 1, 1, 500)))
                .isEmpty();
        assertThat(desires(asked("a", 0, 2, 2, 4_000), asked("b", 1, 3, 2, 7_000), asked("b", 2, 1, 1, 500)))
                .singleElement()
                .satisfies(desire -> {
                    assertThat(desire.id()).isEqualTo("asked:mvn test");
                    assertThat(desire.count()).isEqualTo(6);
                    assertThat(desire.wasted().wastedSteps()).isEqualTo(6);
                    assertThat(desire.wasted().wastedTimeMs()).isEqualTo(11_500);
                    assertThat(desire.questions())
                            .isEqualTo(new Desire.Questions(
                                    5L,
                                    1L,
                                    11_500L,
                                    List.of(
                                            new Desire.Questions.Count("user-once", 5),
                                            new Desire.Questions.Count("user", 1)),
                                    List.of(new Desire.Questions.Count("no-rule", 6))));
                });
    }

    @Test
    void waitsComeAfterWhatCanBeChangedHoweverManyTheyAre() {
        var wasted = new Wasted(1, 1_000, Tokens.ZERO, BigDecimal.ZERO, null);
        var repeats = List.of(
                new DetourTotals.Repeats(Repeat.Kind.POLLING, "sleep", 30, wasted, null),
                new DetourTotals.Repeats(Repeat.Kind.SAME_CALL, "git status", 2, wasted, null));
        var detours = new DetourTotals(List.of(), repeats, List.of(), List.of());
        assertThat(desires(with("a", 0, detours), with("a", 1, detours), with("b", 2, detours)))
                .extracting(Desire::id)
                .containsExactly("same-call:git status", "polling:sleep");
    }

    /** A turn of an earlier build counts its search, and does not say what followed. */
    @Test
    void anEmptySearchSaysWhatFollowedAsAFailureDoes() {
        var call = new Wasted(1, 1_000, Tokens.ZERO, BigDecimal.ZERO, null);
        var until = new Wasted(3, 9_000, Tokens.ZERO, BigDecimal.ZERO, null);
        var followed = new DetourTotals.Followed(1, 1, 3, 11_000, List.of(new Way("Glob → Grep{2+}", 1)), until);
        var old = new DetourTotals.Repeats(Repeat.Kind.EMPTY, "Glob", 1, call, null);
        var now = new DetourTotals.Repeats(Repeat.Kind.EMPTY, "Glob", 1, call, followed);
        assertThat(desires(empty("a", 0, now), empty("a", 1, now), empty("b", 2, old)))
                .singleElement()
                .satisfies(desire -> {
                    assertThat(desire.count()).isEqualTo(3);
                    assertThat(desire.wasted().wastedSteps()).isEqualTo(7);
                    assertThat(desire.detours())
                            .isEqualTo(new Desire.Detours(2L, 2L, 6L, 22_000L, List.of(new Way("Glob → Grep{2+}", 2))));
                    assertThat(desire.advice())
                            .isEqualTo("3.0 calls on average until a search finds something: name the folders in which "
                                    + "such files are in CLAUDE.md or AGENTS.md.");
                });
    }

    private static TalliedTurn empty(String session, int index, DetourTotals.Repeats repeats) {
        return with(session, index, new DetourTotals(List.of(), List.of(repeats), List.of(), List.of()));
    }

    @Test
    void aFailureCountsCallsAndItsTurnsOnce() {
        var early = new Totals.Failures(ErrorCategory.ENV_NEED, "rg", "Bash", 2, "rg: command not found");
        var late = new Totals.Failures(ErrorCategory.ENV_NEED, "rg", "Shell", 1, "sh: 1: rg: not found");
        assertThat(desires(walk("a", 0, 2, late, early), walk("a", 1, 4, late)))
                .containsExactly(new Desire(
                        "env-need:rg",
                        "env-need",
                        "rg",
                        "rg is not installed where agents call it",
                        "Shell",
                        "sh: 1: rg: not found",
                        "transcript-analysis",
                        4,
                        1,
                        3,
                        START,
                        START.plusSeconds(1),
                        List.of("a:1", "a:0"),
                        NOTHING_WASTED.withAtLeast(4),
                        new Desire.Detours(0L, 0L, 0L, 0L, List.of()),
                        new Desire.Questions(null, null, null, null, null),
                        "Install it, or name the command to use instead in CLAUDE.md or AGENTS.md."));
    }

    @Test
    void whatFailedOnceAndWhatFailedForNoKnownCauseRankLast() {
        var tests = new Totals.Failures(ErrorCategory.COMMAND_FAILED, "Bash", "Bash", 9, "Exit code 1");
        var missing = new Totals.Failures(ErrorCategory.FILE_NOT_FOUND, "Read", "Read", 2, null);
        var once = new Totals.Failures(ErrorCategory.ENV_NEED, "jq", "Bash", 1, null);
        var stale = new Totals.Failures(ErrorCategory.STALE_READ, "Edit", "Edit", 2, null);
        assertThat(desires(walk("a", 0, 2, tests, missing, stale, once)))
                .extracting(Desire::id)
                .containsExactly("file-not-found:Read", "stale-read:Edit", "env-need:jq", "command-failed:Bash");
    }
}
