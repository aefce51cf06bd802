package footfall.pattern;

import java.time.Instant;
import java.util.List;

/**
 * A subject as it stands: sums over its members, how many sessions they stand in, the first and the last, the
 * ids of the latest turns and what the latest gave. {@code latest} is null when no member is left, and so is
 * all else of it.
 */
public record TallyView(
    Subject subject, Sums sums, int sessions, Instant firstSeen, Instant lastSeen, List<String> examples,
    SubjectPart latest) {
  public TallyView {
    examples = List.copyOf(examples);
  }

  public boolean isGone() { return latest == null; }

  static TallyView gone(Subject subject) {
    return new TallyView(subject, Sums.ZERO, 0, null, null, List.of(), null);
  }
}
