package footfall.cli;

import footfall.config.SettingKeys;
import footfall.desire.Desire;
import footfall.pattern.Tallies;
import footfall.view.Aliases;
import footfall.view.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall paths}. */
@Command(
        name = "paths",
        header = "Rank the tools that agents call, with --turns also repeated long turns.",
        description = "The most frequent come first. FAILURES counts failed calls, but not rejected or cancelled "
                + "calls, which 'footfall sessions' and 'footfall errors' count as errors.",
        footer = {
            "  footfall paths --from                  RANK PATTERN COUNT ALIAS FAILURES",
            "  footfall paths --from --turns          with AVG_TURN_LEN, LONG_TURN_%% and turn patterns",
            "  footfall paths --from DIR --top 5 --since 30d"
        })
final class PathsCommand extends SettingsCommand {
    @Mixin
    private FilesOptions files;

    @Option(names = "--json", description = "Print one JSON array.")
    private boolean json;

    @Option(names = "--turns", description = "Add the turn lengths of tools, and repeated long turns as rows.")
    private boolean turns;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "20",
            description = "Print the first N rows. Default: ${DEFAULT-VALUE}.")
    private int top;

    @Mixin
    private SinceOption since;

    PathsCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws Exception {
        atLeast(1, "--top", top);
        var settings = settings();
        var start = since.start(console.clock());
        var tallies = new Tallies(start);
        var seen = new TurnCounter(start);
        seen.read(files, console, settings, tallies::add);
        var ranked = turns ? Desire.ranked(tallies.of(Desire.KINDS), settings.desireRules()) : List.<Desire>of();
        var paths = Path.ranked(tallies.tools(), ranked, new Aliases(settings.get(SettingKeys.ALIASES)), top);
        new ResultPrinter(console, command, json).print(paths, table(paths), seen.none("no tool calls"));
        return ExitCodes.OK;
    }

    private Table table(List<Path> paths) {
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
        for (var path : paths) {
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
}
