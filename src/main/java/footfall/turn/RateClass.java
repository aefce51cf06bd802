package footfall.turn;

import footfall.line.Tier;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.Set;

/**
 * What selects a price of a model for a request: the period starting on {@code from}, null for the
 * first; a context of more than {@code above} tokens; and the terms of the request.
 */
public record RateClass(LocalDate from, long above, Set<Tier> tiers) {
    public static final RateClass BASE = new RateClass(null, 0, Set.of());

    public RateClass {
        tiers = Set.copyOf(tiers);
    }

    static void write(RowWriter out, RateClass rate) {
        out.flag(rate.from != null);
        if (rate.from != null) {
            out.signed(rate.from.toEpochDay());
        }
        out.unsigned(rate.above);
        out.unsigned(rate.tiers.stream().mapToLong(tier -> 1L << tier.ordinal()).sum());
    }

    static RateClass read(RowReader in) {
        var from = in.flag() ? LocalDate.ofEpochDay(in.signed()) : null;
        long above = in.unsigned();
        long bits = in.unsigned();
        return new RateClass(from, above, bits == 0 ? Set.of() : tiers(bits));
    }

    private static Set<Tier> tiers(long bits) {
        var tiers = EnumSet.noneOf(Tier.class);
        for (var tier : Tier.values()) {
            if ((bits & 1L << tier.ordinal()) != 0) {
                tiers.add(tier);
            }
        }
        return tiers;
    }
}
