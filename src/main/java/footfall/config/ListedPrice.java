package footfall.config;

import footfall.turn.Prices;
import footfall.turn.Prices.ModelPrices;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A price of a model: USD per million tokens, and per thousand web searches, from the day {@code since} on, null
 * for always, for a context of more than {@code above} tokens. {@code sourceDay} is when the source was read, null
 * for the settings. {@code priceList} is the version of the list, null for the settings.
 */
public record ListedPrice(
        String model,
        String since,
        long above,
        Prices.Price price,
        List<ListedTier> tiers,
        String source,
        String sourceDay,
        String priceList) {
    private static final String SETTINGS = "settings";

    public ListedPrice {
        tiers = List.copyOf(tiers);
    }

    /** What terms of a request multiply the price of tokens by. */
    public record ListedTier(String tier, BigDecimal factor, String source) {}

    /** First those of the settings, by name, then those of the list in its order. */
    public static List<ListedPrice> all(Settings settings) {
        var all = new ArrayList<ListedPrice>();
        new TreeMap<>(PriceList.prices(settings.get(SettingKeys.PRICES)))
                .forEach((model, price) -> all.addAll(of(model, ModelPrices.always(price), null)));
        var list = settings.priceList();
        list.models().forEach(model -> all.addAll(of(model.name(), model.prices(), list)));
        return all;
    }

    private static List<ListedPrice> of(String model, ModelPrices prices, PriceList list) {
        var tiers = prices.factors().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(one -> new ListedTier(
                        one.getKey().word(),
                        one.getValue().times(),
                        one.getValue().source()))
                .toList();
        return prices.rows().stream().map(row -> of(model, row, tiers, list)).toList();
    }

    private static ListedPrice of(String model, ModelPrices.Row row, List<ListedTier> tiers, PriceList list) {
        return new ListedPrice(
                model,
                row.from() == null ? null : row.from().toString(),
                row.above(),
                row.price(),
                tiers,
                list == null ? SETTINGS : row.source(),
                list == null ? null : list.sources().get(row.source()).day().toString(),
                list == null ? null : list.version().toString());
    }
}
