package footfall.turn;

import footfall.line.Tier;
import java.time.LocalDate;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What selects a price of a model for a request: the period starting on {@code from}, null for the
 * first; a context of more than {@code above} tokens; and the terms of the request.
 */
public record RateClass(LocalDate from, long above, Set<Tier> tiers) {
    public static final RateClass BASE = new RateClass(null, 0, Set.of());

    public RateClass {
        tiers = tiers.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(tiers));
    }
}
