package footfall.turn;

import footfall.line.ErrorCategory;
import java.util.ArrayList;

/** The bytes of what was last emitted of a turn. */
final class EmittedBytes {
  private static final ErrorCategory[] CATEGORIES = ErrorCategory.values();

  private EmittedBytes() {}

  static void write(RowWriter out, Emitted emitted) {
    out.unsigned(emitted.revision());
    out.signed(emitted.fingerprint());
    out.signed(emitted.stepsFingerprint());
    var contribution = emitted.contribution();
    out.flag(contribution != null);
    if (contribution != null) {
      write(out, contribution);
    }
  }

  static Emitted read(RowReader in) {
    return new Emitted(in.number(), in.signed(), in.signed(), in.flag() ? readContribution(in) : null);
  }

  private static void write(RowWriter out, Contribution contribution) {
    out.text(contribution.pattern());
    out.unsigned(contribution.length());
    out.flag(contribution.isLong());
    out.instant(contribution.startedAt());
    out.unsigned(contribution.calls().size());
    for (var calls : contribution.calls()) {
      out.text(calls.tool());
      out.unsigned(calls.count());
    }
    out.unsigned(contribution.failures().size());
    for (var failures : contribution.failures()) {
      out.constant(failures.category());
      out.text(failures.subject());
      out.text(failures.tool());
      out.unsigned(failures.count());
      out.text(failures.error());
    }
  }

  private static Contribution readContribution(RowReader in) {
    var pattern = in.text();
    int length = in.number();
    boolean isLong = in.flag();
    var startedAt = in.instant();
    int tools = in.number();
    var calls = new ArrayList<Contribution.Calls>(tools);
    for (int i = 0; i < tools; i++) {
      calls.add(new Contribution.Calls(in.text(), in.number()));
    }
    int kinds = in.number();
    var failures = new ArrayList<Contribution.Failures>(kinds);
    for (int i = 0; i < kinds; i++) {
      failures.add(
          new Contribution.Failures(in.constant(CATEGORIES), in.text(), in.text(), in.number(), in.text()));
    }
    return new Contribution(pattern, length, isLong, startedAt, calls, failures);
  }
}
