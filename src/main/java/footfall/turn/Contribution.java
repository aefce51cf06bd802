package footfall.turn;

import footfall.line.ErrorCategory;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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

  /**
   * How many calls of each tool failed. A tool without calls here is one of {@link TurnRules#OTHER}: rows of
   * older footfalls name the tool of a failure whose call they count there.
   */
  public Map<String, Integer> failuresByTool() {
    var named = calls.stream().map(Calls::tool).collect(Collectors.toSet());
    var failed = new HashMap<String, Integer>();
    failures.forEach(one -> failed.merge(named.contains(one.tool()) ? one.tool() : TurnRules.OTHER, one
        .count(), Integer::sum));
    return failed;
  }

  /** Calls of one tool in the turn. */
  public record Calls(String tool, int count) {}

  /** Failed calls of one kind in the turn; {@code error} is the latest text, null when it was left behind. */
  public record Failures(ErrorCategory category, String subject, String tool, int count, String error) {}
}
