package footfall.turn;

import static footfall.testkit.MadeLines.output;
import static footfall.testkit.MadeLines.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Line;
import footfall.line.Tier;
import footfall.line.Usage;
import footfall.row.RowBytes;
import footfall.testkit.CheckedRows;
import footfall.testkit.Fold;
import footfall.testkit.MadeLines;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.ModelUsage.RateClass;
import footfall.wire.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The tokens of a turn by model, and where only its output is known. */
class OutputOnlyTest {
    private static final String SONNET = "claude-sonnet-4-5-20250929";

    private static final RateClass LARGE =
            new RateClass(LocalDate.of(2026, 3, 13), 200_000, Set.of(Tier.FAST, Tier.OTHER, Tier.US));

    private static Turn turn(Line... lines) {
        var fold = Fold.over(new CheckedRows(), Story.RULES, Transcripts.START);
        for (int i = 0; i < lines.length; i++) {
            fold.line(MadeLines.FILE, i, lines[i]);
        }
        return fold.end().get(0);
    }

    @Test
    void countsThatATranscriptDoesNotContainAreAbsentAndHaveNoCost() {
        var turn = turn(prompt(0), output(1, SONNET, 5), output(2, SONNET, 7));
        var spend = turn.spend();
        var row = new HourTokens(Transcripts.at(0), SONNET, Tokens.ofOutput(12), null);
        assertThat(spend)
                .isEqualTo(new Turn.Spend(
                        Tokens.ofOutput(12), List.of(SONNET), null, List.of(SONNET), null, List.of(row)));
        assertThat(new String(Json.bytes(spend.tokens()), StandardCharsets.UTF_8))
                .isEqualTo("{\"output\":12}");
        assertThat(RowBytes.read(RowBytes.of(turn), Turn.class, "a turn")).isEqualTo(turn);
        assertThat(Json.read(Turn.class, Json.bytes(turn))).isEqualTo(turn);
    }

    @Test
    void oneRequestOfWhichOnlyTheOutputIsReportedLeavesTheTurnWithoutInput() {
        var tokens = new Line.Tokens(MadeLines.at(1), new Line.Message(null, SONNET, null, new Usage(100, 1, 0, 0, 0)));
        var spend = turn(prompt(0), tokens, output(2, "m", 0)).spend();
        assertThat(spend.tokens()).isEqualTo(Tokens.ofOutput(1));
        assertThat(spend.unpricedModels()).containsExactly("m");
        assertThat(spend.usage())
                .containsExactly(new HourTokens(
                        Transcripts.at(0), SONNET, new Tokens(100, 1, 0, 0, 0), new BigDecimal("0.000315")));
    }

    @Test
    void classesSearchesAndOneHourWritesAreReadBack() {
        var models = List.of(
                new ModelUsage("opus", LARGE, new Usage(1, 2, 30, 20, 4, 5, false)),
                new ModelUsage(null, RateClass.BASE, Usage.ZERO),
                new ModelUsage("gpt", RateClass.BASE, Usage.ofOutput(7)));
        var message = new MessageUsage(Instant.parse("2026-01-05T10:00:00Z"), models);
        assertThat(FoldRows.USAGE.value(FoldRows.USAGE.bytes(message))).isEqualTo(message);
    }
}
