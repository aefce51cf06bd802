package footfall.view;

import footfall.line.InstantText;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What was used, summed by {@code by}. Of the selection, times and model select hours and models of turns, the
 * other filters turns. Hours count as a whole: one in which {@code since} or {@code until} is, counts.
 * {@code users}: a user as the one who asks sees it.
 */
public record UsageQuestion(List<UsageBy> by, Selection selection, ZoneId zone, UnaryOperator<String> users) {
    /** The most words that rows are summed by. */
    public static final int BY_MAX = 4;

    /** Turns of more time are not looked for where times are selected: finding them would read every turn. */
    public static final Duration TURN_MAX = Duration.ofDays(7);

    public UsageQuestion {
        by = List.copyOf(by);
    }

    public UsageQuestion(List<UsageBy> by, Selection selection, ZoneId zone) {
        this(by, selection, zone, UnaryOperator.identity());
    }

    /** By model too, after the others. */
    UsageQuestion byModel() {
        return by.contains(UsageBy.MODEL)
                ? this
                : new UsageQuestion(
                        Stream.concat(by.stream(), Stream.of(UsageBy.MODEL)).toList(), selection, zone, users);
    }

    /** The turns that may have selected hours: those that started at most {@link #TURN_MAX} before. */
    public Selection turns() {
        var turns = selection.without(Filter.MODEL);
        try {
            if (since().isPresent()) {
                turns = turns.with(Filter.SINCE, InstantText.of(since().get().minus(TURN_MAX)));
            }
            return until().isPresent() ? turns.with(Filter.UNTIL, InstantText.of(until().get())) : turns;
        } catch (InvalidFilter impossible) {
            throw new IllegalStateException(impossible);
        }
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

    /** Whether usage of an hour and a model is selected; {@code hour} may be any time of it, null for none. */
    boolean admits(Instant hour, String model) {
        boolean isAfter =
                since().map(since -> hour != null && !hour.isBefore(since)).orElse(true);
        boolean isBefore =
                until().map(until -> hour != null && hour.isBefore(until)).orElse(true);
        return isAfter
                && isBefore
                && (!selection.has(Filter.MODEL)
                        || selection.values().get(Filter.MODEL).equals(model));
    }

    /** Whether hours in UTC do not suffice: the zone's hours begin within them, or times are asked for. */
    public boolean needsExactTimes() {
        if (by.contains(UsageBy.TIME)) {
            return true;
        }
        if (by.stream().noneMatch(UsageBy::isPeriod)) {
            return false;
        }
        var rules = zone.getRules();
        var offsets = new ArrayList<ZoneOffset>(List.of(rules.getOffset(Instant.EPOCH)));
        rules.getTransitions().forEach(change -> offsets.add(change.getOffsetAfter()));
        return offsets.stream().anyMatch(offset -> offset.getTotalSeconds() % 3_600 != 0);
    }
}
