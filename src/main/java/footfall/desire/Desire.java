package footfall.desire;

import footfall.line.ErrorCategory;
import java.time.Instant;
import java.util.List;

/**
 * What agents reached for and could not have. {@code id} is {@code category:subject}. Of a turn pattern
 * everything is over its long turns; of a failure {@code count} is calls, and {@code error} the text of the
 * latest one, null when it was left behind.
 */
public record Desire(
    String id,
    String category,
    String subject,
    String toolName,
    String error,
    String source,
    long count,
    int sessions,
    double avgLength,
    Instant firstSeen,
    Instant lastSeen,
    List<String> examples) {
  /** The category of patterns; failures have the words of {@link ErrorCategory}. */
  public static final String TURN_PATTERN = "turn-pattern";

  public static final String SOURCE = "transcript-analysis";

  public Desire {
    examples = List.copyOf(examples);
  }

  public static String id(String category, String subject) {
    return category + ":" + subject;
  }

  public boolean isTurnPattern() { return category.equals(TURN_PATTERN); }

  /** A failed command is often a red test, ordinary work: it ranks behind everything else. */
  public boolean isOrdinary() {
    return category.equals(ErrorCategory.COMMAND_FAILED.word());
  }
}
