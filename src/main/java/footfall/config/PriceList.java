package footfall.config;

import footfall.line.Tier;
import footfall.turn.Prices;
import footfall.turn.Prices.ModelPrices;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Prices of models, with their sources. {@code version} is the day on which the list was made; {@code isInstalled}: a
 * user installed it, in place of the one that footfall contains.
 */
public record PriceList(LocalDate version, Map<String, Source> sources, List<Model> models, boolean isInstalled) {
    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    /** Prefixes and suffixes that platforms add to a model's name. */
    private static final Pattern PLATFORM =
            Pattern.compile("^(?:.*/)?(?:(?:[a-z0-9-]+\\.)*anthropic\\.)?|(?:-v\\d+(?::\\d+)?)?(?:\\[1m\\])?$");
    /** The name of a model in fast mode, as Copilot writes it. */
    private static final String FAST = "-fast";
    /** A date without hyphens, which the list may write with hyphens. */
    private static final Pattern DAY = Pattern.compile("-(20\\d{2})(\\d{2})(\\d{2})$");

    public PriceList {
        sources = Map.copyOf(sources);
        models = List.copyOf(models);
    }

    /** Where prices are from, and when they were read there. */
    public record Source(LocalDate day, String what) {}

    /** {@code names} is found in each of its names, in lower case. */
    public record Model(String name, Pattern names, ModelPrices prices) {}

    /** In words. */
    public String described() {
        return "price list of " + version + ", " + (isInstalled ? "installed" : "as this footfall contains it");
    }

    Optional<ModelPrices> find(String name) {
        return name.endsWith(FAST)
                ? find(name.substring(0, name.length() - FAST.length())).flatMap(prices -> prices.on(Tier.FAST))
                : model(name).map(Model::prices);
    }

    /** The list's name of a model, by a name in lower case. */
    public Optional<String> nameOf(String name) {
        return model(name).map(Model::name);
    }

    /** Looks up the name itself, then without platform additions, then with its date as in the list. */
    private Optional<Model> model(String name) {
        var own = PLATFORM.matcher(name).replaceAll("").replace('@', '-');
        return Stream.of(name, own, DAY.matcher(own).replaceFirst("-$1-$2-$3"))
                .distinct()
                .flatMap(spelling -> models.stream()
                        .filter(model -> model.names.matcher(spelling).find()))
                .findFirst();
    }

    /** The prices from the settings. */
    static Map<String, Prices.Price> prices(Map<String, Map<String, BigDecimal>> rows) {
        var prices = new HashMap<String, Prices.Price>();
        rows.forEach((model, row) -> prices.put(model, price(row)));
        return prices;
    }

    /** A one-hour cache write defaults to twice the input price. */
    private static Prices.Price price(Map<String, BigDecimal> row) {
        var input = row.get("input");
        return new Prices.Price(
                input,
                row.get("output"),
                row.get("cache_write"),
                row.getOrDefault("cache_write_1h", input.multiply(TWO)),
                row.get("cache_read"));
    }
}
