package footfall.cli;

import footfall.config.Settings;
import footfall.pattern.Pattern;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.Path;
import footfall.view.Selection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall patterns}: of turns, or as one ranking with the tools. */
@Command(
        name = "patterns",
        header = "List the sequences of tools that turns repeat, the most frequent first.",
        description =
                "'footfall turns --pattern P' lists the turns of one. With --tools, repeated long turns are ranked "
                        + "beside the tools; FAILURES counts calls that failed, not calls that were refused or "
                        + "stopped, which 'footfall sessions' counts as errors.",
        footer = {
            "  footfall patterns --from                PATTERN COUNT AVG_LENGTH SESSIONS",
            "  footfall patterns --from --tools        RANK PATTERN COUNT ... ALIAS FAILURES",
            "  footfall patterns --from DIR --top 5 --since 30d"
        })
final class PatternsCommand extends AnswerCommand {
    private static final int MIN_LENGTH = 2;

    @Option(
            names = "--tools",
            description = "Rank tools and repeated long turns in one list, with their aliases and turn lengths.")
    private boolean tools;

    @Option(names = "--paths", hidden = true, description = "The tools alone, as the command 'paths' lists them.")
    private boolean paths;

    @Option(names = "--turns", hidden = true, description = "With --paths: the same as --tools.")
    private boolean turns;

    @Mixin
    private FirstRows top = new FirstRows();

    PatternsCommand(Console console) {
        super(
                console,
                Map.of(
                        Filter.MIN_LENGTH,
                        " Default: 2, or 0 with --session or --tools.",
                        Filter.PATTERN,
                        " Read{3+} means Read{2+}."));
    }

    @Override
    void check() {
        top.check(this);
    }

    @Override
    boolean isTallied() {
        return true;
    }

    private boolean isWhole() {
        return tools || turns;
    }

    private boolean isRanking() {
        return paths || isWhole();
    }

    @Override
    Map<Filter, String> defaults(Settings settings) {
        boolean isAny = isRanking() || filters().has(Filter.SESSION);
        return isAny ? Map.of() : Map.of(Filter.MIN_LENGTH, "" + MIN_LENGTH);
    }

    @Override
    void print(AnswerSource source, Selection selection) throws IOException {
        if (isRanking()) {
            new Listing<>(
                            Path.class,
                            all -> all.paths(selection, isWhole(), top.asked()),
                            this::paths,
                            () -> none(source, "no tool calls", true, selection))
                    .print(source, printer());
        } else {
            var answer = source.answers().patterns(selection, new Answers.Top(null, top.asked()));
            var none = answer.items().isEmpty() ? noPatterns(source, selection) : null;
            printer().print(Pattern.class, answer.items(), patterns(answer.items()), none);
            CoverageReport.say(answer.coverage(), console);
        }
    }

    private static Table patterns(List<Pattern> all) {
        var table = new Table(
                Table.Column.longText("PATTERN"),
                Table.Column.number("COUNT"),
                Table.Column.number("AVG_LENGTH"),
                Table.Column.number("SESSIONS"));
        all.forEach(
                one -> table.row(one.pattern(), one.count(), ResultPrinter.decimal(one.avgLength()), one.sessions()));
        return table;
    }

    private String noPatterns(AnswerSource source, Selection selection) {
        boolean hasTurns = !source.answers()
                .turns(selection, new Answers.Page(null, 1))
                .items()
                .isEmpty();
        return hasTurns ? "no patterns" : none(source, "no turns for patterns", false, selection);
    }

    private Table paths(List<Path> all) {
        var columns = new ArrayList<Table.Column>();
        columns.add(Table.Column.number("RANK"));
        columns.add(Table.Column.longText("PATTERN"));
        columns.add(Table.Column.number("COUNT"));
        if (isWhole()) {
            columns.add(Table.Column.number("AVG_TURN_LEN"));
            columns.add(Table.Column.number("LONG_TURN_%"));
        }
        columns.add(Table.Column.longText("ALIAS"));
        columns.add(Table.Column.number("FAILURES"));
        var table = new Table(columns.toArray(Table.Column[]::new));
        table.caption(top.cut(all.size()));
        for (var path : top.ofTable(all)) {
            var cells = new ArrayList<Object>(List.of(path.rank(), path.pattern(), path.count()));
            if (isWhole()) {
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
