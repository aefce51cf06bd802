package footfall.turn;

import footfall.line.ErrorCategory;
import java.time.Instant;
import java.util.List;

/**
 * What one turn gives to the tallies of patterns, tools and desires; kept with the turn, so that a revision
 * can send the difference. {@code startedAt} is null for a turn without any time: it is in no day's tally.
 */
public record Contribution(
    String pattern, int length, boolean isLong, Instant startedAt, List<Calls> calls, List<
        Failures> failures) {
  public Contribution {
    calls = List.copyOf(calls);
    failures = List.copyOf(failures);
  }

  /** Calls of one tool in the turn. */
  public record Calls(String tool, int count) {}

  /** Failed calls of one kind in the turn; {@code error} is the latest text, null when it was left behind. */
  public record Failures(ErrorCategory category, String subject, String tool, int count, String error) {}
}
