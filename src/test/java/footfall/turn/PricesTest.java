package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Line;
import footfall.line.Tier;
import footfall.line.Usage;
import footfall.turn.ModelUsage.RateClass;
import footfall.turn.Prices.ModelPrices;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** In these tests a price is known by its input. */
class PricesTest {
    private static final LocalDate MARCH = LocalDate.of(2026, 3, 13);

    /** Cheaper from March on, and dearer before that for requests of more than 200,000 tokens. */
    private static final ModelPrices DATED =
            model(ModelPrices.Context.INPUT, Map.of(), row(null, 0, "5"), row(null, 200_000, "10"), row(MARCH, 0, "4"));

    private static final ModelPrices STEPPED = model(
            ModelPrices.Context.UNWRITTEN,
            Map.of(
                    Tier.FAST,
                    new ModelPrices.Factor(new BigDecimal("6"), "a"),
                    Tier.US,
                    new ModelPrices.Factor(new BigDecimal("1.1"), "a")),
            row(null, 0, "1"),
            row(null, 100, "5"));

    private static final Prices LISTED = Prices.listed(name -> switch (name) {
        case "opus-dated" -> Optional.of(DATED);
        case "haiku-stepped" -> Optional.of(STEPPED);
        case "claude-opus-4-5" -> Optional.of(ModelPrices.always(price("5")));
        default -> Optional.empty();
    });

    private static ModelPrices model(
            ModelPrices.Context context, Map<Tier, ModelPrices.Factor> factors, ModelPrices.Row... rows) {
        return new ModelPrices(List.of(rows), context, factors);
    }

    private static ModelPrices.Row row(LocalDate from, long above, String input) {
        return new ModelPrices.Row(from, above, price(input), "a");
    }

    private static Prices.Price price(String input) {
        return new Prices.Price(
                new BigDecimal(input), BigDecimal.ONE, new BigDecimal("1.25"), BigDecimal.TEN, BigDecimal.ZERO);
    }

    /** USD for a million tokens of input on these terms. */
    private static BigDecimal input(ModelPrices prices, RateClass rate) {
        return Cost.plain(prices.cost(rate, new Usage(1_000_000, 0, 0, 0, 0)).orElseThrow());
    }

    private static BigDecimal input(Prices prices, String model) {
        return input(prices.of(model).orElseThrow(), RateClass.BASE);
    }

    private static RateClass rate(long inputTokens, String at) {
        var usage = new Usage(inputTokens - 2, 900_000, 1, 0, 1);
        var message = new Line.Message("m1", "opus-dated", null, usage);
        return LISTED.of(message, at == null ? null : Instant.parse(at)).get(0).rate();
    }

    @Test
    void aWholeNameOfTheSettingsGoesFirstThenAVersionThenTheLongestBeginningThenTheList() {
        var prices = LISTED.with(Map.of(
                "claude-opus-4-5-20251101",
                price("7"),
                "haiku-4.5",
                price("2"),
                "claude-s*",
                price("9"),
                "claude-opus-5*",
                price("8")));
        assertThat(input(prices, "Claude-Opus-4-5-20251101")).isEqualTo("7");
        assertThat(input(prices, "us.anthropic.claude-haiku-4-5-20251001-v1:0")).isEqualTo("2");
        assertThat(input(prices, "claude-opus-4-5")).isEqualTo("5");
        assertThat(input(prices, "claude-opus-5-20270101")).isEqualTo("8");
        assertThat(input(prices, "claude-sonnet-9")).isEqualTo("9");
        assertThat(input(prices.with(Map.of("claude-*", price("6"))), "claude-opus-4-5"))
                .isEqualTo("6");
        assertThat(prices.of("gpt-5")).isEmpty();
        assertThat(prices.of((String) null)).isEmpty();
    }

    @Test
    void aMessageCostsWhatHeldOnItsDayForItsSize() {
        assertThat(rate(200_000, "2026-03-12T23:59:59.999Z")).isEqualTo(RateClass.BASE);
        assertThat(rate(200_001, "2026-03-12T23:59:59.999Z")).isEqualTo(new RateClass(null, 200_000, Set.of()));
        assertThat(rate(200_001, "2026-03-13T00:00:00Z")).isEqualTo(new RateClass(MARCH, 0, Set.of()));
        assertThat(rate(200_001, null)).isEqualTo(new RateClass(null, 200_000, Set.of()));
    }

    @Test
    void aClassIsPricedByTheListOfTodayThoughAnOtherOneMadeIt() {
        assertThat(input(DATED, new RateClass(MARCH.minusDays(1), 0, Set.of()))).isEqualTo("5");
        assertThat(input(DATED, new RateClass(MARCH.plusDays(1), 500, Set.of())))
                .isEqualTo("4");
        assertThat(input(DATED, new RateClass(null, 272_000, Set.of()))).isEqualTo("10");
    }

