package footfall.alert;

import footfall.line.Outcome;
import footfall.row.RowKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The alert state of turn {@code index} of a trail, the last turn that had any: raised levels by kind, the streak of
 * failed calls, and the loop at the last step. Of fixed size.
 */
record TurnRow(int index, Map<Alert.Kind, Levels> raised, Streak streak, OpenLoop loop) {
    /** The row of a trail. */
    static final RowKind<TurnRow> KIND = new RowKind<>(20, "raised", TurnRow.class);

    /** The kinds that are raised by the state of a turn. */
    static final List<Alert.Kind> KINDS = List.of(
            Alert.Kind.LENGTH,
            Alert.Kind.DURATION,
            Alert.Kind.ERROR_STREAK,
            Alert.Kind.REPEAT_LOOP,
            Alert.Kind.WAITING);

    TurnRow {
        raised = Map.copyOf(raised);
    }

    static TurnRow of(int index) {
        return new TurnRow(index, Map.of(), Streak.NONE, OpenLoop.NONE);
    }

    Levels raised(Alert.Kind kind) {
        return raised.getOrDefault(kind, Levels.NONE);
    }

    TurnRow with(Alert.Kind kind, Levels levels) {
        var all = new EnumMap<Alert.Kind, Levels>(Alert.Kind.class);
        all.putAll(raised);
        all.put(kind, levels);
        return new TurnRow(index, all, streak, loop);
    }

    TurnRow with(Streak failures) {
        return new TurnRow(index, raised, failures, loop);
    }

    TurnRow with(OpenLoop atEnd) {
        return new TurnRow(index, raised, streak, atEnd);
    }

    /**
     * Failed calls of a turn in a row, in the order of their results; {@code longest} is the longest streak so far.
     * Calls that did not run to their end are ignored,
     * except rejected ones: a person has seen them. Any other outcome ends a streak.
     */
    record Streak(int length, int longest) {
        static final Streak NONE = new Streak(0, 0);

        /** The state after one more completed call. */
        Streak after(Outcome outcome) {
            int failed = switch (outcome) {
                case ERROR -> length + 1;
                case DENIED, INTERRUPTED, CANCELLED -> length;
                case OK, REJECTED, PENDING -> 0;
            };
            return new Streak(failed, Math.max(longest, failed));
        }
    }
}
