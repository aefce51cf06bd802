package footfall.config;

import footfall.turn.ModelPrices;
import footfall.turn.PriceBand;
import footfall.turn.Prices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The built-in prices, from the resource that is named after their date; {@code src/build/prices} updates it.
 * Loaded when the first message is priced.
 */
final class PriceList {
    private static final String RESOURCE = "prices-2026-11-22.txt";
    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    /** Prefixes and suffixes that platforms add to a model's name. */
    private static final Pattern PLATFORM =
            Pattern.compile("^(?:.*/)?(?:(?:[a-z0-9-]+\\.)*anthropic\\.)?|(?:-v\\d+(?::\\d+)?)?(?:\\[1m\\])?$");
    /** A faster mode of a model has a higher price, which the list does not have. */
    private static final String FAST = "-fast";
    /** A date without hyphens, which the list may write with hyphens. */
    private static final Pattern DAY = Pattern.compile("-(20\\d{2})(\\d{2})(\\d{2})$");

    private PriceList() {}

    static Prices listed() {
        return Prices.listed(PriceList::find);
    }

    /** A model of the list; the pattern matches its names. */
    private record Model(Pattern names, ModelPrices prices) {}

    /** Loaded with the class, at the first lookup. */
    private static final class Listed {
        static final List<Model> MODELS = models();
    }

    /** Looks up the name itself, then without platform additions, then with its date as in the list. */
    private static Optional<ModelPrices> find(String name) {
        if (name.endsWith(FAST)) {
            return Optional.empty();
        }
        var own = PLATFORM.matcher(name).replaceAll("").replace('@', '-');
        return Stream.of(name, own, DAY.matcher(own).replaceFirst("-$1-$2-$3"))
                .distinct()
                .flatMap(spelling -> Listed.MODELS.stream()
                        .filter(model -> model.names.matcher(spelling).find()))
                .map(Model::prices)
                .findFirst();
    }

    private static List<Model> models() {
        var models = new ArrayList<Model>();
        var rows = new ArrayList<ModelPrices.Row>();
        var lines = lines();
        for (int i = lines.size() - 1; i >= 0; i--) {
            var line = lines.get(i);
            int tab = line.indexOf('\t');
            if (tab < 0) {
                rows.add(0, row(line.split(" ")));
            } else {
                models.add(0, new Model(Pattern.compile(line.substring(tab + 1)), new ModelPrices(rows)));
                rows.clear();
            }
        }
        return models;
    }

    private static List<String> lines() {
        try (var bytes = PriceList.class.getResourceAsStream(RESOURCE)) {
            var text = new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.startsWith("#")).toList();
        } catch (IOException bug) {
            throw new UncheckedIOException(bug);
        }
    }

    /** {@code FROM ABOVE INPUT OUTPUT WRITE WRITE_1H READ}. */
    private static ModelPrices.Row row(String[] cells) {
        var from = cells[0].equals("-") ? null : LocalDate.parse(cells[0]);
        var price = new Prices.Price(usd(cells[2]), usd(cells[3]), usd(cells[4]), usd(cells[5]), usd(cells[6]));
        return new ModelPrices.Row(new PriceBand(from, Long.parseLong(cells[1])), price);
    }

    private static BigDecimal usd(String cell) {
        return new BigDecimal(cell);
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
        var hour = row.getOrDefault("cache_write_1h", input.multiply(TWO));
        return new Prices.Price(input, row.get("output"), row.get("cache_write"), hour, row.get("cache_read"));
    }
}
