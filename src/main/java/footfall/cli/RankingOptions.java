package footfall.cli;

import footfall.desire.Ranking;
import footfall.pattern.Waste;
import footfall.screen.CountWords;
import footfall.screen.DurationText;
import footfall.screen.MoneyText;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that ranks desires, and the columns of what was wasted. */
final class RankingOptions {
    @Option(
            names = "--by",
            paramLabel = "ORDER",
            converter = ChoiceOptions.RankedBy.class,
            completionCandidates = ChoiceOptions.RankedBy.class,
            description = "The order, the largest first: count, or what was wasted: steps, time, tokens, cost. "
                    + "Default: steps.")
    Ranking by = Ranking.STEPS;

    static List<Table.Column> columns() {
        return List.of(
                Table.Column.number("WASTED"),
                Table.Column.number("TIME").hiding(1),
                Table.Column.number("TOKENS").hiding(2),
                Table.Column.number("COST").hiding(1));
    }

    static List<Object> cells(Waste wasted) {
        return List.of(
                wasted.wastedSteps(),
                DurationText.of(Duration.ofMillis(wasted.wastedTimeMs())),
                CountWords.brief(wasted.wastedTokens().total()),
                MoneyText.of(wasted.wastedCostUsd(), wasted.wastedUnpricedTokens() != null));
    }
}
