package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Usage;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of messages and of what is summed of them. */
class ModelUsageTest {
    private static final PriceBand LARGE = new PriceBand(LocalDate.of(2026, 3, 13), 200_000);

    @Test
    void bandsAndOneHourWritesAreReadBack() {
        var message = new ModelUsage("opus", LARGE, new Usage(1, 2, 30, 20, 4));
        var timed = new HourUsage(Instant.parse("2026-01-05T10:00:00Z"), message);
        assertThat(FoldRows.USAGE.value(FoldRows.USAGE.bytes(timed))).isEqualTo(timed);
        var models = List.of(
                new ModelUsage("opus", LARGE, message.usage()),
                new ModelUsage(null, PriceBand.BASE, Usage.ZERO),
                new ModelUsage("gpt", PriceBand.BASE, Usage.ofOutput(7)));
        var out = new RowWriter();
        out.list(models, ModelUsage::write);
        assertThat(new RowReader(out.done()).list(ModelUsage::read)).isEqualTo(models);
    }
}
