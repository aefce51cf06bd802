package footfall.cli;

import footfall.config.NearestWords;
import footfall.eventlog.FollowsGraph;
import footfall.loop.Level;
import footfall.pattern.Tool;
import footfall.screen.CountWords;
import footfall.screen.DurationText;
import footfall.screen.SafeText;
import footfall.view.Answers;
import footfall.view.Selection;
import footfall.view.Sort;
import footfall.view.ToolFold.ToolDetail;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "tools",
        header = "List tools with their failures, or what calls of one led to.",
        description = {
            "With TOOL: its failed calls by category, and which tool the agent called next in the same turn. "
                    + "'footfall turns --tool TOOL' lists its turns.",
            "FAILURES counts calls that failed, not those that were refused or stopped. Copies of turns do not count."
        },
        footer = {
            "  footfall tools --from                          TOOL CALLS FAILURES FAILED_%% SESSIONS LAST_SEEN",
            "  footfall tools --from --since 7d --level intent    what the calls of a week were for",
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

    @Option(
            names = "--level",
            paramLabel = "tool|intent",
            converter = ChoiceOptions.LoopLevel.class,
            completionCandidates = ChoiceOptions.LoopLevel.class,
            description =
                    "What a row counts: calls of one tool (tool), or calls for one purpose, of any tool (intent). "
                            + "Default: tool.")
    private Level level;

    @Mixin
    private TimeOrder.FirstRows top = new TimeOrder.FirstRows();

    ToolsCommand() {
        super(Map.of());
    }

    @Override
    void check() {
        top.check(this);
        tool = tool == null ? sources.swallowed(typed -> !typed.contains("/")) : tool;
        if (tool != null && (sort != null || level != null || top.isGiven())) {
            throw usage("TOOL cannot be combined with --level, --sort or --top");
        } else if (level == Level.INTENT && sort != null) {
            throw usage("--level intent lists the most frequent first; omit --sort");
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
        if (level == Level.INTENT) {
            printIntents(source, selection);
        } else if (tool == null) {
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

    private Table table(List<Tool> tools) {
        var table = Table.of(tools)
                .longText("TOOL", Tool::tool)
                .number("CALLS", Tool::count)
                .number("FAILURES", Tool::failures)
                .number("FAILED_%", one -> percent(one.failures(), one.count()))
                .number("SESSIONS", Tool::sessions);
        if (sort == Sort.LENGTH) {
            table.number("AVG_TURN_LEN", one -> ResultPrinter.decimal(one.avgTurnLen()));
        }
        return table.text("LAST_SEEN", 1, one -> printer().time(one.lastSeen()));
    }

    private static String percent(long part, long all) {
        return ResultPrinter.decimal(100.0 * part / all);
    }

    /** What calls were for, read from turns: tallies know tools only. */
    private void printIntents(AnswerSource source, Selection selection) throws IOException {
        boolean isTable = printer().format() == ResultPrinter.Format.TABLE;
        var answer = source.answers().follows(selection, Level.INTENT);
        var all = answer.item().graph().nodes();
        var shown = isTable ? top.said(all, console) : all.subList(0, Math.min(all.size(), top.asked()));
        var none = all.isEmpty() ? none(source, "no tool calls", true, selection) : null;
        printer().print(FollowsGraph.Node.class, shown, all.isEmpty() ? null : intents(shown, all), none);
        CoverageReport.omitted(answer.item().callsOmitted(), console);
        CoverageReport.say(answer.coverage(), console);
    }

    private static Table intents(List<FollowsGraph.Node> shown, List<FollowsGraph.Node> all) {
        long calls = all.stream().mapToLong(FollowsGraph.Node::count).sum();
        return Table.of(shown)
                .longText("FOR", FollowsGraph.Node::activity)
                .number("CALLS", FollowsGraph.Node::count)
                .number("CALLS_%", one -> percent(one.count(), calls))
                .number("FAILURES", FollowsGraph.Node::failures)
                .number("FAILED_%", one -> percent(one.failures(), one.count()))
                .number("MEAN_TIME", one -> DurationText.of(Duration.ofMillis(one.meanMs())));
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
        table.row(what, one.name(), one.count(), percent(one.count(), calls));
    }
}
