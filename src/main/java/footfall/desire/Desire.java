package footfall.desire;

import footfall.line.ErrorCategory;
import footfall.line.Group;
import footfall.pattern.DetourSums;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Savings;
import footfall.pattern.Subject;
import footfall.pattern.Sums;
import footfall.pattern.TallyView;
import footfall.turn.Way;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What agents struggle with. {@code id} is {@code category:subject}. For a turn pattern and a loop, whose subject is
 * {@code level:name}, all values cover its long turns; for a failure, {@code count} is calls, and {@code error} is the
 * latest error text, null when it was redacted.
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
        List<String> examples,
        Savings saved,
        Detours detours,
        String advice)
        implements Group {
    /** The category of loops. */
    public static final String LOOP = "loop";
    /** The category of turn patterns; failures use the words of {@link ErrorCategory}. */
    public static final String TURN_PATTERN = "turn-pattern";
    /** All categories. */
    public static final List<String> CATEGORIES = Stream.of(
                    Stream.of(TURN_PATTERN),
                    Stream.of(ErrorCategory.values()).map(ErrorCategory::word),
                    Stream.of(LOOP))
            .flatMap(Function.identity())
            .toList();

    public static final String SOURCE = "transcript-analysis";

    /** The tallies that may be desires. */
    public static final Set<Subject.Kind> KINDS =
            Set.of(Subject.Kind.LONG_PATTERN, Subject.Kind.FAILURE, Subject.Kind.LOOP);

    /**
     * Of a loop {@code rounds}, their mean, and {@code oneTarget}, the share of the loops on one file from 0 to 1. Of a
     * failure {@code recoveries} and how many {@code recovered}, their steps and time, and their most frequent ways.
     * Null where it does not apply.
     */
    public record Detours(
            Double rounds,
            Double oneTarget,
            Long recoveries,
            Long recovered,
            Long recoverySteps,
            Long recoveryTimeMs,
            List<Way> ways)
            implements Group {
        public Detours {
            ways = ways == null ? null : List.copyOf(ways);
        }

        static Detours of(TallyView tallied) {
            var sums = tallied.sums().detours();
            return switch (tallied.subject().kind()) {
                case LOOP ->
                    new Detours(
                            (double) sums.rounds() / sums.occurrences(),
                            (double) sums.oneTarget() / sums.occurrences(),
                            null,
                            null,
                            null,
                            null,
                            null);
                case FAILURE ->
                    new Detours(
                            null,
                            null,
                            sums.occurrences(),
                            sums.recovered(),
                            sums.steps(),
                            sums.timeMs(),
                            tallied.topWays());
                case PATTERN, LONG_PATTERN, TOOL -> new Detours(null, null, null, null, null, null, null);
            };
        }
    }

    public Desire {
        examples = List.copyOf(examples);
    }

    /** The desire of a tally of long turns or failures; empty when the rules are not met. */
    public static Optional<Desire> of(TallyView tallied, DesireRules rules) {
        var subject = tallied.subject();
        var sums = tallied.sums();
        if (tallied.isGone() || !rules.isDesire(subject, sums.turns(), tallied.sessions())) {
            return Optional.empty();
        }
        return Optional.of(new Desire(
                id(subject),
                category(subject),
                subject.name(),
                tallied.latest().tool(),
                switch (subject.kind()) {
                    case FAILURE -> tallied.latest().error();
                    case LOOP -> looped(tallied);
                    case PATTERN, LONG_PATTERN, TOOL -> repeated(tallied);
                },
                SOURCE,
                tallied.count(),
                tallied.sessions(),
                (double) sums.length() / sums.turns(),
                tallied.firstSeen(),
                tallied.lastSeen(),
                tallied.exampleIds(),
                Savings.of(sums),
                Detours.of(tallied),
                Advice.of(tallied)));
    }

    /** The ID of a subject's desire. */
    public static String id(Subject subject) {
        return category(subject) + ":" + subject.name();
    }

    static String category(Subject subject) {
        return switch (subject.kind()) {
            case FAILURE -> subject.category().word();
            case LOOP -> LOOP;
            case PATTERN, LONG_PATTERN, TOOL -> TURN_PATTERN;
        };
    }

    private static String looped(TallyView tallied) {
        var loop = RecurringLoop.of(tallied);
        return "Loop: " + loop.name() + " (" + loop.occurrences() + " times in " + loop.turns() + " turns of "
                + loop.sessions() + " sessions)";
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

    public boolean isTurnPattern() {
        return category.equals(TURN_PATTERN);
    }

    /** A failed command is often an ordinary failing test, so it ranks last. */
    public boolean isOrdinary() {
        return category.equals(ErrorCategory.COMMAND_FAILED.word());
    }

    /**
     * One sentence for each desire: what happens, how much it takes on average, and what the maker of a tool can do.
     */
    static final class Advice {
        private Advice() {}

        /** {@code tallied} must have members. */
        static String of(TallyView tallied) {
            var subject = tallied.subject();
            return switch (subject.kind()) {
                case LOOP -> LoopAdvice.of(RecurringLoop.of(tallied));
                case FAILURE ->
                    ofFailure(subject.category(), subject.name(), tallied.sums().detours());
                case PATTERN, LONG_PATTERN, TOOL -> ofPattern(tallied.sums());
            };
        }

        private static String ofPattern(Sums sums) {
            return "Turns of this pattern take " + LoopAdvice.mean(sums.length(), sums.turns())
                    + " calls on average: provide a tool, script or skill that does this work in fewer calls.";
        }

        private static String ofFailure(ErrorCategory category, String subject, DetourSums sums) {
            long given = sums.occurrences() - sums.recovered(); // A recovery without success counts its failure only.
            var way = sums.recovered() == 0
                    ? ""
                    : ", " + LoopAdvice.mean(sums.steps() - given, sums.recovered())
                            + " calls on average from failure to success";
            return subject + " " + failed(category) + way + ": " + remedy(category) + ".";
        }

        private static String failed(ErrorCategory category) {
            return switch (category) {
                case UNKNOWN_TOOL -> "is called, but no such tool exists";
                case ENV_NEED -> "is not installed where agents call it";
                case EDIT_MISMATCH -> "does not find the text to replace";
                case NOT_READ_FIRST -> "rejects files that the agent did not read first";
                case STALE_READ -> "rejects files that changed after the agent read them";
                case TOO_LARGE -> "fails because the content is too large";
                case FILE_NOT_FOUND -> "is called with paths that do not exist";
                case PERMISSION -> "lacks a permission";
                case TIMEOUT -> "times out";
                case VALIDATION -> "rejects its arguments";
                case NETWORK -> "fails because of the network or the server";
                case COMMAND_FAILED -> "runs commands that fail";
                case MCP -> "returns an error of its MCP server";
                case OTHER -> "fails";
            };
        }

        private static String remedy(ErrorCategory category) {
            return switch (category) {
                case UNKNOWN_TOOL ->
                    "provide a tool of this name, or name the tool to use instead in the agent's instructions";
                case ENV_NEED -> "install it, or name the command to use instead in the agent's instructions";
                case EDIT_MISMATCH -> "let its error show the text of the file that is most similar";
                case NOT_READ_FIRST -> "let its error return the content of the file, and let that count as a read";
                case STALE_READ -> "let its error return the lines that changed, and let that count as a read";
                case TOO_LARGE -> "let it return the first part, and say how to ask for the rest";
                case FILE_NOT_FOUND -> "let its error list the existing paths that are most similar";
                case PERMISSION ->
                    "let its error name the permission and how to get it, and allow what is safe in advance";
                case TIMEOUT -> "let it return the output so far, and continue in the background";
                case VALIDATION -> "let its error show a valid call, and accept common variants of the arguments";
                case NETWORK -> "let it retry temporary errors itself";
                case COMMAND_FAILED -> "let the output begin with the cause and the place of the error";
                case MCP -> "let the error say what to change in the call";
                case OTHER -> "let its error say what to do next";
            };
        }
    }
}
