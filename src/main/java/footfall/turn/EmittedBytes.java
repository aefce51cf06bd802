package footfall.turn;

/** The bytes of what was last emitted of a turn. */
final class EmittedBytes {
  private EmittedBytes() {}

  static void write(RowWriter out, Emitted emitted) {
    out.unsigned(emitted.revision());
    out.signed(emitted.fingerprint());
    out.signed(emitted.stepsFingerprint());
    var contribution = emitted.contribution();
    out.flag(contribution != null);
    if (contribution != null) {
      ContributionBytes.write(out, contribution);
    }
  }

  static Emitted read(RowReader in) {
    return new Emitted(in.number(), in.signed(), in.signed(), in.flag() ? ContributionBytes.read(in) : null);
  }
}
