package footfall.reader.claude;

import footfall.line.Tier;
import java.util.EnumSet;
import java.util.Set;

/** The terms of a request, as Claude Code names them. */
final class ClaudeTiers {
    private ClaudeTiers() {}

    /** The terms that the {@code usage} of a Claude message names; each text may be null. */
    static Set<Tier> of(String speed, String service, String region) {
        boolean isStandard = service == null || service.equals("standard");
        if (speed == null && isStandard && region == null) {
            return Set.of();
        }
        var tiers = EnumSet.noneOf(Tier.class);
        if (Tier.FAST.word().equals(speed)) {
            tiers.add(Tier.FAST);
        }
        if (Tier.PRIORITY.word().equals(service)) {
            tiers.add(Tier.PRIORITY);
        } else if (Tier.BATCH.word().equals(service)) {
            tiers.add(Tier.BATCH);
        }
        if (Tier.US.word().equals(region)) {
            tiers.add(Tier.US);
        }
        return tiers.isEmpty() ? Set.of() : Set.copyOf(tiers);
    }
}
