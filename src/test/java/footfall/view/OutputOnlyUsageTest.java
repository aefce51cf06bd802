package footfall.view;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.CheckedRows;
import footfall.testkit.Fold;
import footfall.testkit.MadeLines;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Usage of turns whose transcripts contain only output tokens, alone and with others. */
class OutputOnlyUsageTest {
    private static final String SONNET = "claude-sonnet-4-5-20250929";

    @Test
    void countsThatTranscriptsDoNotContainAreAbsentUnlessOthersContainThem() {
        var fold = Fold.over(new CheckedRows(), Story.RULES, Transcripts.START);
        fold.line(MadeLines.FILE, 0, MadeLines.prompt(0));
        fold.line(MadeLines.FILE, 1, MadeLines.output(1, SONNET, 5));
        var turns = fold.end();
        var lines = Transcripts.session("s2").prompt(0, "go");
        lines.assistant(1, "m1").usage(1_100, 110);
        var all = new ArrayList<>(turns);
        all.addAll(Fold.turns(lines));
        var unpriced = new UsageRow.ModelTokens(SONNET, Tokens.ofOutput(5), null);
        var alone = bill(turns, UsageBy.MODEL).total();
        assertThat(alone.tokens()).isEqualTo(Tokens.ofOutput(5));
        assertThat(alone.costUsd()).isNull();
        assertThat(alone.unpricedModels()).containsExactly(unpriced);
        var mixed = bill(all, UsageBy.MODEL).rows().get(0);
        assertThat(mixed.tokens()).isEqualTo(new Tokens(1_100, 115, 0, 0, 0));
        assertThat(mixed.costUsd()).isEqualByComparingTo("0.00495");
        assertThat(mixed.unpricedModels()).containsExactly(unpriced);
    }

    private static UsageBill bill(List<Turn> turns, UsageBy by) {
        return UsageTest.answers(turns)
                .usage(
                        new UsageQuestion(List.of(by), Selection.ALL, ZoneOffset.UTC),
                        new UsageBill.Order(null, Integer.MAX_VALUE, false));
    }
}
