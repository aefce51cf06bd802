package footfall.desire;

import footfall.line.ErrorCategory;
import footfall.pattern.Subject;
import footfall.pattern.TallyView;
import footfall.turn.Group;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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
        List<String> examples)
        implements Group {
    /** The category of turn patterns; failures use the words of {@link ErrorCategory}. */
    public static final String TURN_PATTERN = "turn-pattern";
    /** All categories. */
    public static final List<String> CATEGORIES = Stream.concat(
                    Stream.of(TURN_PATTERN), Stream.of(ErrorCategory.values()).map(ErrorCategory::word))
            .toList();

    public static final String SOURCE = "transcript-analysis";

    /** The tallies that may be desires. */
    public static final Set<Subject.Kind> KINDS = Set.of(Subject.Kind.LONG_PATTERN, Subject.Kind.FAILURE);

    private static final Comparator<Desire> RANKING = Comparator.comparing(Desire::isOrdinary)
            .thenComparing(Desire::count, Comparator.reverseOrder())
            .thenComparing((Desire desire) -> desire.id());

    public Desire {
        examples = List.copyOf(examples);
    }

    /** All desires of the tallies: the most frequent first, ties by ID; failed commands last. */
    public static List<Desire> ranked(Stream<TallyView> tallies, DesireRules rules) {
        return tallies.filter(tallied -> KINDS.contains(tallied.subject().kind()))
                .flatMap(tallied -> of(tallied, rules).stream())
                .sorted(RANKING)
                .toList();
    }

    /** The desire of a tally of long turns or failures; empty when the rules are not met. */
    public static Optional<Desire> of(TallyView tallied, DesireRules rules) {
        var subject = tallied.subject();
        var sums = tallied.sums();
        if (tallied.isGone() || !rules.isPublished(subject, sums.turns(), tallied.sessions())) {
            return Optional.empty();
        }
        boolean isFailure = subject.kind() == Subject.Kind.FAILURE;
        return Optional.of(new Desire(
                id(subject),
                category(subject),
                subject.name(),
                tallied.latest().tool(),
                isFailure ? tallied.latest().error() : repeated(tallied),
                SOURCE,
                tallied.count(),
                tallied.sessions(),
                (double) sums.length() / sums.turns(),
                tallied.firstSeen(),
                tallied.lastSeen(),
                tallied.exampleIds()));
    }

    /** The ID of a subject's desire. */
    public static String id(Subject subject) {
        return category(subject) + ":" + subject.name();
    }

    private static String category(Subject subject) {
        return subject.category() == null ? TURN_PATTERN : subject.category().word();
    }

    private static String repeated(TallyView tallied) {
        var length = BigDecimal.valueOf(tallied.sums().length());
        long turns = tallied.sums().turns();
        return "Repeated pattern: " + tallied.subject().name() + " (avg "
                + length.divide(BigDecimal.valueOf(turns), 1, RoundingMode.HALF_UP) + " calls, seen " + turns
                + " times across " + tallied.sessions() + " sessions)";
    }

    public boolean isTurnPattern() {
        return category.equals(TURN_PATTERN);
    }

    /** A failed command is often an ordinary failing test, so it ranks last. */
    public boolean isOrdinary() {
        return category.equals(ErrorCategory.COMMAND_FAILED.word());
    }
}
