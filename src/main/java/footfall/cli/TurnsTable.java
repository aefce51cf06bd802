package footfall.cli;

import footfall.report.TurnRef;
import footfall.screen.CountWords;
import footfall.screen.DurationText;
import footfall.screen.MoneyText;
import footfall.turn.Turn;
import footfall.view.TopTurns.TurnSort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Turns as a table: when, where, how long, for how much, how each began, and its tools. Holds no turn. */
final class TurnsTable {
    private static final String COPY = "c ";
    private static final String ARROW = " → ";

    private final boolean isScreen;
    private final boolean areCopiesShown;
    private final TurnSort sort;
    private final List<Row> rows = new ArrayList<>();
    private int copies;

    /** {@code isScreen}: chains are short and times have no seconds. {@code sort}: null for the order of time. */
    TurnsTable(boolean isScreen, boolean areCopiesShown, TurnSort sort) {
        this.isScreen = isScreen;
        this.areCopiesShown = areCopiesShown;
        this.sort = sort;
    }

    private record Row(TurnRef turn, List<Object> cells) {}

    /** Adds the next turns until the table has so many; copies that are not shown are only counted. */
    void add(Iterator<Turn> turns, int max) {
        while (rows.size() < max && turns.hasNext()) {
            var turn = turns.next();
            boolean isCopy = turn.prompt().copyOf() != null;
            copies += isCopy ? 1 : 0;
            if (!isCopy || areCopiesShown) {
                rows.add(new Row(TurnRef.of(turn), cells(turn)));
            }
        }
    }

    int size() {
        return rows.size();
    }

    int copies() {
        return copies;
    }

    Table of(TimeOrder order) {
        var shown = order.shown(rows);
        var names = SessionNames.ofTurns(shown.stream().map(Row::turn).toList());
        var table = new Table(columns());
        for (var row : shown) {
            var cells = new ArrayList<Object>(List.of(names.of(row.turn), row.turn.index()));
            cells.addAll(row.cells);
            table.row(cells.toArray());
        }
        if (areCopiesShown && copies > 0) {
            table.legend("c = copy, a turn that a resumed or forked session repeats (" + CountWords.number(copies)
                    + "); tallies leave copies out");
        }
        return table;
    }

    private Table.Column[] columns() {
        var columns = new ArrayList<>(List.of(
                Table.Column.text("SESSION"),
                Table.Column.number("TURN"),
                Table.Column.number("LENGTH"),
                Table.Column.text("STARTED").hiding(2),
                Table.Column.number("TOOK").hiding(sort == TurnSort.DURATION ? 0 : 3),
                Table.Column.number("COST").hiding(sort == TurnSort.COST ? 0 : 1)));
        if (sort == TurnSort.FAILURES) {
            columns.add(Table.Column.number("FAILURES"));
        }
        columns.add(Table.Column.longText("PROJECT").hiding(4));
        columns.add(Table.Column.text("BEGAN").hiding(5));
        columns.add(Table.Column.chainBelow("TOOLS"));
        return columns.toArray(Table.Column[]::new);
    }

    private List<Object> cells(Turn turn) {
        var cells = new ArrayList<Object>();
        var span = turn.span();
        cells.add(turn.size().length());
        cells.add(isScreen ? ResultPrinter.minute(span.startedAt()) : span.startedAt());
        cells.add(span.elapsedMs() == null ? null : DurationText.of(Duration.ofMillis(span.elapsedMs())));
        cells.add(MoneyText.of(turn.spend().costUsd()));
        if (sort == TurnSort.FAILURES) {
            cells.add(sort.value(turn));
        }
        cells.add(turn.origin().project());
        cells.add(turn.prompt().trigger().word());
        cells.add((turn.prompt().copyOf() == null ? "" : COPY) + tools(turn));
        return cells;
    }

    /** The exact sequence, of a shortened turn its first and last parts; on a screen {@code Read{3} → Edit}. */
    private String tools(Turn turn) {
        var tools = new ArrayList<>(
                turn.steps().stream().map(step -> step.use().tool()).toList());
        if (turn.stepsOmitted() > 0) {
            tools.add((tools.size() + 1) / 2, "(" + turn.stepsOmitted() + " more)");
        }
        return String.join(ARROW, isScreen ? collapsed(tools) : tools);
    }

    private static List<String> collapsed(List<String> tools) {
        var collapsed = new ArrayList<String>();
        for (int i = 0; i < tools.size(); ) {
            int from = i;
            while (i < tools.size() && tools.get(i).equals(tools.get(from))) {
                i++;
            }
            collapsed.add(tools.get(from) + (i - from == 1 ? "" : "{" + (i - from) + "}"));
        }
        return collapsed;
    }
}
