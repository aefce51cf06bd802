package footfall.turn;

import footfall.row.RowReader;
import footfall.row.RowWriter;

/**
 * The last emission of a turn: its revision, a fingerprint of the turn, a fingerprint of the values that each
 * invocation record repeats, and its contribution to the tallies (null for a copy).
 */
public record Emitted(int revision, long fingerprint, long stepsFingerprint, Contribution contribution) {
    static void write(RowWriter out, Emitted emitted) {
        out.unsigned(emitted.revision);
        out.signed(emitted.fingerprint);
        out.signed(emitted.stepsFingerprint);
        out.optional(emitted.contribution, Contribution::write);
    }

    static Emitted read(RowReader in) {
        return new Emitted(in.number(), in.signed(), in.signed(), in.optional(Contribution::read));
    }
}
