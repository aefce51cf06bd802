package footfall.cli;

import footfall.screen.SafeText;
import footfall.turn.Cost;
import footfall.turn.TurnRules;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reports models without a price and how to add one. */
final class MissingPrices {
    private static final int NAMES_MAX = 5;
    private static final List<String> NO_MODELS = List.of(Cost.UNKNOWN, TurnRules.OTHER);

    private MissingPrices() {}

    static void say(Stream<String> unpriced, Console console) {
        var models = unpriced.filter(model -> !NO_MODELS.contains(model))
                .distinct()
                .sorted()
                .toList();
        if (models.isEmpty()) {
            return;
        }
        var named = models.stream().limit(NAMES_MAX).map(SafeText::of).collect(Collectors.joining(", "));
        int more = models.size() - NAMES_MAX;
        console.say("no price for " + named + (more > 0 ? " and " + more + " more" : "") + "; to add one, put "
                + "[prices.\"MODEL\"] with input, output, cache_write and cache_read (USD per million tokens) into "
                + "~/.footfall/config.toml");
    }
}
