package footfall.config;

import footfall.turn.Prices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The prices that footfall knows, as they stood on the day that the resource is named after. */
final class PriceList {
  private static final String RESOURCE = "prices-2026-11-21.toml";

  private PriceList() {}

  static Prices listed() {
    try (var bytes = PriceList.class.getResourceAsStream(RESOURCE)) {
      var table = TomlFile.read(new String(bytes.readAllBytes(), StandardCharsets.UTF_8)).values();
      var rows = Types.rows(Keys.PRICE_COLUMNS).reader().read(table, new Environment(Map.of()));
      return new Prices(prices(rows));
    } catch (IOException bug) {
      throw new UncheckedIOException(bug);
    } catch (TomlFile.Broken | Refused bug) {
      throw new IllegalStateException(RESOURCE, bug);
    }
  }

  static Map<String, Prices.Price> prices(Map<String, Map<String, BigDecimal>> rows) {
    var prices = new HashMap<String, Prices.Price>();
    rows.forEach((model, row) -> prices.put(model, price(row)));
    return prices;
  }

  private static Prices.Price price(Map<String, BigDecimal> row) {
    return new Prices.Price(row.get("input"), row.get("output"), row.get("cache_write"), row.get(
        "cache_read"));
  }
}
