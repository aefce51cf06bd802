package footfall.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import footfall.line.Tier;
import footfall.line.Usage;
import footfall.turn.Cost;
import footfall.turn.Prices;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The list as it was taken on its day; a new list may change what this test knows of prices. */
class PriceListTest {
    private static final Prices LISTED = PriceListText.listed();

    /** Of a Claude model: input, output, five-minute write, one-hour write, read. */
    static Prices.Price price(String cells) {
        var usd = Stream.of(cells.split(" ")).map(BigDecimal::new).toList();
        return new Prices.Price(usd.get(0), usd.get(1), usd.get(2), usd.get(3), usd.get(4), BigDecimal.TEN);
    }

    private static String cells(Prices.Price price) {
        return Stream.of(price.input(), price.output(), price.cacheWrite(), price.cacheWrite1h(), price.cacheRead())
                .map(BigDecimal::toPlainString)
                .collect(Collectors.joining(" "));
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
        assertThat(cells(LISTED.of(model).orElseThrow().rows().get(0).price())).isEqualTo(cells);
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
        assertThat(LISTED.of("claude-opus-4-6").orElseThrow().rows())
                .extracting(row -> row.from() + " " + row.above() + " " + cells(row.price()))
                .containsExactly(
                        "null 0 5 25 6.25 10 0.5", "null 200000 10 37.5 12.5 20 1", "2026-03-13 0 5 25 6.25 10 0.5");
    }

    /** What a request costs in USD, of one kind of token. */
    private static BigDecimal cost(String model, Usage usage, Tier... tiers) {
        var used = LISTED.of(model, usage, Set.of(tiers), Instant.parse("2026-11-27T12:00:00Z"));
        return Cost.of(List.of(used), LISTED).usd();
    }

    /** Claude Code 2.1.332's own reckoning for a million tokens of each kind, and what fast mode multiplies it by. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "claude-fable-5-2, 8, 40, 10, 16, 0.2, 2",
        "claude-mythos-5-2, 8, 40, 10, 16, 0.2, 2",
        "claude-fable-5-1, 10, 50, 12.5, 20, 0.25, 1",
        "claude-mythos-5-1, 10, 50, 12.5, 20, 0.25, 1",
        "claude-fable-5, 10, 50, 12.5, 20, 1, 1",
        "claude-mythos-5, 10, 50, 12.5, 20, 1, 1",
        "claude-opus-5-5, 4, 20, 5, 8, 0.2, 2",
        "claude-opus-5, 5, 25, 6.25, 10, 0.5, 2",
        "claude-opus-4-8, 5, 25, 6.25, 10, 0.5, 2",
        "claude-opus-4-7, 5, 25, 6.25, 10, 0.5, 6",
        "claude-opus-4-6, 5, 25, 6.25, 10, 0.5, 6",
        "claude-opus-4-5, 5, 25, 6.25, 10, 0.5, 1",
        "claude-sonnet-5-5, 2, 10, 2.5, 4, 0.1, 1",
        "claude-sonnet-5, 2, 10, 2.5, 4, 0.2, 1",
        "claude-sonnet-4-6, 3, 15, 3.75, 6, 0.3, 1",
        "claude-sonnet-4-5, 3, 15, 3.75, 6, 0.3, 1",
        "claude-sonnet-4-0, 3, 15, 3.75, 6, 0.3, 1",
        "claude-3-7-sonnet, 3, 15, 3.75, 6, 0.3, 1",
        "claude-haiku-4-5, 1, 5, 1.25, 2, 0.1, 1",
        "claude-3-5-haiku, 0.8, 4, 1, 1.6, 0.08, 1",
    })
    void aClaudeModelCostsWhatTheProgramReckons(
            String model, double input, double output, double write, double hour, double read, double fast) {
        for (var one : List.of(model, model + "-20261101")) {
            each(one, 1, 1, input, output, write, hour, read);
            each(one, 1, fast, input, output, write, hour, read, Tier.FAST);
            each(one, 1, 1.1, input, output, write, hour, read, Tier.US);
            each(one, 1, 1.1 * fast, input, output, write, hour, read, Tier.US, Tier.FAST);
            each(one, 1, 1, input, output, write, hour, read, Tier.PRIORITY);
            each(one, 1, 1, input, output, write, hour, read, Tier.BATCH);
        }
    }

    /** {@code part} of a million tokens of each kind. */
    private static void each(
            String model,
            double part,
            double factor,
            double input,
            double output,
            double write,
            double hour,
            double read,
            Tier... tiers) {
        long tokens = (long) (1_000_000 * part);
        var usages = List.of(
                new Usage(tokens, 0, 0, 0, 0),
                new Usage(0, tokens, 0, 0, 0),
                new Usage(0, 0, tokens, 0, 0),
                new Usage(0, 0, tokens, tokens, 0),
                new Usage(0, 0, 0, 0, tokens));
        var usd = List.of(input, output, write, hour, read);
        for (int i = 0; i < usages.size(); i++) {
            assertThat(cost(model, usages.get(i), tiers).doubleValue())
                    .as(model + " " + usages.get(i) + " " + List.of(tiers))
                    .isCloseTo(usd.get(i) * part * factor, within(0.000_1));
        }
        // Ten searches more, on whatever terms.
        assertThat(cost(model, new Usage(0, 0, 0, 0, 0, 10, false), tiers)).isEqualByComparingTo("0.1");
    }

