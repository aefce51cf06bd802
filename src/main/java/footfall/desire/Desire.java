package footfall.desire;

import footfall.line.ErrorCategory;
import footfall.pattern.Subject;
import footfall.pattern.TallyView;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What agents struggle with. {@code id} is {@code category:subject}. For a turn pattern, all values cover its
 * long turns; for a failure, {@code count} is calls, and {@code error} is the latest error text, null when it
 * was redacted.
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
    /** The category of turn patterns; failures use the words of {@link ErrorCategory}. */
    public static final String TURN_PATTERN = "turn-pattern";

    public static final String SOURCE = "transcript-analysis";

    public Desire {
        examples = List.copyOf(examples);
    }

    public static String id(String category, String subject) {
        return category + ":" + subject;
    }

    /** The desire of a running tally of long turns or failures; empty when the rules are not met. */
    public static Optional<Desire> of(TallyView tallied, DesireRules rules) {
        if (tallied.isGone()
                || !rules.isToStand(tallied.subject(), tallied.sums().turns(), tallied.sessions())) {
            return Optional.empty();
        } else if (tallied.subject().kind() == Subject.Kind.FAILURE) {
            var category = tallied.subject().category().word();
            return Optional.of(of(
                    tallied, category, tallied.latest().error(), tallied.sums().calls()));
        }
        var sums = tallied.sums();
        var error = repeated(tallied.subject().name(), sums.length(), sums.turns(), tallied.sessions());
        return Optional.of(of(tallied, TURN_PATTERN, error, sums.turns()));
    }

    private static Desire of(TallyView tallied, String category, String error, long count) {
        var subject = tallied.subject().name();
        return new Desire(
                id(category, subject),
                category,
                subject,
                tallied.latest().tool(),
                error,
                SOURCE,
                count,
                tallied.sessions(),
                (double) tallied.sums().length() / tallied.sums().turns(),
                tallied.firstSeen(),
                tallied.lastSeen(),
                tallied.examples());
    }

    /** The ID of a subject's desire. */
    public static String id(Subject subject) {
        return id(subject.category() == null ? TURN_PATTERN : subject.category().word(), subject.name());
    }

    static String repeated(String pattern, long length, long turns, int sessions) {
        var average = BigDecimal.valueOf(length).divide(BigDecimal.valueOf(turns), 1, RoundingMode.HALF_UP);
        return "Repeated pattern: " + pattern + " (avg " + average + " calls, seen " + turns + " times across "
                + sessions + " sessions)";
    }

    public boolean isTurnPattern() {
        return category.equals(TURN_PATTERN);
    }

    /** A failed command is often an ordinary failing test, so it ranks last. */
    public boolean isOrdinary() {
        return category.equals(ErrorCategory.COMMAND_FAILED.word());
    }
}
