package footfall.view;

import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import footfall.turn.ClosedBy.TurnOutcome;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A restriction on turns. The parameters of the API and the options of the commands are generated from these
 * constants. {@code TOOL}, {@code OUTCOME}, {@code CATEGORY} and {@code INTENT} select turns with a step that meets
 * all that are given, {@code NEXT} and {@code NEXT_INTENT} turns in which such a step is directly followed, as in the
 * directly-follows graph, by one that meets these.
 */
public enum Filter {
    SINCE("TIME", "Only turns that started at or after this time."),
    UNTIL("TIME", "Only turns that started before this time."),
    SESSION("ID", "Only turns of the session with this ID."),
    PROJECT("NAME", "Only turns of one project, named by the last part of its folder."),
    HOST("NAME", "Only turns of one machine."),
    USER("NAME", "Only turns of one user."),
    AGENT("WORD", "Only turns of one agent, such as claude or codex, by its word in the field agent."),
    AGENT_VERSION("VERSION", "Only turns of one version of the agent, such as 2.1.7."),
    TOOL("NAME", "Only turns that called this tool."),
    OUTCOME(
            "OUTCOME",
            "Only turns with a call of this outcome: pending, ok, error, rejected, denied, interrupted, cancelled."),
    TURN_OUTCOME(
            "TURN_OUTCOME",
            "Only turns that ended so: ok, error (the agent gave up after an API error), interrupted (by the user)."),
    CATEGORY("CATEGORY", "Only turns with a failed call of this error category, such as env-need or timeout."),
    INTENT("WORD", "Only turns with a call that was for this, such as read, edit or test."),
    NEXT(
            "NAME",
            "Only turns in which a call of this tool directly follows the one that meets the other filters of calls."),
    NEXT_INTENT(
            "WORD",
            "Only turns in which a call for this directly follows the one that meets the other filters of calls."),
    MODEL("NAME", "Only turns in which this model answered."),
    MIN_LENGTH("N", "Only turns of N or more steps."),
    MAX_LENGTH("N", "Only turns of at most N steps."),
    PATTERN("P", "Only turns with this pattern, given as text or as the pattern's ID. -> stands for the arrow.");

    /** What alerts can be selected by, beside the outcome {@code error}. */
    public static final Set<Filter> OF_ALERTS = Collections.unmodifiableSet(
            EnumSet.of(SINCE, UNTIL, SESSION, PROJECT, HOST, USER, AGENT, AGENT_VERSION, TOOL));
    /** What sessions can be selected by, beside the outcome {@code error}. */
    public static final Set<Filter> OF_SESSIONS = Collections.unmodifiableSet(
            EnumSet.of(SINCE, UNTIL, SESSION, PROJECT, HOST, USER, AGENT, AGENT_VERSION, TOOL, MODEL));

    /** What open turns can be selected by. */
    public static final Set<Filter> OF_OPEN_TURNS = Collections.unmodifiableSet(
            EnumSet.of(SINCE, UNTIL, SESSION, PROJECT, HOST, USER, AGENT, AGENT_VERSION, MIN_LENGTH, MAX_LENGTH));

    /** What shippers can be selected by. */
    public static final Set<Filter> OF_SHIPPERS = Collections.unmodifiableSet(EnumSet.of(HOST, USER, AGENT));

    /** What events of a processor can be selected by. */
    public static final Set<Filter> OF_EVENTS =
            Collections.unmodifiableSet(EnumSet.of(SESSION, PROJECT, HOST, USER, AGENT, AGENT_VERSION));

    private final String placeholder;
    private final String description;

    Filter(String placeholder, String description) {
        this.placeholder = placeholder;
        this.description = description;
    }

    /** The parameter's name, {@code min_length}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a value is called in help texts. */
    public String placeholder() {
        return placeholder;
    }

    public String description() {
        return description;
    }

    /** Whether values are times. */
    public boolean isTime() {
        return this == SINCE || this == UNTIL;
    }

    /** The possible values; empty when there are others too. */
    public List<String> words() {
        return switch (this) {
            case OUTCOME -> Stream.of(Outcome.values()).map(Outcome::word).toList();
            case TURN_OUTCOME ->
                Stream.of(TurnOutcome.values()).map(TurnOutcome::word).toList();
            case CATEGORY ->
                Stream.of(ErrorCategory.values()).map(ErrorCategory::word).toList();
            default -> List.of();
        };
    }

    /** A value that a filter does not accept. */
    public static final class InvalidFilter extends Exception {
        private final Filter filter;
        private final String value;
        private final String expected;

        /** {@code expected} completes the sentence "expected ...". */
        public InvalidFilter(Filter filter, String value, String expected) {
            super("invalid value of " + filter.word() + "; expected " + expected);
            this.filter = filter;
            this.value = value;
            this.expected = expected;
        }

        public Filter filter() {
            return filter;
        }

        /** As given, not escaped. */
        public String value() {
            return value;
        }

        public String expected() {
            return expected;
        }
    }
}
