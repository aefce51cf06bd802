package footfall.cli;

import footfall.screen.CountWords;
import footfall.screen.SafeText;
import footfall.turn.Cost;
import footfall.turn.Cost.UnpricedModel;
import footfall.turn.TurnRules;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reports models without a price and how to add one. */
final class MissingPrices {
    private static final int NAMES_MAX = 5;
    private static final List<String> NO_MODELS = List.of(Cost.UNKNOWN, TurnRules.OTHER);

    private MissingPrices() {}

    /** Of totals of sessions; null for none. */
    static void say(Stream<List<UnpricedModel>> unpriced, Console console) {
        var tokens = unpriced.filter(Objects::nonNull)
                .flatMap(List::stream)
                .filter(one -> one.tokens().isComplete())
                .collect(Collectors.groupingBy(
                        UnpricedModel::model,
                        Collectors.summingLong(one -> one.tokens().total())));
        say(tokens.keySet().stream(), tokens::get, console);
    }

    /** With the tokens of each model, all of which are without a cost; 0 where they are not known. */
    static void say(Stream<String> unpriced, ToLongFunction<String> tokens, Console console) {
        var models = unpriced.filter(model -> !NO_MODELS.contains(model))
                .distinct()
                .sorted()
                .toList();
        if (models.isEmpty()) {
            return;
        }
        var named = models.stream()
                .limit(NAMES_MAX)
                .map(model -> named(model, tokens.applyAsLong(model)))
                .collect(Collectors.joining(", "));
        int more = models.size() - NAMES_MAX;
        console.say("no price for " + named + (more > 0 ? " and " + more + " more" : "") + "; to add one, put "
                + "[prices.\"MODEL\"] with input, output, cache_write and cache_read (USD per million tokens) into "
                + "~/.footfall/config.toml, or install a newer list with: footfall prices update FILE");
    }

    private static String named(String model, long tokens) {
        return SafeText.of(model) + (tokens == 0 ? "" : " (" + CountWords.of(tokens, "token") + ")");
    }
}
