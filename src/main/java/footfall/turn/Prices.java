package footfall.turn;

import footfall.line.Group;
import footfall.line.Line;
import footfall.line.Tier;
import footfall.line.Usage;
import footfall.turn.ModelUsage.RateClass;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Token prices by model. A key in the settings is a full model name, a family and version ({@code opus-4.5}),
 * or a prefix that ends with {@code *}. Precedence: full name, version, longest prefix, price list;
 * a price of the settings is that of the usual terms, which the list's factors multiply. Any
 * other model has no price, because the price of a similar model would make wrong totals look right.
 * Thread-safe.
 */
public final class Prices {
    public static final Prices NONE = new Prices(Map.of());

    private static final int REMEMBERED_MAX = 1_000;
    private static final Pattern FAMILY = Pattern.compile("opus|sonnet|haiku|fable|mythos");
    private static final Pattern NUMBERS = Pattern.compile("(?<![\\d.])(\\d{1,2})(?:[-.](\\d{1,2}))?(?![\\d])");

    private final Function<String, Optional<ModelPrices>> listed;
    private final Supplier<String> version;
    private final Function<String, Optional<Prices>> reader;
    private final Map<String, ModelPrices> set;
    private final Map<String, Optional<ModelPrices>> remembered = new ConcurrentHashMap<>();

    private Prices(
            Function<String, Optional<ModelPrices>> listed,
            Supplier<String> version,
            Function<String, Optional<Prices>> reader,
            Map<String, ModelPrices> set) {
        this.listed = listed;
        this.version = version;
        this.reader = reader;
        this.set = Map.copyOf(set);
    }

    /** Without the built-in list. */
    public Prices(Map<String, Price> set) {
        this(model -> Optional.empty(), () -> null, text -> Optional.empty(), lower(set));
    }

    /** The list is queried with lower-case names, and only when a message of that model is priced. */
    public static Prices listed(Function<String, Optional<ModelPrices>> list) {
        return listed(list, () -> null, text -> Optional.empty());
    }

    /** A list with a version; {@code reader} reads another list from its text. */
    public static Prices listed(
            Function<String, Optional<ModelPrices>> list,
            Supplier<String> version,
            Function<String, Optional<Prices>> reader) {
        return new Prices(list, version, reader, Map.of());
    }

    /**
     * With the list of this text, and the prices of the settings as they are. These prices if the text is null, or
     * their list is newer; empty if the text is no list.
     */
    public Optional<Prices> relisted(String text) {
        if (text == null) {
            return Optional.of(this);
        }
        return reader.apply(text)
                .map(other -> version() != null && version().compareTo(other.version()) > 0
                        ? this
                        : new Prices(other.listed, other.version, reader, set));
    }

    private static Map<String, ModelPrices> lower(Map<String, Price> set) {
        var lower = new HashMap<String, ModelPrices>();
        set.forEach((model, price) -> lower.put(model.toLowerCase(Locale.ROOT), ModelPrices.always(price)));
        return lower;
    }

    /** USD per million tokens, and per thousand web searches. */
    public record Price(
            BigDecimal input,
            BigDecimal output,
            BigDecimal cacheWrite,
            BigDecimal cacheWrite1h,
            BigDecimal cacheRead,
            BigDecimal webSearches)
            implements Group {
        /** Searches cost nothing. */
        public Price(
                BigDecimal input,
                BigDecimal output,
                BigDecimal cacheWrite,
                BigDecimal cacheWrite1h,
                BigDecimal cacheRead) {
            this(input, output, cacheWrite, cacheWrite1h, cacheRead, BigDecimal.ZERO);
        }

        public Price {
            for (var part : List.of(input, output, cacheWrite, cacheWrite1h, cacheRead, webSearches)) {
                if (part.signum() < 0) {
                    throw new IllegalArgumentException("price is negative");
                }
            }
        }

        /** Tokens cost more by a factor. */
        Price times(BigDecimal factor) {
            return new Price(
                    input.multiply(factor),
                    output.multiply(factor),
                    cacheWrite.multiply(factor),
                    cacheWrite1h.multiply(factor),
                    cacheRead.multiply(factor),
                    webSearches);
        }

        /** With another price of searches. */
        Price searching(BigDecimal usd) {
            return new Price(input, output, cacheWrite, cacheWrite1h, cacheRead, usd);
        }

        /** USD for searches. */
        BigDecimal searches(long count) {
            return webSearches.multiply(BigDecimal.valueOf(count)).scaleByPowerOfTen(-3);
        }

        /** USD for tokens, unrounded; a division by a million would take longer than all the rest. */
        BigDecimal of(Usage usage) {
            long fiveMinutes = usage.cacheCreation() - usage.cacheCreation1h();
            return input.multiply(BigDecimal.valueOf(usage.input()))
                    .add(output.multiply(BigDecimal.valueOf(usage.output())))
                    .add(cacheWrite.multiply(BigDecimal.valueOf(fiveMinutes)))
                    .add(cacheWrite1h.multiply(BigDecimal.valueOf(usage.cacheCreation1h())))
                    .add(cacheRead.multiply(BigDecimal.valueOf(usage.cacheRead())))
                    .scaleByPowerOfTen(-6);
        }
    }

