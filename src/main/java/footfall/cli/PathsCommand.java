package footfall.cli;

import footfall.view.Path;
import footfall.view.Selection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall paths}. */
@Command(
        name = "paths",
        header = "Rank the tools that agents call, with --turns also repeated long turns.",
        description = "The most frequent come first. FAILURES counts calls that failed, not calls that were refused "
                + "or stopped, which 'footfall sessions' counts as errors.",
        footer = {
            "  footfall paths --from                  RANK PATTERN COUNT ALIAS FAILURES",
            "  footfall paths --from --turns          with AVG_TURN_LEN, LONG_TURN_%% and turn patterns",
            "  footfall paths --from DIR --top 5 --since 30d"
        })
final class PathsCommand extends AnswerCommand {
    @Option(names = "--turns", description = "Add the turn lengths of tools, and repeated long turns as rows.")
    private boolean turns;

    @Mixin
    private FirstRows top = new FirstRows();

    PathsCommand(Console console) {
        super(console, Map.of());
    }

    @Override
    void check() {
        top.check(this);
    }

    @Override
    void print(AnswerSource source, Selection selection) throws IOException {
        new Listing<>(
                        Path.class,
                        all -> all.paths(selection, turns, top.asked()),
                        this::table,
                        () -> none(source, "no tool calls", true, selection))
                .print(source, printer());
    }

    private Table table(List<Path> all) {
        var columns = new ArrayList<Table.Column>();
        columns.add(Table.Column.number("RANK"));
        columns.add(Table.Column.longText("PATTERN"));
        columns.add(Table.Column.number("COUNT"));
        if (turns) {
            columns.add(Table.Column.number("AVG_TURN_LEN"));
            columns.add(Table.Column.number("LONG_TURN_%"));
        }
        columns.add(Table.Column.longText("ALIAS"));
        columns.add(Table.Column.number("FAILURES"));
        var table = new Table(columns.toArray(Table.Column[]::new));
        table.caption(top.cut(all.size()));
        for (var path : top.ofTable(all)) {
            var cells = new ArrayList<Object>(List.of(path.rank(), path.pattern(), path.count()));
            if (turns) {
                cells.add(ResultPrinter.decimal(path.avgTurnLen()));
                cells.add(ResultPrinter.decimal(path.longTurnPct()));
            }
            cells.add(path.alias());
            cells.add(path.failures());
            table.row(cells.toArray());
        }
        return table;
    }

    @Override
    boolean isTallied() {
        return true;
    }
}
