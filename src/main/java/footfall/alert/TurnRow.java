package footfall.alert;

import footfall.row.RowKind;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The alert state of turn {@code index} of a trail, the last turn that had any: raised levels by kind, the streak of
 * failed calls, and the loop at the last step. Of fixed size.
 */
record TurnRow(int index, Map<Alert.Kind, Levels> raised, Streak streak, OpenLoop loop) {
    /** The row of a trail. */
    static final RowKind<TurnRow> KIND = new RowKind<>(20, "raised", TurnRow::write, TurnRow::read);

    /** By position in stored rows: append new ones at the end. */
    static final List<Alert.Kind> STORED =
            List.of(Alert.Kind.LENGTH, Alert.Kind.DURATION, Alert.Kind.ERROR_STREAK, Alert.Kind.REPEAT_LOOP);

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

    private static void write(RowWriter out, TurnRow row) {
        out.unsigned(row.index);
        out.unsigned(row.raised.size());
        for (var kind : STORED) {
            if (row.raised.containsKey(kind)) {
                out.unsigned(STORED.indexOf(kind));
                row.raised.get(kind).write(out);
            }
        }
        row.streak.write(out);
        row.loop.write(out);
    }

    private static TurnRow read(RowReader in) {
        var row = of(in.number());
        for (int kinds = in.number(); kinds > 0; kinds--) {
            row = row.with(STORED.get(in.number()), Levels.read(in));
        }
        return row.with(Streak.read(in)).with(OpenLoop.read(in));
    }
}
