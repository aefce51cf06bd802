package footfall.turn;

import footfall.line.ErrorCategory;
import java.util.ArrayList;

/** The bytes of what a turn gives to the tallies: the components in the order of the record. */
public final class ContributionBytes {
  private static final ErrorCategory[] CATEGORIES = ErrorCategory.values();

  private ContributionBytes() {}

  public static void write(RowWriter out, Contribution contribution) {
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

  /** Reads what {@link #write} wrote. */
  public static Contribution read(RowReader in) {
    var pattern = in.text();
    int length = in.number();
    boolean isLong = in.flag();
    var startedAt = in.instant();
    int tools = in.count();
    var calls = new ArrayList<Contribution.Calls>(tools);
    for (int i = 0; i < tools; i++) {
      calls.add(new Contribution.Calls(in.text(), in.number()));
    }
    int kinds = in.count();
    var failures = new ArrayList<Contribution.Failures>(kinds);
    for (int i = 0; i < kinds; i++) {
      failures.add(
          new Contribution.Failures(in.constant(CATEGORIES), in.text(), in.text(), in.number(), in.text()));
    }
    return new Contribution(pattern, length, isLong, startedAt, calls, failures);
  }
}
