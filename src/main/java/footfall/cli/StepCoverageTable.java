package footfall.cli;

import footfall.desire.StepCoverage;
import java.util.List;

/** The table of {@code desires --coverage}. */
final class StepCoverageTable {
    private StepCoverageTable() {}

    static Table of(List<StepCoverage> rows) {
        var table = new Table(
                Table.Column.text("KIND"),
                Table.Column.text("LEVEL"),
                Table.Column.number("DESIRES"),
                Table.Column.number("STEPS"),
                Table.Column.number("OF_STEPS"),
                Table.Column.number("STEPS_%"));
        for (var one : rows) {
            table.row(
                    one.kind(),
                    one.level() == null ? null : one.level().word(),
                    one.desires(),
                    one.steps(),
                    one.ofSteps(),
                    ResultPrinter.decimal(one.pct()));
        }
        table.legend(
                () -> "loops and turn patterns: of the steps of long turns; recoveries: of the steps of all turns");
        return table;
    }
}
