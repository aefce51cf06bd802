package footfall.turn;

import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.time.LocalDate;

/**
 * The band of a model's prices that applies to a message: the period starting on {@code from}, null for the
 * first, and requests with more than {@code above} input tokens.
 */
public record PriceBand(LocalDate from, long above) {
    public static final PriceBand BASE = new PriceBand(null, 0);

    /** Whether this period has started when the other one starts. */
    private boolean beginsBy(LocalDate day) {
        return from == null || day != null && !from.isAfter(day);
    }

    /** Whether a price of this band can apply in the other one. */
    boolean covers(PriceBand other) {
        return beginsBy(other.from) && above <= other.above;
    }

    static void write(RowWriter out, PriceBand band) {
        out.flag(band.from != null);
        if (band.from != null) {
            out.signed(band.from.toEpochDay());
        }
        out.unsigned(band.above);
    }

    static PriceBand read(RowReader in) {
        return new PriceBand(in.flag() ? LocalDate.ofEpochDay(in.signed()) : null, in.unsigned());
    }
}
