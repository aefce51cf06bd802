package footfall.line;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A term of a request that can change its price: its speed ({@code usage.speed}), its service tier, or the region that
 * computes it ({@code usage.inference_geo}). A request has at most one of each; the usual ones are none. The order is
 * stored.
 */
public enum Tier {
    FAST("fast"),
    PRIORITY("priority"),
    FLEX("flex"),
    BATCH("batch"),
    /** A service tier that no price list knows. */
    OTHER("other"),
    US("us");

    private static final Set<Tier> SERVICE = EnumSet.range(PRIORITY, OTHER);

    private final String word;

    Tier(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public static Optional<Tier> ofWord(String word) {
        return Stream.of(values()).filter(tier -> tier.word.equals(word)).findFirst();
    }

    /** The service tier among these; null for the standard one. */
    public static Tier service(Set<Tier> tiers) {
        return tiers.stream().filter(SERVICE::contains).findFirst().orElse(null);
    }

    /** With one more. */
    public static Set<Tier> with(Set<Tier> tiers, Tier tier) {
        var all = EnumSet.of(tier);
        all.addAll(tiers);
        return Set.copyOf(all);
    }
}