    /** These prices, overridden by those of the settings. */
    public Prices with(Map<String, Price> others) {
        var all = new HashMap<>(set);
        all.putAll(lower(others));
        return new Prices(listed, version, reader, all);
    }

    /** The version of the price list, null without one; the settings have none. */
    public String version() {
        return version.get();
    }

    /** What a message used, by model and class; first, by its own request. */
    public List<ModelUsage> of(Line.Message message, Instant at) {
        var usage = message.usage() == null ? Usage.ZERO : message.usage();
        var own = of(message.model(), usage, message.tiers(), at);
        if (message.beside().isEmpty()) {
            return List.of(own);
        }
        var parts = List.of(own);
        for (var request : message.beside()) {
            var model = request.model() == null ? message.model() : request.model();
            parts = HourUsage.plus(parts, of(model, request.usage(), request.tiers(), at));
        }
        return parts;
    }

    /** What a request used. */
    public ModelUsage of(String model, Usage usage, Set<Tier> tiers, Instant at) {
        var prices = of(model).orElse(null); // Once for each message: lambdas would be made each time.
        var rate = prices == null ? new ModelUsage.RateClass(null, 0, tiers) : prices.rate(usage, tiers, at);
        return new ModelUsage(model, rate, usage);
    }

    /** USD, not rounded; empty when the model has no price, or none on these terms. */
    Optional<BigDecimal> cost(ModelUsage used) {
        return of(used.model()).flatMap(prices -> prices.cost(used.rate(), used.usage()));
    }

    /** Empty if the model is null or has no price. */
    public Optional<ModelPrices> of(String model) {
        if (model == null) {
            return Optional.empty();
        }
        var known = remembered.get(model);
        if (known == null) {
            known = find(model.toLowerCase(Locale.ROOT));
            if (remembered.size() < REMEMBERED_MAX) {
                remembered.put(model, known);
            }
        }
        return known;
    }

    private Optional<ModelPrices> find(String name) {
        return Optional.ofNullable(set.get(name))
                .or(() -> version(name).map(set::get))
                .or(() -> byBeginning(name))
                .map(own -> own.onTermsOf(listed.apply(name).orElse(null)))
                .or(() -> listed.apply(name));
    }

