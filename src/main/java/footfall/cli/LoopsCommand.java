package footfall.cli;

import footfall.pattern.RecurringLoop;
import footfall.view.Selection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall loops}. */
@Command(
        name = "loops",
        header = "List what agents repeat within long turns: loops of one to three activities.",
        description = "A loop is a cycle that a turn repeats without a break, such as (Edit → Read){2+}. A better "
                + "tool would save its steps after the first round. Copies of turns are not counted.",
        footer = {
            "  footfall loops --from                       rank the loops of this machine's agents by saved steps",
            "  footfall loops --from --level intent        by what the calls were for",
            "  footfall loops --from --by time --top 5 --since 30d"
        })
final class LoopsCommand extends AnswerCommand {
    @Mixin
    private RankingOptions ranking;

    @Option(
            names = {"-n", "--top"},
            paramLabel = "N",
            description = "Print the first N rows. Default: all.")
    private int top = Integer.MAX_VALUE;

    LoopsCommand(Console console) {
        super(console, Map.of());
    }

    @Override
    void check() {
        atLeast(1, "--top", top);
    }

    @Override
    boolean isTallied() {
        return true;
    }

    @Override
    void print(AnswerSource source, Selection selection) throws IOException {
        new Listing<>(
                        RecurringLoop.class,
                        all -> all.loops(selection, ranking.level(), ranking.by, top),
                        LoopsCommand::table,
                        () -> none(source, "no loops in long turns", true, selection))
                .print(source, printer());
    }

    private static Table table(List<RecurringLoop> loops) {
        var columns = new ArrayList<>(List.of(
                Table.Column.longText("LOOP"),
                Table.Column.number("TURNS"),
                Table.Column.number("SESSIONS").hiding(4),
                Table.Column.number("LOOPS").hiding(3),
                Table.Column.number("AVG_ROUNDS").hiding(3),
                Table.Column.number("ONE_FILE_%").hiding(5)));
        columns.addAll(RankingOptions.columns());
        var table = new Table(columns.toArray(Table.Column[]::new));
        for (var one : loops) {
            var cells = new ArrayList<Object>(List.of(
                    one.name(),
                    one.turns(),
                    one.sessions(),
                    one.occurrences(),
                    ResultPrinter.decimal((double) one.rounds() / one.occurrences()),
                    ResultPrinter.decimal(100.0 * one.oneTarget() / one.occurrences())));
            cells.addAll(RankingOptions.cells(one.saved()));
            table.row(cells.toArray());
        }
        return table;
    }
}
