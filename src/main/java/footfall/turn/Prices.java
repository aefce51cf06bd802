package footfall.turn;

import footfall.line.Usage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What tokens cost, by model. A key is a whole model name, a family and version ({@code opus-4.5}), or the
 * beginning of names with a {@code *} at its end; that is also the order in which they are tried, the longest
 * beginning first. A model whose version is not listed has no price: guessing made wrong totals look right.
 */
public record Prices(Map<String, Price> byModel) {
  public static final Prices NONE = new Prices(Map.of());

  private static final Pattern FAMILY = Pattern.compile("opus|sonnet|haiku");
  private static final Pattern NUMBERS = Pattern.compile("(?<![\\d.])(\\d{1,2})(?:[-.](\\d{1,2}))?(?![\\d])");
  private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

  public Prices {
    var lower = new HashMap<String, Price>();
    byModel.forEach((model, price) -> lower.put(model.toLowerCase(Locale.ROOT), price));
    byModel = Map.copyOf(lower);
  }

  /** USD per million tokens. */
  public record Price(BigDecimal input, BigDecimal output, BigDecimal cacheWrite, BigDecimal cacheRead) {
    public Price {
      for (var part : List.of(input, output, cacheWrite, cacheRead)) {
        if (part.signum() < 0) {
          throw new IllegalArgumentException("price is negative");
        }
      }
    }

    /** USD, unrounded. */
    BigDecimal of(Usage usage) {
      return input
          .multiply(BigDecimal.valueOf(usage.input()))
          .add(output.multiply(BigDecimal.valueOf(usage.output())))
          .add(cacheWrite.multiply(BigDecimal.valueOf(usage.cacheCreation())))
          .add(cacheRead.multiply(BigDecimal.valueOf(usage.cacheRead())))
          .divide(MILLION);
    }
  }

  /** These prices with others laid over them. */
  public Prices with(Map<String, Price> others) {
    var all = new HashMap<>(byModel);
    all.putAll(new Prices(others).byModel);
    return new Prices(all);
  }

  public Optional<Price> of(String model) {
    var name = model.toLowerCase(Locale.ROOT);
    var exact = byModel.get(name);
    if (exact == null) {
      exact = version(name).map(byModel::get).orElse(null);
    }
    return exact != null ? Optional.of(exact) : byBeginning(name);
  }

  private Optional<Price> byBeginning(String name) {
    return byModel.entrySet().stream()
        .filter(entry -> entry.getKey().endsWith("*"))
        .filter(entry -> name.startsWith(entry.getKey().substring(0, entry.getKey().length() - 1)))
        .max(Comparator.comparing(entry -> entry.getKey().length()))
        .map(Map.Entry::getValue);
  }

  /**
   * {@code haiku-3.5} of {@code claude-3-5-haiku-20241022}, {@code opus-4} of {@code claude-opus-4-20250514}.
   */
  static Optional<String> version(String model) {
    var family = FAMILY.matcher(model);
    if (!family.find()) {
      return Optional.empty();
    }
    var numbers = NUMBERS.matcher(model);
    // Newer names carry the version behind the family; what follows a date belongs to the platform.
    var found = numbers.find(family.end()) && behind(model, family.end(), numbers.start());
    if (!found) {
      numbers.reset();
      found = numbers.find() && numbers.end() <= family.start();
    }
    if (!found) {
      return Optional.empty();
    }
    var minor = numbers.group(2);
    var number = minor == null || minor.equals("0") ? numbers.group(1) : numbers.group(1) + "." + minor;
    return Optional.of(family.group() + "-" + number);
  }

  private static boolean behind(String model, int familyEnd, int numberStart) {
    return numberStart == familyEnd + 1 && (model.charAt(familyEnd) == '-' || model.charAt(familyEnd) == '.');
  }

  static BigDecimal rounded(BigDecimal usd) {
    return usd.setScale(4, RoundingMode.HALF_EVEN);
  }
}
