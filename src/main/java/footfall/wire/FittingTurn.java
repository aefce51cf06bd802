package footfall.wire;

import footfall.turn.DetourTotals;
import footfall.turn.Detours;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import java.util.List;

/** Halves the steps of a turn, closed or open, until its record fits; then omits totals, detours, usage by hour. */
public final class FittingTurn {
    /** The maximum JSON size of a step, and of a turn without steps; all names and texts are bounded. */
    private static final int STEP_BYTES_MAX = 10 << 10;

    private static final int REST_BYTES_MAX = 120 << 10;

    /** So many rows of usage by hour are within {@code REST_BYTES_MAX}. */
    private static final int USAGE_SURE = 2;

    private static final int ITEM_BYTES = 512;

    private final int recordBytesMax;
    private final int stepsSure;

    public FittingTurn(int recordBytesMax) {
        this.recordBytesMax = recordBytesMax;
        this.stepsSure = Math.max(0, (recordBytesMax - REST_BYTES_MAX) / STEP_BYTES_MAX);
    }

    /** A turn with few steps, little usage and no totals fits without measuring. */
    public Turn of(Turn turn) {
        var fitting = turn;
        while (!isSure(fitting) && Json.bytes(fitting).length > recordBytesMax) {
            fitting = smaller(fitting);
        }
        return fitting;
    }

    private static Turn smaller(Turn turn) {
        if (!turn.steps().isEmpty()) {
            return turn.withSteps(turn.steps().size() / 2);
        }
        if (turn.totals() != null) {
            return turn.withoutTotals();
        }
        if (turn.detours().isListed()) {
            return turn.withoutDetours();
        }
        return turn.spend().usage().isEmpty() ? turn.withoutDetourTotals() : turn.withoutUsage();
    }

    public TurnSnapshot of(TurnSnapshot open) {
        var fitting = open;
        while (fitting.lastSteps().size() > stepsSure && Json.bytes(fitting).length > recordBytesMax) {
            fitting = fitting.withSteps(fitting.lastSteps().size() / 2);
        }
        return fitting;
    }

    private boolean isSure(Turn turn) {
        return turn.totals() == null
                && turn.spend().usage().size() <= USAGE_SURE
                && turn.steps().size()
                                + stepsInPlaceOf(turn.detours())
                                + stepsInPlaceOf(turn.detours().detourTotals())
                        <= stepsSure;
    }

    /** So many steps have at least the room of the detours: a character is at most 6 bytes. */
    private static int stepsInPlaceOf(Detours detours) {
        int chars = 0;
        for (var loop : detours.loops()) {
            chars += loop.name().length();
        }
        for (var recovery : detours.recoveries()) {
            chars += recovery.tool().length() + recovery.way().length();
        }
        for (var repeat : detours.repeats()) {
            chars += repeat.name().length();
        }
        for (var asked : detours.asked()) {
            chars += asked.name().length();
        }
        return stepsInPlaceOf(
                chars,
                detours.loops().size()
                        + detours.repeats().size()
                        + detours.asked().size()
                        + detours.recoveries().size());
    }

    private static int stepsInPlaceOf(DetourTotals totals) {
        if (totals == null) {
            return 0;
        }
        int chars = 0;
        int items = 1 + totals.loops().size() + totals.repeats().size();
        for (var repeats : totals.repeats()) {
            chars += repeats.name().length();
            var ways = repeats.followed() == null
                    ? List.<DetourTotals.Way>of()
                    : repeats.followed().ways();
            items += 1 + ways.size();
            for (var way : ways) {
                chars += way.way().length();
            }
        }
        for (var loops : totals.loops()) {
            chars += loops.name().length();
        }
        for (var failed : totals.recoveries()) {
            chars += failed.subject().length();
            items += 1 + failed.ways().size();
            for (var way : failed.ways()) {
                chars += way.way().length();
            }
        }
        for (var asked : totals.questions()) {
            chars += asked.name().length();
            items += 1 + asked.ways().size(); // Their ways are short words.
        }
        return stepsInPlaceOf(chars, items);
    }

    /** Characters of names, and items with at most {@code ITEM_BYTES} besides. */
    private static int stepsInPlaceOf(int chars, int items) {
        int bytes = 6 * chars + ITEM_BYTES * items;
        return (bytes + STEP_BYTES_MAX - 1) / STEP_BYTES_MAX;
    }
}
