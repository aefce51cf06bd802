package footfall.view;

import footfall.line.InstantText;
import footfall.turn.SessionUsage;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What was used, summed by {@code by}. Of the selection, times and model select hours and models of turns, the
 * other filters turns. Hours count as a whole: one in which {@code since} or {@code until} is, counts.
 * {@code users}: a user as the one who asks sees it. {@code wasted}: also what failures and repeats cost, which
 * only turns have.
 */
public record UsageQuestion(
        List<UsageBy> by, Selection selection, ZoneId zone, UnaryOperator<String> users, boolean wasted) {
    /** The most words that rows are summed by. */
    public static final int BY_MAX = 4;

    /**
     * Where turns are read and times are selected, longer turns are not looked for: finding them would read every
     * turn.
     */
    public static final Duration TURN_MAX = Duration.ofDays(7);

    private static final Duration MESSAGE_MAX = Duration.ofHours(1);

    private static final Set<UsageBy> BY_TALLIED = EnumSet.of(
            UsageBy.HOUR,
            UsageBy.WINDOW,
            UsageBy.DAY,
            UsageBy.WEEK,
            UsageBy.MONTH,
            UsageBy.PROJECT,
            UsageBy.HOST,
            UsageBy.USER,
            UsageBy.MODEL);

    private static final Set<Filter> TALLIED =
            EnumSet.of(Filter.SINCE, Filter.UNTIL, Filter.PROJECT, Filter.HOST, Filter.USER, Filter.MODEL);

    private static final Set<Filter> OF_SESSIONS =
            EnumSet.of(Filter.SESSION, Filter.PROJECT, Filter.HOST, Filter.USER, Filter.AGENT, Filter.AGENT_VERSION);

    /** Filters of times and models select hours and models, also of what sessions used beside their turns. */
    static final Set<Filter> OF_HOURS = EnumSet.of(Filter.SINCE, Filter.UNTIL, Filter.MODEL);

    public UsageQuestion {
        by = List.copyOf(by);
    }

    public UsageQuestion(List<UsageBy> by, Selection selection, ZoneId zone) {
        this(by, selection, zone, UnaryOperator.identity(), false);
    }

    /** By another word too, after the others. */
    public UsageQuestion and(UsageBy other) {
        return by.contains(other)
                ? this
                : new UsageQuestion(
                        Stream.concat(by.stream(), Stream.of(other)).toList(), selection, zone, users, wasted);
    }

    /**
     * Whether the tally of hours answers it. Others need the turns themselves. All instances decide this alike, so it
     * may change only together with the name of their question.
     */
    public boolean isTallied() {
        return !wasted
                && BY_TALLIED.containsAll(by)
                && selection.only(filter -> !TALLIED.contains(filter)).isAll()
                && (by.stream().noneMatch(UsageBy::isOfZone) || hasWholeHours());
    }

    /** The stores that answer it. Turns without any time are not tallied. */
    public Set<StoreKind> stores() {
        if (!isTallied()) {
            return Set.of(StoreKind.LOG);
        }
        boolean hasTimes = since().isPresent() || until().isPresent();
        return hasTimes ? Set.of(StoreKind.TALLIES) : Set.of(StoreKind.TALLIES, StoreKind.LOG);
    }

    /**
     * The turns that may have selected hours. Without the tally, those that started at most {@link #TURN_MAX}
     * before. A turn in which a message of the turn before goes on may start after its hours.
     */
    public Selection turns() {
        var turns = selection.without(Filter.MODEL).without(Filter.SINCE);
        if (since().isPresent() && !isTallied()) {
            turns = with(turns, Filter.SINCE, since().get().minus(TURN_MAX));
        }
        return until().isPresent() ? with(turns, Filter.UNTIL, until().get().plus(MESSAGE_MAX)) : turns;
    }

    private static Selection with(Selection selection, Filter filter, Instant time) {
        try {
            return selection.with(filter, InstantText.of(time));
        } catch (Filter.InvalidFilter impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * The question to ask for windows. The first selected hour may be in a window that began before it, so hours
     * before it are read, too: after any pause of five hours, windows begin anew.
     */
    UsageQuestion ofWindows() {
        return by.contains(UsageBy.WINDOW) && since().isPresent()
                ? new UsageQuestion(
                        by, with(selection, Filter.SINCE, since().get().minus(TURN_MAX)), zone, users, wasted)
                : this;
    }

    /** The sessions that may have selected tokens beside their turns; empty when only turns have an answer. */
    public Optional<Selection> sessions() {
        var sessions = selection.only(filter -> !OF_HOURS.contains(filter));
        return sessions.only(filter -> !OF_SESSIONS.contains(filter)).isAll()
                ? Optional.of(sessions)
                : Optional.empty();
    }

    boolean admits(SessionUsage session) {
        var sessions = sessions().orElse(null);
        return sessions != null
                && sessions.admits(session.origin())
                && sessions.admits(session.product())
                && sessions.session().map(session.session().value()::equals).orElse(true);
    }

    /** The start of the first selected hour. */
    private Optional<Instant> since() {
        return selection.since().map(since -> since.truncatedTo(ChronoUnit.HOURS));
    }

    /** The end of the last selected hour. */
    private Optional<Instant> until() {
        return selection
                .until()
                .map(until -> until.minusNanos(1).truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS));
    }

    /** Whether an hour is selected; {@code hour} may be any time of it, null for none. */
    boolean admits(Instant hour) {
        boolean isAfter =
                since().map(since -> hour != null && !hour.isBefore(since)).orElse(true);
        boolean isBefore =
                until().map(until -> hour != null && hour.isBefore(until)).orElse(true);
        return isAfter && isBefore;
    }

    /** Whether usage of an hour and a model is selected. */
    boolean admits(Instant hour, String model) {
        return admits(hour)
                && (!selection.has(Filter.MODEL)
                        || selection.values().get(Filter.MODEL).equals(model));
    }

    /** Whether it asks for what only the steps of turns say. */
    public boolean needsSteps() {
        return wasted || turns().needsSteps();
    }

    /** Whether hours in UTC do not suffice: the zone's hours begin within them. */
    public boolean needsExactTimes() {
        return by.stream().anyMatch(UsageBy::isOfZone) && !hasWholeHours();
    }

    /** Whether hours of the zone begin with hours in UTC, in the selected time and not before 1970. */
    private boolean hasWholeHours() {
        var rules = zone.getRules();
        var from = since().orElse(Instant.EPOCH);
        var changes = rules.getTransitions().stream()
                .filter(change -> change.getInstant().isAfter(from))
                .filter(change -> until().map(change.getInstant()::isBefore).orElse(true))
                .map(ZoneOffsetTransition::getOffsetAfter);
        var yearly = rules.getTransitionRules().stream().map(ZoneOffsetTransitionRule::getOffsetAfter);
        return Stream.of(Stream.of(rules.getOffset(from)), changes, yearly)
                .flatMap(Function.identity())
                .allMatch(offset -> offset.getTotalSeconds() % 3_600 == 0);
    }
}