    private Optional<ModelPrices> byBeginning(String name) {
        return set.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith("*"))
                .filter(entry -> name.startsWith(
                        entry.getKey().substring(0, entry.getKey().length() - 1)))
                .max(Comparator.comparing(entry -> entry.getKey().length()))
                .map(Map.Entry::getValue);
    }

    /**
     * {@code haiku-3.5} for {@code claude-3-5-haiku-20241022}, {@code opus-4} for
     * {@code claude-opus-4-20250514}.
     */
    static Optional<String> version(String model) {
        var family = FAMILY.matcher(model);
        if (!family.find()) {
            return Optional.empty();
        }
        var numbers = NUMBERS.matcher(model);
        // In newer names, the version follows the family; anything after a date is platform-specific.
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

    /** Four decimals. */
    public static BigDecimal rounded(BigDecimal usd) {
        return usd.setScale(4, RoundingMode.HALF_EVEN);
    }

    /**
     * The prices of one model. Rows are ordered by period and, within a period, by context;
     * the first row is the base price. {@code context} is what its size counts. {@code factors}: what terms of a
     * request multiply its price by; terms without a factor have no price.
     */
    public record ModelPrices(List<Row> rows, Context context, Map<Tier, Factor> factors) {
        /** A price from a day on, null for always, for requests with a context of more than {@code above} tokens. */
        public record Row(LocalDate from, long above, Prices.Price price, String source) {
            private boolean covers(LocalDate day, long above) {
                return (from == null || day != null && !from.isAfter(day)) && this.above <= above;
            }

            private Row searching(BigDecimal usd) {
                return new Row(from, above, price.searching(usd), source);
            }

            private Row times(BigDecimal factor) {
                return new Row(from, above, price.times(factor), source);
            }
        }

        /** {@code source} is a name of the price list's. */
        public record Factor(BigDecimal times, String source) {}

        /** Which tokens of a request are its context. */
        public enum Context {
            /** All of its input. */
            INPUT,
            /** Its input without what is written to the cache. */
            UNWRITTEN;

            private long of(Usage usage) {
                return this == INPUT ? usage.request() : usage.input() + usage.cacheRead();
            }
        }

        public ModelPrices {
            rows = List.copyOf(rows);
            factors = Map.copyOf(factors);
            if (rows.isEmpty() || rows.get(0).from != null || rows.get(0).above != 0) {
                throw new IllegalArgumentException("the first row must be the base price");
            }
        }

        /** One price for all dates and sizes. */
        public static ModelPrices always(Prices.Price price) {
            return new ModelPrices(List.of(new Row(null, 0, price, null)), Context.INPUT, Map.of());
        }

        /** The prices of requests on these terms, as those of a model of its own; empty when it has none. */
        public Optional<ModelPrices> on(Tier tier) {
            var factor = factors.get(tier);
            return factor == null
                    ? Optional.empty()
                    : Optional.of(new ModelPrices(
                            rows.stream().map(row -> row.times(factor.times)).toList(), context, factors));
        }

        /** This price, on the terms of a listed model, which is null for none. */
        ModelPrices onTermsOf(ModelPrices listed) {
            var all = new EnumMap<Tier, Factor>(Tier.class);
            for (var tier : Tier.values()) {
                all.put(tier, new Factor(BigDecimal.ONE, null));
            }
            if (listed == null) {
                return new ModelPrices(rows, context, all);
            }
            all.putAll(listed.factors);
            var searches = listed.rows.get(0).price.webSearches();
            return new ModelPrices(
                    rows.stream().map(row -> row.searching(searches)).toList(), context, all);
        }

        /** The class of a request; one without a time is in the first period. */
        RateClass rate(Usage usage, Set<Tier> tiers, Instant at) {
            if (rows.size() == 1) {
                return tiers.isEmpty() ? RateClass.BASE : new RateClass(null, 0, tiers);
            }
            LocalDate day = at == null ? null : LocalDate.ofInstant(at, ZoneOffset.UTC);
            // A size applies strictly above its bound.
            var row = row(day, Math.max(0, context.of(usage) - 1));
            return new RateClass(row.from, row.above, tiers);
        }

        /** USD, not rounded; empty for terms without a price. Searches cost the same on any terms. */
        Optional<BigDecimal> cost(RateClass rate, Usage usage) {
            var price = row(rate.from(), rate.above()).price;
            var cost = price.of(usage);
            for (var tier : rate.tiers()) {
                var factor = factors.get(tier);
                if (factor == null) {
                    return Optional.empty();
                }
                cost = cost.multiply(factor.times);
            }
            return Optional.of(usage.webSearches() == 0 ? cost : cost.add(price.searches(usage.webSearches())));
        }

        /** The last period that has started, and in it the largest size. */
        private Row row(LocalDate day, long above) {
            var found = rows.get(0);
            for (var row : rows) {
                found = row.covers(day, above) ? row : found;
            }
            return found;
        }
    }
}
