package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.config.Environment;
import footfall.report.StandardInput;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which models have no price, and how to add one. */
class MissingPricesTest {
    private static String said(String... models) {
        var err = new ByteArrayOutputStream();
        ReadingReport.MissingPrices.say(
                Stream.of(models),
                model -> 0,
                new Console(
                        new Environment(Map.of()),
                        Clock.systemUTC(),
                        new StandardInput(InputStream.nullInputStream()),
                        new ByteArrayOutputStream(),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false,
                        false));
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void modelsAreNamedOnceWithTheWayOut() {
        assertThat(said("b-2", "a-1", "b-2"))
                .isEqualTo("footfall: no price for a-1, b-2; to add one, put [prices.\"MODEL\"] with input, output, "
                        + "cache_write and cache_read (USD per million tokens) into ~/.footfall/config.toml, "
                        + "or install a newer list with: footfall prices update FILE\n");
        assertThat(said("1", "2", "3", "4", "5", "6", "7")).contains("no price for 1, 2, 3, 4, 5 and 2 more; ");
    }

    @Test
    void nothingIsSaidWhereAPriceCannotBeAdded() {
        assertThat(said()).isEmpty();
        assertThat(said("unknown", "(other)")).isEmpty();
    }
}
