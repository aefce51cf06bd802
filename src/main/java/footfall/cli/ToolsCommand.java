package footfall.cli;

import footfall.config.NearestWords;
import footfall.pattern.Tool;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import footfall.view.Answers;
import footfall.view.Selection;
import footfall.view.Sort;
import footfall.view.ToolFold.ToolDetail;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "tools",
        header = "List tools with their calls and failures, or what the calls of one tool led to.",
        description = {
            "With TOOL: its failed calls by category, and which tool the agent called next in the same turn. "
                    + "'footfall turns --tool TOOL' lists its turns.",
            "FAILURES counts calls that failed, not those that were refused or stopped. Copies of turns do not count."
        },
        footer = {
            "  footfall tools --from                          TOOL CALLS FAILURES AVG_TURN_LEN LONG_TURN_%% SESSIONS",
            "  footfall tools --from --sort failures --top 5",
            "  footfall tools Bash --from --since 7d          failures of Bash, and what is called next"
        })
final class ToolsCommand extends AnswerCommand {
    @Parameters(arity = "0..1", paramLabel = "TOOL", description = "The name of one tool.")
    private String tool;

    @Option(
            names = "--sort",
            paramLabel = "ORDER",
            converter = ChoiceOptions.ToolOrder.class,
            completionCandidates = ChoiceOptions.ToolOrder.class,
            description = "The order, the largest first: count (calls), length (mean length of turns), sessions, "
                    + "failures, last_seen. Default: count.")
    private Sort sort;

    @Mixin
    private TimeOrder.FirstRows top = new TimeOrder.FirstRows();

    ToolsCommand() {
        super(Map.of());
    }

    @Override
    void check() {
        top.check(this);
        tool = tool == null ? sources.swallowed(typed -> !typed.contains("/")) : tool;
        if (tool != null && (sort != null || top.isGiven())) {
            throw usage("TOOL cannot be combined with --sort or --top");
        } else if (tool != null && tool.isBlank()) {
            throw usage("TOOL is empty");
        }
    }

    @Override
    boolean isTallied() {
        return true;
    }

    @Override
    void print(AnswerSource source, Selection selection) throws IOException {
        if (tool == null) {
            printTools(source, selection);
        } else {
            printTool(source, selection);
        }
    }

    private void printTools(AnswerSource source, Selection selection) throws IOException {
        boolean isTable = printer().format() == ResultPrinter.Format.TABLE;
        int max = isTable ? Integer.MAX_VALUE : top.asked();
        new AnswerSource.Listing<>(
                        Tool.class,
                        all -> all.tools(selection, new Answers.Top(sort, max)),
                        tools -> table(isTable ? top.said(tools, console) : tools),
                        () -> none(source, "no tool calls", true, selection))
                .print(source, printer());
    }

    private static Table table(List<Tool> tools) {
        return Table.of(tools)
                .longText("TOOL", Tool::tool)
                .number("CALLS", Tool::count)
                .number("FAILURES", Tool::failures)
                .number("AVG_TURN_LEN", one -> ResultPrinter.decimal(one.avgTurnLen()))
                .number("LONG_TURN_%", one -> ResultPrinter.decimal(one.longTurnPct()))
                .number("SESSIONS", Tool::sessions);
    }

    private void printTool(AnswerSource source, Selection selection) throws IOException {
        var answer = source.answers().tool(tool, selection);
        var found = answer.item() == null ? List.<ToolDetail>of() : List.of(answer.item());
        var none = found.isEmpty()
                ? none(source, "no calls of " + SafeText.of(tool) + hint(source), true, selection)
                : null;
        printer().print(ToolDetail.class, found, found.isEmpty() ? null : table(found.get(0)), none);
        CoverageReport.say(answer.coverage(), console);
    }

    /** Names of tools are case-sensitive. */
    private String hint(AnswerSource source) {
        var known = source.answers().tools(Selection.ALL, Answers.Top.ALL).items().stream()
                .map(Tool::tool)
                .toList();
        return known.stream()
                .filter(tool::equalsIgnoreCase)
                .findFirst()
                .or(() -> known.contains(tool) ? Optional.empty() : NearestWords.to(tool, known))
                .filter(near -> !near.equals(tool))
                .map(near -> " (did you mean " + SafeText.of(near) + "?)")
                .orElse("");
    }

    /** A row for each category of failures, each following tool, and each tool that followed a failure. */
    private static Table table(ToolDetail detail) {
        var table = new Table(
                Table.Column.text("WHAT"),
                Table.Column.longText("NAME"),
                Table.Column.number("CALLS"),
                Table.Column.number("%"));
        long calls = detail.tool().count();
        table.caption(detail.tool().tool() + ": " + CountWords.of(calls, "call") + ", "
                + CountWords.of(detail.tool().failures(), "failure") + ", "
                + CountWords.of(detail.tool().sessions(), "session"));
        detail.failures().forEach(one -> row(table, "failed", one, calls));
        detail.next().forEach(one -> row(table, "next", one, calls));
        row(table, "next", new ToolDetail.Count("(end of the turn)", detail.last()), calls);
        if (detail.unknown() > 0) {
            row(table, "next", new ToolDetail.Count("(step omitted)", detail.unknown()), calls);
        }
        detail.afterFailure().forEach(one -> row(table, "after failure", one, calls));
        return table;
    }

    private static void row(Table table, String what, ToolDetail.Count one, long calls) {
        table.row(what, one.name(), one.count(), ResultPrinter.decimal(100.0 * one.count() / calls));
    }
}
