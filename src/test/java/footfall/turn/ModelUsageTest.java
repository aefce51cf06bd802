package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Usage;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of messages and of what is summed of them, in today's form and in that of older builds. */
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
        assertThat(new RowReader(out.done()).list(in -> ModelUsage.read(in, 3))).isEqualTo(models);
    }

    @Test
    void olderRowsHaveTheBaseBandAndNoOneHourWrites() {
        var row = new RowWriter();
        row.unsigned(1);
        row.text("opus");
        tokens(row);
        assertThat(FoldRows.USAGE.value(row.done()))
                .isEqualTo(new HourUsage(null, new ModelUsage("opus", PriceBand.BASE, new Usage(1, 2, 30, 0, 4))));
        var models = new RowWriter();
        models.unsigned(1);
        models.text(null);
        tokens(models);
        assertThat(new RowReader(models.done()).list(in -> ModelUsage.read(in, 1)))
                .containsExactly(new ModelUsage(null, PriceBand.BASE, new Usage(1, 2, 30, 0, 4)));
    }

    /** Version 2 had bands and no hours. */
    @Test
    void rowsOfVersion2HaveNoHour() {
        var message = new ModelUsage("opus", LARGE, new Usage(1, 2, 30, 20, 4));
        var row = new RowWriter();
        row.unsigned(2);
        row.text("opus");
        tokens(row);
        row.signed(20);
        PriceBand.write(row, LARGE);
        assertThat(FoldRows.USAGE.value(row.done())).isEqualTo(new HourUsage(null, message));
    }

    private static void tokens(RowWriter out) {
        out.signed(1);
        out.signed(2);
        out.signed(30);
        out.signed(4);
    }
}
