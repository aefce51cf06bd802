package footfall.turn;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.testkit.StoredRows;
import footfall.testkit.Transcripts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A turn of ever new names: what is over a limit is counted together, and no row grows without end. */
class LimitsTest {
    private static final int NAMES = 3_000;

    private static Fold folded(StoredRows rows) {
        return folded(rows, 0);
    }

    /** {@code loops}: how many tools are called three times in a row before. */
    private static Fold folded(StoredRows rows, int loops) {
        var lines = Transcripts.session("s1").prompt(0, "go");
        for (int i = 0; i < 3 * loops; i++) {
            lines.assistant(1, "l" + i, use("l" + i / 3, "c" + i));
        }
        for (int i = 0; i < NAMES; i++) {
            lines.assistant(1, "m" + i, use("é".repeat(240) + i, "t" + i))
                    .usage(2, 1)
                    .inMessage("model", "m" + "é".repeat(240) + i);
            lines.failed(2, "t" + i, "é".repeat(900));
        }
        return Fold.over(rows, Defaults.TURNS, Transcripts.START).feed(lines.duration(3, 1));
    }

    @Test
    void modelsBeyondTheLimitAreOneWithoutAPriceAndNoTokenIsLost() {
        var turn = folded(new StoredRows()).last().get(0);
        assertThat(turn.spend().models()).hasSize(TurnRules.MODELS_MAX + 1).endsWith(TurnRules.OTHER);
        assertThat(turn.spend().unpricedModels()).endsWith(TurnRules.OTHER);
        assertThat(turn.spend().costUsd()).isNull();
        assertThat(turn.spend().tokens().input()).isEqualTo(2 * NAMES);
        assertThat(turn.spend().tokens().output()).isEqualTo(NAMES);
    }

    @Test
    void aMessageWhoseModelIsBeyondTheLimitIsCountedByItsLastLine() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        for (int i = 0; i < 2 * TurnRules.MODELS_MAX; i++) {
            lines.assistant(1, "m" + i).usage(5, 5).inMessage("model", "model" + i);
            lines.assistant(1, "m" + i).usage(7, 1).inMessage("model", "model" + i);
        }
        assertThat(Fold.turns(lines).get(0).spend().tokens())
                .isEqualTo(new Tokens(7L * 2 * TurnRules.MODELS_MAX, 2L * TurnRules.MODELS_MAX, 0, 0, 0));
    }

    @Test
    void toolsAndFailuresBeyondTheLimitAreCountedTogetherAndTheirSumsAreExact() {
        var fold = folded(new StoredRows());
        var given = fold.outputs().stream()
                .filter(Output.TurnEmitted.class::isInstance)
                .map(output -> ((Output.TurnEmitted) output).after())
                .toList()
                .get(0);
        assertThat(given.calls()).hasSize(TurnRules.TOOLS_MAX + 1);
        assertThat(given.calls().stream().mapToInt(Totals.Calls::count).sum()).isEqualTo(NAMES);
        assertThat(given.calls().get(TurnRules.TOOLS_MAX))
                .isEqualTo(new Totals.Calls(TurnRules.OTHER, NAMES - TurnRules.TOOLS_MAX));
        assertThat(given.failures()).hasSize(TurnRules.FAILURES_MAX + 1);
        assertThat(given.failures().stream().mapToInt(Totals.Failures::count).sum())
                .isEqualTo(NAMES);
    }

    @Test
    void noRowComesNearTheSizeOfARecordAndWhatIsPooledIsReported() {
        var rows = new StoredRows();
        var fold = folded(rows, 60);
        assertThat(rows.largest()).isLessThan(1 << 19);
        var pooled = fold.outputs().stream()
                .filter(Output.Pooled.class::isInstance)
                .map(output -> ((Output.Pooled) output).names())
                .toList();
        assertThat(pooled).contains(Totals.PooledNames.values());
        assertThat(List.of("models-pooled", "tools-pooled", "failures-pooled", "loops-pooled"))
                .containsExactly(
                        pooled.stream().distinct().map(Totals.PooledNames::word).toArray(String[]::new));
    }
}
