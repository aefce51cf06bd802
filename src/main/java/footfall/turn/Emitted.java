package footfall.turn;

import footfall.row.RowReader;
import footfall.row.RowWriter;

/**
 * What was last emitted of a turn: its revision, a fingerprint of the turn and one of what its steps repeat
 * of it, and what it gave to the tallies (null for a copy).
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
