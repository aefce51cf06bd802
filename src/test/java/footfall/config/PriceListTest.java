package footfall.config;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.turn.PriceBand;
import footfall.turn.Prices;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The list as it was taken on its day; a new list may change what this test knows of prices. */
class PriceListTest {
    private static final Prices LISTED = PriceList.listed();

    /** Input, output, five-minute write, one-hour write, read. */
    static Prices.Price price(String cells) {
        var usd = Stream.of(cells.split(" ")).map(BigDecimal::new).toList();
        return new Prices.Price(usd.get(0), usd.get(1), usd.get(2), usd.get(3), usd.get(4));
    }

    @ParameterizedTest(name = "{0} costs {1}")
    @CsvSource({
        "claude-3-opus-20240229, 15 75 18.75 30 1.5",
        "claude-opus-4-0, 15 75 18.75 30 1.5",
        "claude-opus-4-20250514, 15 75 18.75 30 1.5",
        "claude-opus-4-1-20250805, 15 75 18.75 30 1.5",
        "claude-opus-4-5-20251101, 5 25 6.25 10 0.5",
        "claude-sonnet-4-5-20250929, 3 15 3.75 6 0.3",
        "claude-haiku-4-5-20251001, 1 5 1.25 2 0.1",
        "claude-opus-4-7, 5 25 6.25 10 0.5",
        "claude-sonnet-5-20260601, 2 10 2.5 4 0.2",
        "claude-opus-5-20260701, 5 25 6.25 10 0.5",
        "claude-opus-5-5, 4 20 5 8 0.2",
        "claude-fable-5-1, 10 50 12.5 20 0.25",
        "claude-3-haiku-20240307, 0.25 1.25 0.3 0.5 0.03",
        "gpt-5-codex, 1.25 10 1.25 1.25 0.125",
        "gpt-5.1-codex-max, 1.25 10 1.25 1.25 0.125",
        "gpt-5.1-codex-mini, 0.25 2 0.25 0.25 0.025",
        "gpt-5.2-codex, 1.75 14 1.75 1.75 0.175",
        "gpt-5.3-codex, 1.75 14 1.75 1.75 0.175",
        "gpt-5.4-mini, 0.75 4.5 0.75 0.75 0.075",
        "gpt-5.5, 5 30 5 5 0.5",
        "gpt-5.6-sol, 5 30 6.25 6.25 0.5",
        "gpt-5.6-luna, 1 6 1.25 1.25 0.1",
        "codex-mini-latest, 1.5 6 1.5 1.5 0.375",
        "gpt-4.1-20250414, 2 8 2 2 0.5",
        "gemini-2.5-pro, 1.25 10 1.25 1.25 0.125",
        "gemini-2.5-pro-preview-05-06, 1.25 10 1.25 1.25 0.125"
    })
    void aListedModelHasAllItsPrices(String model, String cells) {
        assertThat(LISTED.of(model).orElseThrow().rows().get(0).price()).isEqualTo(price(cells));
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "Claude-Opus-4-5, claude-opus-4-5-20251101",
        "claude-opus-4-5[1m], claude-opus-4-5-20251101",
        "claude-sonnet-4, claude-sonnet-4-20250514",
        "claude-sonnet-4.5, claude-sonnet-4-5-20250929",
        "claude-sonnet-4.6, claude-sonnet-4-6",
        "claude-haiku-4.5, claude-haiku-4-5-20251001",
        "claude-opus-4.5, claude-opus-4-5-20251101",
        "claude-opus-4.6, claude-opus-4-6",
        "claude-opus-4.8, claude-opus-4-8",
        "us.anthropic.claude-opus-4-5-20251101-v1:0, claude-opus-4-5-20251101",
        "us.anthropic.claude-sonnet-4-5-20250929-v1:0[1m], claude-sonnet-4-5-20250929",
        "anthropic.claude-opus-4-20250514-v1:0, claude-opus-4-20250514",
        "anthropic.claude-3-5-sonnet-20241022-v2:0, claude-3-5-sonnet-20241022",
        "arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-haiku-4-5-20251001-v1:0, "
                + "claude-haiku-4-5-20251001",
        "claude-opus-4@20250514, claude-opus-4-20250514",
        "claude-3-5-sonnet-v2@20241022, claude-3-5-sonnet-20241022",
        "anthropic/claude-opus-4.1, claude-opus-4-1-20250805",
        "openai/gpt-5, gpt-5",
        "models/gemini-2.5-flash, gemini-2.5-flash"
    })
    void aModelHasItsPricesHoweverThePlatformWritesIt(String spelling, String model) {
        assertThat(LISTED.of(spelling)).isPresent().isEqualTo(LISTED.of(model));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "claude-opus-6-20270101",
                "claude-opus-4-10",
                "claude-opus-4-1-1",
                "claude-sonnet-5-1",
                "claude-sonnet-5.1",
                "claude-haiku-5",
                "claude-opus",
                "claude-2.1",
                "gpt-7",
                "gpt-5.3-codex-spark",
                "codex-auto-review",
                "claude-opus-4.6-fast",
                "grok-code-fast-1",
                "",
                "opus",
                "v1",
                "/",
                "claude-opus-45",
                "claude-3-5-opus-20250101",
                "unknown",
                "[1m]"
            })
    void anUnlistedVersionHasNone(String model) {
        assertThat(LISTED.of(model)).isEmpty();
    }

    @Test
    void pricesChangeByDayAndBySizeOfTheRequest() {
        var rows = LISTED.of("claude-opus-4-6").orElseThrow().rows();
        assertThat(rows)
                .extracting(row -> row.band())
                .containsExactly(
                        PriceBand.BASE, new PriceBand(null, 200_000), new PriceBand(LocalDate.of(2026, 3, 13), 0));
        assertThat(rows)
                .extracting(row -> row.price())
                .containsExactly(price("5 25 6.25 10 0.5"), price("10 37.5 12.5 20 1"), price("5 25 6.25 10 0.5"));
    }
}
