package footfall.cli;

import footfall.loop.Level;
import footfall.screen.CountWords;
import footfall.screen.DurationText;
import footfall.view.FollowsMap;
import footfall.view.Selection;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall follows}. */
@Command(
        name = "follows",
        header = "List which tool call directly follows which, how often, and after what mean time.",
        description = "A call follows the call of its turn that started before it. 'footfall map' draws the same as a "
                + "picture. Copies of turns are not counted.",
        footer = {
            "  footfall follows --from                    FROM TO COUNT MEAN_TIME",
            "  footfall follows --from --activity intent  by what the calls were for",
            "  footfall follows --project shop --since 7d --top 50"
        })
final class FollowsCommand extends AnswerCommand {
    /** Without where the picture of a map has the edge. */
    private static final CsvOut.Columns COLUMNS =
            new CsvOut.Columns(FollowsMap.Edge.class, Set.of("points", "label/x", "label/y", "label/width"));

    @Option(
            names = "--activity",
            paramLabel = "tool|intent",
            defaultValue = "tool",
            converter = ChoiceOptions.LoopLevel.class,
            completionCandidates = ChoiceOptions.LoopLevel.class,
            description = "What a call is called: its tool, or what it was for. Default: ${DEFAULT-VALUE}.")
    private Level activity;

    @Mixin
    private FirstRows top = new FirstRows();

    FollowsCommand(Console console) {
        super(console, Map.of());
    }

    @Override
    void check() {
        top.check(this);
    }

    @Override
    void print(AnswerSource source, Selection selection) throws IOException {
        var answer = source.answers().follows(selection, activity);
        var graph = answer.item().graph();
        var all = FollowsMap.edges(graph.nodes(), graph.edges());
        boolean isTable = printer().format() == ResultPrinter.Format.TABLE;
        var edges = isTable ? top.ofTable(all) : all.subList(0, Math.min(all.size(), top.asked()));
        var none = edges.isEmpty() ? none(source, "no tool calls", true, selection) : null;
        var table = table(edges);
        var cut = top.cut(all.size());
        table.caption(CountWords.of(graph.cases(), "turn") + ", " + CountWords.of(graph.events(), "call")
                + (cut == null ? "" : "; " + cut));
        printer().print(COLUMNS, edges, table, none);
        long omitted = answer.item().callsOmitted();
        if (omitted > 0) {
            console.say("skipped " + CountWords.of(omitted, "call") + " that the records of very long turns omit");
        }
        CoverageReport.say(answer.coverage(), console);
    }

    private static Table table(List<FollowsMap.Edge> edges) {
        var table = new Table(
                Table.Column.longText("FROM"),
                Table.Column.longText("TO"),
                Table.Column.number("COUNT"),
                Table.Column.number("MEAN_TIME"));
        for (var edge : edges) {
            table.row(
                    edge.from() == null ? "(start of the turn)" : edge.from(),
                    edge.to() == null ? "(end of the turn)" : edge.to(),
                    edge.count(),
                    edge.meanMs() == null ? null : DurationText.of(Duration.ofMillis(edge.meanMs())));
        }
        return table;
    }

    @Override
    boolean isTallied() {
        return true;
    }
}
