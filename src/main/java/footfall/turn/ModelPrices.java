package footfall.turn;

import footfall.line.Usage;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * The prices of one model by date and request size. Rows are ordered by period and, within a period, by size;
 * the first row is {@link PriceBand#BASE}.
 */
public record ModelPrices(List<Row> rows) {
    /** A price and the band it applies to. */
    public record Row(PriceBand band, Prices.Price price) {}

    public ModelPrices {
        rows = List.copyOf(rows);
        if (rows.isEmpty() || !rows.get(0).band().equals(PriceBand.BASE)) {
            throw new IllegalArgumentException("the first row must be the base price");
        }
    }

    /** One price for all dates and sizes. */
    public static ModelPrices always(Prices.Price price) {
        return new ModelPrices(List.of(new Row(PriceBand.BASE, price)));
    }

    /** The band of a message; one without a time is in the first period. */
    PriceBand band(Usage usage, Instant at) {
        if (rows.size() == 1) {
            return PriceBand.BASE;
        }
        LocalDate day = at == null ? null : LocalDate.ofInstant(at, ZoneOffset.UTC);
        // A size band applies strictly above its bound.
        return row(new PriceBand(day, Math.max(0, usage.request() - 1))).band();
    }

    Prices.Price of(PriceBand band) {
        return row(band).price();
    }

    /** The last period that has started, and in it the largest size. */
    private Row row(PriceBand band) {
        var found = rows.get(0);
        for (var row : rows) {
            found = row.band().covers(band) ? row : found;
        }
        return found;
    }
}
