package footfall.turn;

import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.util.List;

/**
 * The last emission of a turn: its revision, a fingerprint of the turn, a fingerprint of the values that each
 * invocation record repeats, its contribution to the tallies (null for a copy), how many invocation
 * records it has, and its tokens by class of prices, so that other prices can be applied to them.
 */
public record Emitted(
        int revision,
        long fingerprint,
        long stepsFingerprint,
        Contribution contribution,
        int invocations,
        List<HourUsage> usage) {
    public Emitted {
        usage = List.copyOf(usage);
    }

    static void write(RowWriter out, Emitted emitted) {
        out.unsigned(emitted.revision);
        out.signed(emitted.fingerprint);
        out.signed(emitted.stepsFingerprint);
        out.optional(emitted.contribution, Contribution::write);
        out.unsigned(emitted.invocations);
        out.list(emitted.usage, HourUsage::write);
    }

    static Emitted read(RowReader in) {
        return new Emitted(
                in.number(),
                in.signed(),
                in.signed(),
                in.optional(Contribution::read),
                in.number(),
                in.list(HourUsage::read));
    }
}
