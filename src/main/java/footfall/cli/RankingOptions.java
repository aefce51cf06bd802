package footfall.cli;

import footfall.desire.Ranking;
import footfall.loop.Level;
import footfall.pattern.Savings;
import footfall.screen.DurationText;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that rank loops and desires, and the columns of what would be saved. */
final class RankingOptions {
    @Option(
            names = "--by",
            paramLabel = "ORDER",
            defaultValue = "steps",
            converter = ChoiceOptions.RankedBy.class,
            completionCandidates = ChoiceOptions.RankedBy.class,
            description = "The order, the largest first: count, or what a better tool would save: steps, time, tokens, "
                    + "cost. Default: ${DEFAULT-VALUE}.")
    Ranking by;

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            converter = ChoiceOptions.LoopLevel.class,
            completionCandidates = ChoiceOptions.LoopLevel.class,
            description = "The level of loops: tool, or intent (what a call was for). Default: tool.")
    private Level level;

    boolean hasLevel() {
        return level != null;
    }

    Level level() {
        return hasLevel() ? level : Level.TOOL;
    }

    static List<Table.Column> columns() {
        return List.of(
                Table.Column.number("SAVED_STEPS"),
                Table.Column.number("SAVED_TIME").hiding(1),
                Table.Column.number("SAVED_TOKENS").hiding(2),
                Table.Column.number("SAVED_USD").hiding(1));
    }

    static List<Object> cells(Savings saved) {
        return List.of(
                saved.savedSteps(),
                DurationText.of(Duration.ofMillis(saved.savedTimeMs())),
                saved.savedTokens().total(),
                UsageTable.cost(saved.savedCostUsd(), saved.savedUnpricedTokens() != null));
    }
}
