package footfall.alert;

import footfall.row.RowKind;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The alert state of turn {@code index} of a trail, the last turn that had any: raised levels by kind, and
 * repetition among calls. Of fixed size.
 */
record TurnRow(int index, Map<Alert.Kind, Levels> raised, CallRun calls) {
    /** The row of a trail; its code is one of {@link Kind}. Version 1 had lengths only. */
    static final RowKind<TurnRow> KIND = new RowKind<>(20, "raised", TurnRow::write, TurnRow::read).version(2);

    /** By position in stored rows: append new ones at the end. */
    static final List<Alert.Kind> STORED =
            List.of(Alert.Kind.LENGTH, Alert.Kind.DURATION, Alert.Kind.ERROR_STREAK, Alert.Kind.REPEAT_LOOP);

    TurnRow {
        raised = Map.copyOf(raised);
    }

    static TurnRow of(int index) {
        return new TurnRow(index, Map.of(), CallRun.NONE);
    }

    Levels raised(Alert.Kind kind) {
        return raised.getOrDefault(kind, Levels.NONE);
    }

    TurnRow with(Alert.Kind kind, Levels levels) {
        var all = new EnumMap<Alert.Kind, Levels>(Alert.Kind.class);
        all.putAll(raised);
        all.put(kind, levels);
        return new TurnRow(index, all, calls);
    }

    TurnRow with(CallRun run) {
        return new TurnRow(index, raised, run);
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
        row.calls.write(out);
    }

    private static TurnRow read(RowReader in) {
        int index = in.number();
        if (in.version() == 1) {
            return of(index).with(Alert.Kind.LENGTH, Levels.read(in));
        }
        var row = of(index);
        for (int kinds = in.number(); kinds > 0; kinds--) {
            row = row.with(STORED.get(in.number()), Levels.read(in));
        }
        return row.with(CallRun.read(in));
    }
}