    @Test
    void aContextCanBeWithoutWhatIsWrittenToTheCache() {
        assertThat(LISTED.of("haiku-stepped", new Usage(60, 900, 500, 0, 40), Set.of(), null)
                        .rate())
                .isEqualTo(RateClass.BASE);
        assertThat(LISTED.of("haiku-stepped", new Usage(60, 0, 0, 0, 41), Set.of(), null)
                        .rate())
                .isEqualTo(new RateClass(null, 100, Set.of()));
    }

    @Test
    void termsMultiplyThePriceOfTokensButNotOfSearches() {
        var both = new RateClass(null, 100, Set.of(Tier.FAST, Tier.US));
        assertThat(input(STEPPED, both)).isEqualTo("33");
        assertThat(STEPPED.cost(new RateClass(null, 0, Set.of(Tier.FLEX)), new Usage(1, 0, 0, 0, 0)))
                .isEmpty();
        var searching = model(
                ModelPrices.Context.INPUT,
                STEPPED.factors(),
                new ModelPrices.Row(
                        null,
                        0,
                        new Prices.Price(
                                BigDecimal.ONE,
                                BigDecimal.ONE,
                                BigDecimal.ONE,
                                BigDecimal.ONE,
                                BigDecimal.ONE,
                                BigDecimal.TEN),
                        "a"));
        var searches = new Usage(1_000_000, 0, 0, 0, 0, 3, false);
        assertThat(searching
                        .cost(new RateClass(null, 0, Set.of(Tier.US)), searches)
                        .orElseThrow())
                .isEqualByComparingTo("1.13");
    }

    @Test
    void aPriceOfTheSettingsHasTheTermsOfTheListAndElseIsAlwaysTheSame() {
        var prices = LISTED.with(Map.of("haiku-stepped", price("7"), "mine", price("3")));
        var fast = new RateClass(null, 0, Set.of(Tier.FAST));
        assertThat(input(prices.of("haiku-stepped").orElseThrow(), fast)).isEqualTo("42");
        assertThat(input(prices.of("mine").orElseThrow(), fast)).isEqualTo("3");
    }

    @Test
    void requestsBesideAMessageHaveAModelAndAClassOfTheirOwn() {
        var own = new Usage(50, 1, 0, 0, 0);
        var advised = new Usage(200, 1, 0, 0, 0);
        var message = new Line.Message(
                "m1",
                "haiku-stepped",
                null,
                own,
                Set.of(Tier.FAST),
                List.of(
                        new Line.Request("claude-opus-4-5", advised, Set.of()),
                        new Line.Request("claude-opus-4-5", advised, Set.of()),
                        new Line.Request(null, advised, Set.of())));
        assertThat(LISTED.of(message, null))
                .containsExactly(
                        new ModelUsage("haiku-stepped", new RateClass(null, 0, Set.of(Tier.FAST)), own),
                        new ModelUsage("claude-opus-4-5", RateClass.BASE, advised.plus(advised)),
                        new ModelUsage("haiku-stepped", new RateClass(null, 100, Set.of()), advised));
    }

    @Test
    void anHourOfCacheHasItsOwnPrice() {
        var usage = new Usage(0, 0, 3_000_000, 1_000_000, 0);
        assertThat(price("5").of(usage)).isEqualByComparingTo("12.5");
    }

    @Test
    void costsAreSummedUnroundedInAnyOrder() {
        var parts = new ArrayList<ModelUsage>();
        var third = new Prices.Price(
                new BigDecimal("33.3333333333"), BigDecimal.ONE, BigDecimal.ONE, BigDecimal.ONE, BigDecimal.ONE);
        var rates = new Prices(Map.of("a", third, "b", third, "c", third));
        for (var model : List.of("a", "b", "c")) {
            parts.add(new ModelUsage(model, RateClass.BASE, new Usage(1, 0, 0, 0, 0)));
        }
        assertThat(Cost.of(parts, rates).usd()).isEqualTo("0.0001");
        Collections.reverse(parts);
        assertThat(Cost.of(parts, rates).usd()).isEqualTo("0.0001");
    }

    @Test
    void aModelWithoutAPriceIsNamedOnceAndMakesTheCostUnknown() {
        var some = new Usage(1, 1, 1, 1, 1);
        var cost = Cost.of(
                List.of(
                        new ModelUsage("claude-opus-4-5", RateClass.BASE, some),
                        new ModelUsage("new", RateClass.BASE, some),
                        new ModelUsage("new", new RateClass(MARCH, 0, Set.of()), some)),
                LISTED);
        assertThat(cost).isEqualTo(new Cost(null, List.of("new")));
    }
}
