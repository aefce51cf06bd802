package footfall.desire;

import footfall.line.AskReason;
import footfall.line.ErrorCategory;
import footfall.line.FailureCause;
import footfall.line.Group;
import footfall.line.Permission;
import footfall.loop.Repeat;
import footfall.pattern.Subject;
import footfall.pattern.TallyView;
import footfall.pattern.Waste;
import footfall.turn.DetourTotals.Way;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What agents struggle with. {@code id} is {@code category:subject}; {@code title} says it in words. For a turn
 * pattern, all values cover its long turns, and nothing is wasted; for anything else, {@code count} is calls,
 * and {@code error} is the latest error text, null when it was redacted and of a repeat.
 */
public record Desire(
        String id,
        String category,
        String subject,
        String title,
        String toolName,
        String error,
        String source,
        long count,
        int sessions,
        double avgLength,
        Instant firstSeen,
        Instant lastSeen,
        List<String> examples,
        Waste wasted,
        Detours detours,
        Questions questions,
        String advice)
        implements Group {
    /** The category of turn patterns; failures use the words of {@link ErrorCategory}. */
    public static final String TURN_PATTERN = "turn-pattern";
    /** The category of questions to a person about calls. */
    public static final String ASKED = "asked";
    /** All categories. */
    public static final List<String> CATEGORIES = Stream.of(
                    Stream.of(TURN_PATTERN),
                    Stream.of(ErrorCategory.values()).map(ErrorCategory::word),
                    Stream.of(Repeat.Kind.values()).map(Repeat.Kind::word),
                    Stream.of(ASKED))
            .flatMap(Function.identity())
            .toList();

    public static final String SOURCE = "transcript-analysis";

    private static final long BUILDS_MS_MIN = 60_000;
    private static final long SLIPS_MIN = 3;
    /** Wrong paths differ each time, and one remedy rarely fits a few of them. */
    private static final long PATHS_MIN = 5;

    private static final int PATHS_SESSIONS_MIN = 3;

    /** With other paths or texts each time. */
    private static final Set<FailureCause> SLIPS =
            Set.of(FailureCause.FOLDER, FailureCause.NO_FILE, FailureCause.AMBIGUOUS);

    /** The tallies that may be desires. */
    public static final Set<Subject.Kind> KINDS =
            Set.of(Subject.Kind.LONG_PATTERN, Subject.Kind.FAILURE, Subject.Kind.REPEAT, Subject.Kind.ASKED);

    /**
     * Of a failure the {@code recoveries} and how many {@code recovered}, their steps and time, and their most frequent
     * ways; of a repeat what followed, until something useful came. Null of anything else, and of repeats that an
     * earlier build counted.
     */
    public record Detours(Long recoveries, Long recovered, Long recoverySteps, Long recoveryTimeMs, List<Way> ways)
            implements Group {
        private static final Detours NONE = new Detours(null, null, null, null, null);

        public Detours {
            ways = ways == null ? null : List.copyOf(ways);
        }

        static Detours of(TallyView tallied) {
            var sums = tallied.sums().detours();
            var after = sums.followed();
            if (tallied.subject().kind() == Subject.Kind.FAILURE) {
                return new Detours(
                        sums.occurrences(), sums.recovered(), sums.steps(), sums.timeMs(), tallied.topWays());
            }
            return after == null
                    ? NONE
                    : new Detours(
                            after.recoveries(), after.recovered(), after.steps(), after.timeMs(), tallied.topWays());
        }
    }

    /**
     * Of calls that stood at a question to a person: how many were allowed and rejected, how long they waited, and how
     * often each answer and each reason was. Null of anything else.
     */
    public record Questions(Long allowed, Long rejected, Long waitedMs, List<Count> answers, List<Count> reasons)
            implements Group {
        private static final Questions NONE = new Questions(null, null, null, null, null);

        /** {@code word}: of {@link Permission} or {@link AskReason}. */
        public record Count(String word, long count) {}

        public Questions {
            answers = answers == null ? null : List.copyOf(answers);
            reasons = reasons == null ? null : List.copyOf(reasons);
        }

        static Questions of(TallyView tallied) {
            if (tallied.subject().kind() != Subject.Kind.ASKED) {
                return NONE;
            }
            var sums = tallied.sums().detours();
            return new Questions(
                    sums.recovered(),
                    sums.occurrences() - sums.recovered(),
                    sums.timeMs(),
                    counts(tallied, Stream.of(Permission.values()).map(Permission::word)),
                    counts(tallied, Stream.of(AskReason.values()).map(AskReason::word)));
        }

        private static List<Count> counts(TallyView tallied, Stream<String> of) {
            var words = of.collect(Collectors.toSet());
            return tallied.topWays().stream()
                    .filter(way -> words.contains(way.way()))
                    .map(way -> new Count(way.way(), way.count()))
                    .toList();
        }
    }

    public Desire {
        examples = List.copyOf(examples);
    }

    /** The desire of a tally of long turns, failures, repeats or questions; empty when the rules are not met. */
    public static Optional<Desire> of(TallyView tallied, DesireRules rules) {
        var subject = tallied.subject();
        var sums = tallied.sums();
        if (tallied.isGone() || !rules.isDesire(subject, sums.turns(), tallied.sessions())) {
            return Optional.empty();
        }
        return Optional.of(new Desire(
                id(subject),
                category(subject),
                subject.ownName(),
                Advice.title(subject),
                tallied.latest().tool(),
                switch (subject.kind()) {
                    case FAILURE, REPEAT, ASKED -> tallied.latest().error();
                    case PATTERN, LONG_PATTERN, TOOL, LOOP -> repeated(tallied);
                },
                SOURCE,
                tallied.count(),
                tallied.sessions(),
                (double) sums.length() / sums.turns(),
                tallied.firstSeen(),
                tallied.lastSeen(),
                tallied.exampleIds(),
                taken(tallied),
                Detours.of(tallied),
                Questions.of(tallied),
                Advice.of(tallied)));
    }

    /** The calls that it took: of a failure those until a success; none of long turns, which are work. */
    private static Waste taken(TallyView tallied) {
        var sums = Waste.of(tallied.sums());
        return tallied.subject().kind() == Subject.Kind.LONG_PATTERN ? sums : sums.withAtLeast(tallied.count());
    }

    /** The ID of a subject's desire. */
    public static String id(Subject subject) {
        return idOf(category(subject), subject.ownName());
    }

    static String idOf(String category, String subject) {
        return category + ":" + subject;
    }

    static String category(Subject subject) {
        return switch (subject.kind()) {
            case FAILURE -> subject.category().word();
            case REPEAT -> subject.repeat().orElseThrow().word();
            case ASKED -> ASKED;
            case PATTERN, LONG_PATTERN, TOOL, LOOP -> TURN_PATTERN;
        };
    }

    private static String repeated(TallyView tallied) {
        var length = BigDecimal.valueOf(tallied.sums().length());
        long turns = tallied.sums().turns();
        return "Repeated pattern: " + tallied.subject().name() + " (avg "
                + length.divide(BigDecimal.valueOf(turns), 1, RoundingMode.HALF_UP) + " calls, seen " + turns
                + " times across " + tallied.sessions() + " sessions)";
    }

    public boolean isFailure() {
        return ErrorCategory.ofWord(category).isPresent();
    }

    /** What to do, without how long it took so far; null without advice. */
    public String briefAdvice() {
        return advice == null ? null : Advice.brief(advice);
    }

    public boolean isTurnPattern() {
        return category.equals(TURN_PATTERN);
    }

    /**
     * No failure of one session or, as a failing test is, of no known cause, and no slip that occurred twice or, as a
     * wrong path, fewer than five times; no long turns, which are work; of what finds nothing only files that are
     * sought by their names, which are guesses: other searches are work; and no builds that take no time to speak of.
     */
    public boolean isHabit() {
        boolean isGuess = category.equals(Repeat.Kind.EMPTY.word()) && subject.equalsIgnoreCase("glob");
        boolean isShort = category.equals(Repeat.Kind.RERUN.word()) && wasted.wastedTimeMs() < BUILDS_MS_MIN;
        boolean isRepeated = !isFailure() || sessions > 1 && (!isSlip() || count >= SLIPS_MIN);
        isRepeated &= !isWrongPath() || count >= PATHS_MIN && sessions >= PATHS_SESSIONS_MIN;
        return isRepeated && (!isOrdinary() || isGuess) && !isShort;
    }

    private boolean isWrongPath() {
        return category.equals(ErrorCategory.FILE_NOT_FOUND.word())
                || FailureCause.FOLDER.isOf(subject)
                || FailureCause.NO_FILE.isOf(subject);
    }

    /** A failure that names nothing which lacks or is wrong each time, neither a command nor a cause. */
    private boolean isSlip() {
        return !category.equals(ErrorCategory.ENV_NEED.word())
                && FailureCause.ofSubject(subject)
                        .filter(cause -> !SLIPS.contains(cause))
                        .isEmpty();
    }

    public long steps() {
        return wasted.wastedSteps();
    }

    /**
     * A command that failed for no known cause is often a failing test, an empty search and long turns are work: they
     * rank last.
     */
    public boolean isOrdinary() {
        return isOrdinaryId(id);
    }

    public static boolean isOrdinaryId(String id) {
        int colon = id.indexOf(':');
        var category = id.substring(0, colon);
        var subject = id.substring(colon + 1);
        boolean isUnexplained = category.equals(ErrorCategory.COMMAND_FAILED.word())
                || category.equals(ErrorCategory.OTHER.word()) && Advice.isCommand(subject);
        return isUnexplained && FailureCause.ofSubject(subject).isEmpty()
                || category.equals(Repeat.Kind.EMPTY.word())
                || category.equals(TURN_PATTERN);
    }
}