    @Test
    void haiku55CostsFiveTimesFrom100001TokensOfContextOn() {
        each("claude-haiku-5-5", 0.1, 1, 0.1, 0.5, 0.125, 0.2, 0.01);
        each("claude-haiku-5-5", 0.1, 1.1, 0.1, 0.5, 0.125, 0.2, 0.01, Tier.US);
        each("claude-haiku-5-5", 0.1, 1, 0.1, 0.5, 0.125, 0.2, 0.01, Tier.FAST);
        assertThat(cost("claude-haiku-5-5", new Usage(60_000, 100_000, 0, 0, 40_000)))
                .isEqualTo("0.0564");
        assertThat(cost("claude-haiku-5-5", new Usage(60_001, 100_000, 0, 0, 40_000)))
                .isEqualTo("0.2820");
        // Neither output nor what is written to the cache is context, but both cost more beyond the step.
        assertThat(cost("claude-haiku-5-5", new Usage(100_000, 500_000, 500_000, 0, 0)))
                .isEqualTo("0.3225");
        assertThat(cost("claude-haiku-5-5", new Usage(0, 0, 500_000, 250_000, 100_001)))
                .isEqualTo("0.4113");
    }

    /** Fast mode of Codex, which is the service tier priority. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "gpt-5-codex, 2.50, 0.63",
        "gpt-5.1-codex-max, 2.50, 0.63",
        "gpt-5-mini, 0.45, 0.13",
        "gpt-5.3-codex, 3.50,",
        "gpt-5.4, 10.00, 2.50",
        "gpt-5.5, 25.00, 5.00",
        "gpt-5.6-luna, 0.80, 0.20",
        "gpt-6-astra, 40.00,",
        "gpt-5-nano, ,",
    })
    void anOpenAiModelHasPricesForServiceTiersWhereAListHasThem(String model, BigDecimal priority, BigDecimal flex) {
        var usage = new Usage(1_000_000, 0, 0, 0, 0);
        assertThat(cents(cost(model, usage, Tier.PRIORITY))).isEqualTo(priority);
        assertThat(cents(cost(model, usage, Tier.FLEX))).isEqualTo(flex);
        assertThat(cost(model, usage, Tier.OTHER)).isNull();
        assertThat(cost(model, usage)).isNotNull();
    }

    private static BigDecimal cents(BigDecimal usd) {
        return usd == null ? null : usd.setScale(2, RoundingMode.HALF_UP);
    }

    /** As Copilot writes it. */
    @Test
    void aModelInFastModeHasAPriceWhereTheListHasOneForFastMode() {
        assertThat(cost("claude-opus-4.6-fast", new Usage(1_000_000, 0, 0, 0, 0)))
                .isEqualTo("30.0000");
        assertThat(LISTED.of("gpt-5.5-fast")).isEmpty();
        assertThat(LISTED.of("claude-opus-4.1-fast")).isEmpty();
    }

    @Test
    void everyPriceNamesASourceWithItsDay() {
        var list = PriceListText.builtIn();
        assertThat(list.sources().keySet()).containsExactlyInAnyOrder("genai-prices", "claude-code", "openai-tiers");
        assertThat(list.models()).allSatisfy(model -> {
            assertThat(model.prices().rows()).allMatch(row -> list.sources().containsKey(row.source()));
            assertThat(model.prices().factors().values())
                    .allMatch(one -> list.sources().containsKey(one.source()));
        });
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            footfall-costs 1 | 1 not a price list; expected "footfall-prices 1", as footfall prices --text prints it
            version 2026 | 2 invalid day "2026"; expected a day such as 2026-11-27
            S;model m ^m$;price - 0 1 1 1 1 1 1 b | 4 unknown source "b"; expected one of a
            S;model m ^m$;price - 0 1 1 1 1 1 a | 4 "price" has 8 values; expected 9
            S;model m ^m$;price - 0 1 1 1 1 1 -1 a | 4 invalid number "-1"; expected one such as 0 or 2.5
            S;model m .;price - 9 1 1 1 1 1 1 a | 4 the first price of a model must be "price - 0 ..."
            model m (; | 2 invalid regular expression "(": Unclosed group
            model m ^m$;model n ^n$ | 2 model m has no price; add a line "price - 0 ..."
            model m ^m$;end 1 | 2 model m has no price; add a line "price - 0 ..."
            S;model m ^m$;tier slow 2 a | 4 unknown tier "slow"; expected one of fast, priority, flex, batch, other, us
            tier fast 2 a | 2 no model yet; put "model NAME EXPRESSION" before it
            money m | 2 unknown word "money"; expected version, source, model, context, price, tier or end
            version 2026-11-27;end 0 | 4 no model in the list
            S;model m ^m$;price - 0 1 1 1 1 1 1 a;end 1 | 6 no version in the list
            end 0;version 2026-11-27 | 3 a line after the line "end"; expected none
            """)
    void aListThatCannotBeReadNamesTheLineAndWhatWasExpected(String lines, String error) {
        isRefused(lines, error);
    }

    @Test
    void aListOfALaterFormOrOfWhichAPartIsMissingIsRefused() {
        isRefused(
                "footfall-prices 2",
                "1 a list of the form \"footfall-prices 2\", and this footfall reads \"footfall-prices 1\"; update "
                        + "footfall");
        isRefused(
                "version 2026-11-27", "3 the list ends before its line \"end\": it is incomplete; get the whole file");
        isRefused(
                "version 2026-11-27;S;model m ^m$;price - 0 1 1 1 1 1 1 a;end 2",
                "6 the list has 1 models, and its last line says 2: it is incomplete; get the whole file");
    }

    private static void isRefused(String lines, String error) {
        var text = (lines.startsWith("footfall") ? "" : "footfall-prices 1\n")
                + lines.replace("S;", "source a 2026-11-27 b;").replace(";", "\n") + "\n";
        assertThatThrownBy(() -> PriceListText.read(text))
                .isInstanceOfSatisfying(
                        PriceListText.InvalidPriceList.class,
                        why -> assertThat(why.line() + " " + why.getMessage()).isEqualTo(error));
    }
}
