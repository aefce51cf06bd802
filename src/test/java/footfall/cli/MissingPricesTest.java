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
        ReadingReport.MissingPrices.say(Stream.of(models), model -> 0, console(err));
        return err.toString(StandardCharsets.UTF_8);
    }

    private static Console console(ByteArrayOutputStream err) {
        return new Console(
                new Environment(Map.of()),
                Clock.systemUTC(),
                new StandardInput(InputStream.nullInputStream()),
                new ByteArrayOutputStream(),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false);
    }

    @Test
    void modelsAreNamedOnceWithTheWayOut() {
        assertThat(said("b-2", "a-1", "b-2"))
                .isEqualTo("footfall: no price for a-1, b-2\n"
                        + "footfall: add one as [prices.\"MODEL\"] in ~/.footfall/config.toml, "
                        + "or: footfall prices update FILE\n");
        assertThat(said("1", "2", "3", "4", "5", "6", "7")).contains("no price for 1, 2, 3, 4, 5 and 2 more\n");
    }

    @Test
    void modelsOfWhichOnlyOutputIsReportedAreNamedToo() {
        var err = new ByteArrayOutputStream();
        ReadingReport.MissingPrices.sayPartly(Map.of("b-2", 1L, "a-1", 2_000L), console(err));
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("footfall: no cost where only output is reported: a-1 (2,000 tokens), b-2 (1 token)\n");
    }

    @Test
    void nothingIsSaidWhereAPriceCannotBeAdded() {
        assertThat(said()).isEmpty();
        assertThat(said("unknown", "(other)")).isEmpty();
    }
}
