package footfall.turn;

import footfall.row.LazyHash;
import java.util.List;

/**
 * The last emission of a turn: its revision, a fingerprint of the turn, a fingerprint of the values that each
 * invocation record repeats, its contribution to the tallies (null for a copy), how many invocation
 * records it has, and its tokens by class of prices, so that other prices can be applied to them. That of a turn that
 * was withdrawn counts on its revisions.
 */
public record Emitted(
        int revision,
        LazyHash fingerprint,
        LazyHash stepsFingerprint,
        Contribution contribution,
        int invocations,
        List<HourUsage> usage) {
    private static final LazyHash NOTHING = LazyHash.of(0);

    public Emitted {
        usage = List.copyOf(usage);
    }

    Emitted withdrawn() {
        return new Emitted(revision, NOTHING, NOTHING, null, 0, List.of());
    }

    boolean isWithdrawn() {
        return fingerprint.equals(NOTHING);
    }
}
