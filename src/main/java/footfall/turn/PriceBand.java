package footfall.turn;

import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.time.LocalDate;

/**
 * Which of a model's prices applies to a message: that of the period beginning on {@code from}, null for the
 * first period, and that of requests with more than {@code above} input tokens.
 */
public record PriceBand(LocalDate from, long above) {
  public static final PriceBand BASE = new PriceBand(null, 0);

  /** Whether this period has begun when the other one begins. */
  private boolean beginsBy(LocalDate day) {
    return from == null || day != null && !from.isAfter(day);
  }

  /** Whether a price of this band may apply in the other one. */
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
