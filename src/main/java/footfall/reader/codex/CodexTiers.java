package footfall.reader.codex;

import footfall.line.Tier;
import java.util.Set;

/** The terms of a request, as Codex names them. */
final class CodexTiers {
    private CodexTiers() {}

    /** The terms that Codex names, where null is the standard tier. Its fast mode is the tier {@code priority}. */
    static Set<Tier> of(String service) {
        return switch (service == null ? "" : service) {
            case "", "auto", "default", "standard" -> Set.of();
            case "priority", "fast" -> Set.of(Tier.PRIORITY);
            case "flex" -> Set.of(Tier.FLEX);
            case "batch" -> Set.of(Tier.BATCH);
            default -> Set.of(Tier.OTHER);
        };
    }
}
