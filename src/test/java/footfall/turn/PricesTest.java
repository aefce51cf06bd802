package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Line;
import footfall.line.Usage;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** In these tests a price is known by its input. */
class PricesTest {
    private static final LocalDate MARCH = LocalDate.of(2026, 3, 13);

    /** Cheaper from March on, and dearer before that for requests of more than 200,000 tokens. */
    private static final ModelPrices DATED = new ModelPrices(List.of(
            new ModelPrices.Row(PriceBand.BASE, price("5")),
            new ModelPrices.Row(new PriceBand(null, 200_000), price("10")),
            new ModelPrices.Row(new PriceBand(MARCH, 0), price("4"))));

    private static final Prices LISTED = Prices.listed(name -> switch (name) {
        case "opus-dated" -> Optional.of(DATED);
        case "claude-opus-4-5" -> Optional.of(ModelPrices.always(price("5")));
        default -> Optional.empty();
    });

    private static Prices.Price price(String input) {
        return new Prices.Price(
                new BigDecimal(input), BigDecimal.ONE, new BigDecimal("1.25"), BigDecimal.TEN, BigDecimal.ZERO);
    }

    private static BigDecimal input(Prices prices, String model) {
        return prices.of(model).orElseThrow().of(PriceBand.BASE).input();
    }

    private static PriceBand band(long inputTokens, String at) {
        var usage = new Usage(inputTokens - 2, 900_000, 1, 0, 1);
        var message = new Line.Message("m1", "opus-dated", null, usage);
        return LISTED.of(message, at == null ? null : Instant.parse(at)).band();
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
        assertThat(band(200_000, "2026-03-12T23:59:59.999Z")).isEqualTo(PriceBand.BASE);
        assertThat(band(200_001, "2026-03-12T23:59:59.999Z")).isEqualTo(new PriceBand(null, 200_000));
        assertThat(band(200_001, "2026-03-13T00:00:00Z")).isEqualTo(new PriceBand(MARCH, 0));
        assertThat(band(200_001, null)).isEqualTo(new PriceBand(null, 200_000));
    }

    @Test
    void aBandIsPricedByTheListOfTodayThoughAnOtherOneMadeIt() {
        assertThat(DATED.of(new PriceBand(MARCH.minusDays(1), 0)).input()).isEqualTo("5");
        assertThat(DATED.of(new PriceBand(MARCH.plusDays(1), 500)).input()).isEqualTo("4");
        assertThat(DATED.of(new PriceBand(null, 272_000)).input()).isEqualTo("10");
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
            parts.add(new ModelUsage(model, PriceBand.BASE, new Usage(1, 0, 0, 0, 0)));
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
                        new ModelUsage("claude-opus-4-5", PriceBand.BASE, some),
                        new ModelUsage("new", PriceBand.BASE, some),
                        new ModelUsage("new", new PriceBand(MARCH, 0), some)),
                LISTED);
        assertThat(cost).isEqualTo(new Cost(null, List.of("new")));
    }
}
