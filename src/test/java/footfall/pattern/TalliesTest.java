package footfall.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import footfall.line.ErrorCategory;
import footfall.line.SessionId;
import footfall.turn.Contribution;
import footfall.turn.Totals;
import footfall.turn.TurnRules;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TalliesTest {
    private static final Instant DAY_1 = Instant.parse("2026-01-01T10:00:00Z");
    private static final Instant DAY_2 = Instant.parse("2026-01-02T10:00:00Z");

    private static TalliedTurn walk(String session, int index, Instant at, Totals.Calls... calls) {
        int length = List.of(calls).stream().mapToInt(Totals.Calls::count).sum();
        var pattern = String.join(
                " → ", List.of(calls).stream().map(Totals.Calls::tool).toList());
        var given = new Contribution(pattern, length, length > 5, at, List.of(calls), List.of());
        return new TalliedTurn(session + ":" + index, new SessionId(session), given);
    }

    private static Totals.Calls calls(String tool, int count) {
        return new Totals.Calls(tool, count);
    }

    @Test
    void onePatternHoldsLongAndShortTurns() {
        var tallies = new Tallies(null);
        tallies.add(walk("b", 0, DAY_2, calls("Read", 1), calls("Edit", 1)));
        tallies.add(walk("a", 0, DAY_1, calls("Read", 5), calls("Edit", 2)));
        assertThat(tallies.patterns())
                .containsExactly(new Pattern("Read → Edit", 2, 4.5, 2, 1, DAY_1, DAY_2, List.of("b:0", "a:0")));
        assertThat(tallies.tools())
                .containsExactly(
                        new Tool("Read", 6, 37.0 / 6, 5, 500.0 / 6, 0, 2, DAY_1, DAY_2),
                        new Tool("Edit", 3, 16.0 / 3, 2, 200.0 / 3, 0, 2, DAY_1, DAY_2));
    }

    @Test
    void turnsWithoutStepsAreNoPatternAndTurnsWithoutTimeAreInNoTally() {
        var tallies = new Tallies(null);
        tallies.add(walk("a", 0, DAY_1));
        tallies.add(walk("a", 1, null, calls("Read", 1)));
        assertThat(tallies.patterns()).isEmpty();
        assertThat(tallies.tools()).isEmpty();
    }

    @Test
    void whatIsBeforeTheBeginningIsLeftOut() {
        var tallies = new Tallies(DAY_2);
        tallies.add(walk("a", 0, DAY_1, calls("Read", 1)));
        tallies.add(walk("a", 1, DAY_2, calls("Edit", 1)));
        assertThat(tallies.patterns()).extracting(Pattern::pattern).containsExactly("Edit");
    }

    @Test
    void examplesAreTheFiveLatestWhateverTheOrder() {
        var tallies = new Tallies(null);
        for (int i : new int[] {3, 0, 6, 1, 5, 2, 4}) {
            tallies.add(walk("a", i, DAY_1.plusSeconds(i), calls("Read", 1)));
        }
        assertThat(tallies.patterns().get(0).examples()).containsExactly("a:6", "a:5", "a:4", "a:3", "a:2");
    }

    @Test
    void failuresAreCountedByTool() {
        var tallies = new Tallies(null);
        var failures = List.of(
                new Totals.Failures(ErrorCategory.TIMEOUT, "Bash", "Bash", 2, "timed out"),
                new Totals.Failures(ErrorCategory.ENV_NEED, "rg", "Bash", 1, "rg: command not found"));
        var given = new Contribution("Bash{2+}", 4, false, DAY_1, List.of(calls("Bash", 4)), failures);
        tallies.add(new TalliedTurn("a:0", new SessionId("a"), given));
        assertThat(tallies.tools()).extracting(Tool::failures).containsExactly(3L);
    }

    @Test
    void aFailureOfAToolWithoutCallsIsOneOfTheOtherTools() {
        var tallies = new Tallies(null);
        var failures = List.of(new Totals.Failures(ErrorCategory.TIMEOUT, "Rare", "Rare", 2, "timed out"));
        var calls = List.of(calls("Read", 1), calls(TurnRules.OTHER, 3));
        tallies.add(new TalliedTurn(
                "a:0", new SessionId("a"), new Contribution("Read → Rare{2+}", 4, false, DAY_1, calls, failures)));
        assertThat(tallies.tools())
                .extracting(Tool::tool, Tool::failures)
                .containsExactly(tuple(TurnRules.OTHER, 2L), tuple("Read", 0L));
    }
}
