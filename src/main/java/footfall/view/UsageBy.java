package footfall.view;

import footfall.pattern.Spent;
import footfall.turn.ClosedBy.TurnOutcome;
import footfall.turn.HourTokens;
import footfall.turn.Origin;
import footfall.turn.SessionUsage;
import footfall.turn.Turn;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What usage is summed by. Periods are in a time zone; a week is named by its Monday. */
public enum UsageBy {
    HOUR("uuuu-MM-dd'T'HH:mmXXX"),
    /** A window of five hours by its start: {@link MergedAnswers.UsageWindows}. In a part of an answer, the hour. */
    WINDOW("uuuu-MM-dd'T'HH:mmXXX"),
    DAY("uuuu-MM-dd"),
    WEEK("uuuu-MM-dd"),
    MONTH("uuuu-MM"),
    PROJECT,
    HOST,
    USER,
    MODEL,
    SESSION,
    /** The agent's product, by its dialect. */
    AGENT,
    /** The type of a subagent; {@link #MAIN} for the main agent. */
    SUBAGENT_TYPE,
    PATTERN;

    /** The length of a window. */
    public static final Duration WINDOW_LENGTH = Duration.ofHours(5);

    /** The main agent among types of subagents. */
    static final String MAIN = "main";

    /** What is shown where a turn has no value. */
    public static final String UNKNOWN = "unknown";

    private final DateTimeFormatter period;

    UsageBy() {
        this.period = null;
    }

    UsageBy(String period) {
        this.period = DateTimeFormatter.ofPattern(period, Locale.ROOT);
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Stream<UsageBy> all() {
        return Stream.of(values());
    }

    public static Optional<UsageBy> ofWord(String word) {
        return all().filter(by -> by.word().equals(word)).findFirst();
    }

    /** Whether rows are in order of time. */
    public boolean isPeriod() {
        return period != null;
    }

    /** Whether rows depend on the time zone. */
    boolean isOfZone() {
        return isPeriod() && this != WINDOW;
    }

    /** The period that contains a time; {@link #UNKNOWN} for no time. */
    String period(Instant at, ZoneId zone) {
        if (at == null) {
            return UNKNOWN;
        }
        var local = at.atZone(zone);
        return switch (this) {
            case HOUR -> period.format(local.truncatedTo(ChronoUnit.HOURS));
            case WEEK -> period.format(local.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)));
            case WINDOW -> at.truncatedTo(ChronoUnit.HOURS).toString();
            default -> period.format(local);
        };
    }

    /** The name of a period that starts at this time. */
    String named(Instant start, ZoneId zone) {
        return period.format(start.atZone(zone));
    }

    /** The value of a turn, for those that do not depend on its hours. A missing user is null. */
    String of(UsedTurn turn) {
        return switch (this) {
            case PROJECT, HOST, USER -> of(turn.origin());
            case SESSION -> shown(turn.head().sessionId());
            case AGENT -> shown(turn.product().agent());
            case SUBAGENT_TYPE -> turn.agentId() == null ? MAIN : shown(turn.subagentType());
            case PATTERN -> shown(turn.pattern());
            case HOUR, WINDOW, DAY, WEEK, MONTH, MODEL -> throw new IllegalStateException("not of a turn");
        };
    }

    /** The value of what a session used beside its turns. */
    String of(SessionUsage session) {
        return switch (this) {
            case PROJECT, HOST, USER -> of(session.origin());
            case SESSION -> shown(session.session().value());
            case AGENT -> shown(session.product().agent());
            case SUBAGENT_TYPE, PATTERN -> UNKNOWN; // Beside messages, no trail and no turn is known.
            case HOUR, WINDOW, DAY, WEEK, MONTH, MODEL -> throw new IllegalStateException("not of a session");
        };
    }

    /** The value of a place and person, for project, host and user. A missing user is null: it has no pseudonym. */
    String of(Origin origin) {
        return this == USER ? origin.user() : shown(this == PROJECT ? origin.project() : origin.host());
    }

    static String shown(String value) {
        return value == null ? UNKNOWN : value;
    }

    /**
     * What answers about usage need of a turn, if they need none of its steps. {@code spent}: everything but its
     * tokens, which are in {@code usage}; {@code priceList}: that of their cost.
     */
    public record UsedTurn(
            Selection.Head head,
            String agentId,
            String subagentType,
            String copyOf,
            String pattern,
            TurnOutcome outcome,
            Turn.Product product,
            Origin origin,
            List<String> models,
            String priceList,
            List<HourTokens> usage,
            Spent spent) {
        public UsedTurn {
            models = List.copyOf(models);
            usage = List.copyOf(usage);
        }

        /** Whether it is selected, if that does not depend on steps. */
        boolean isIn(Selection selection) {
            return selection.admits(head)
                    && selection.admits(origin)
                    && selection.admits(product)
                    && selection.admits(outcome, models, pattern);
        }

        public static UsedTurn of(Turn turn) {
            return new UsedTurn(
                    Selection.Head.of(turn),
                    turn.id().agentId(),
                    turn.parent().subagentType(),
                    turn.prompt().copyOf(),
                    turn.size().pattern(),
                    turn.span().outcome(),
                    turn.product(),
                    turn.origin(),
                    turn.spend().models(),
                    turn.spend().priceList(),
                    turn.spend().usage(),
                    Spent.of(turn));
        }
    }
}
