package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of {@code topology-docs/reports.md}; each price is told by its input. */
class PricesTest {
  private static final Prices LISTED =
      new Prices(
          Map.ofEntries(
              Map.entry("opus-3", price("15")),
              Map.entry("opus-4", price("15")),
              Map.entry("opus-4.1", price("15")),
              Map.entry("opus-4.5", price("5")),
              Map.entry("sonnet-3", price("3")),
              Map.entry("sonnet-3.5", price("3")),
              Map.entry("sonnet-3.7", price("3")),
              Map.entry("sonnet-4", price("3")),
              Map.entry("sonnet-4.5", price("3")),
              Map.entry("haiku-3", price("0.80")),
              Map.entry("haiku-3.5", price("0.80")),
              Map.entry("haiku-4.5", price("1"))));

  private static Prices.Price price(String input) {
    return new Prices.Price(new BigDecimal(input), BigDecimal.ONE, BigDecimal.ONE, BigDecimal.ONE);
  }

  @ParameterizedTest(name = "{0} costs {1}")
  @CsvSource({
    "claude-3-5-haiku-20241022, 0.80",
    "claude-haiku-4-5-20251001, 1",
    "claude-opus-4-5-20251101, 5",
    "claude-opus-4-1-20250805, 15",
    "claude-opus-4-20250514, 15",
    "claude-opus-4-0, 15",
    "claude-3-opus-20240229, 15",
    "claude-3-opus-latest, 15",
    "claude-3-7-sonnet-latest, 3",
    "claude-sonnet-4-20250514, 3",
    "claude-sonnet-4.5, 3",
    "Claude-Opus-4-5, 5",
    "claude-opus-4-5[1m], 5",
    "us.anthropic.claude-opus-4-5-20251101-v1:0, 5",
    "anthropic.claude-opus-4-20250514-v1:0, 15",
    "anthropic.claude-3-5-haiku-20241022-v1:0, 0.80",
    "anthropic.claude-3-5-sonnet-20241022-v2:0, 3",
    "arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-sonnet-4-5-20250929-v1:0, 3",
    "claude-opus-4-5@20251101, 5",
    "claude-3-5-sonnet-v2@20241022, 3",
    "anthropic/claude-opus-4.1, 15"
  })
  void aListedVersionHasItsPriceHoweverThePlatformWritesIt(String model, BigDecimal input) {
    assertThat(LISTED.of(model)).map(Prices.Price::input).hasValue(input);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"claude-opus-5-20270101", "claude-opus-4-6", "claude-sonnet-4-6-20260210", "claude-haiku-5",
        "claude-opus", "claude-2.1", "gpt-5", "", "opus", "claude-opus-45", "claude-3-5-opus-20250101"})
  void anUnlistedVersionHasNone(String model) {
    assertThat(LISTED.of(model)).isEmpty();
  }

  @Test
  void aWholeNameStandsBeforeItsVersionAndThatBeforeItsBeginning() {
    var prices =
        LISTED.with(
            Map.of("claude-opus-4-5-20251101", price("7"), "claude-*", price("9"), "claude-opus-5*", price(
                "8")));
    assertThat(prices.of("Claude-Opus-4-5-20251101")).map(Prices.Price::input).hasValue(new BigDecimal("7"));
    assertThat(prices.of("claude-opus-4-5")).map(Prices.Price::input).hasValue(new BigDecimal("5"));
    assertThat(prices.of("claude-opus-5-20270101")).map(Prices.Price::input).hasValue(new BigDecimal("8"));
    assertThat(prices.of("claude-sonnet-9")).map(Prices.Price::input).hasValue(new BigDecimal("9"));
  }
}
