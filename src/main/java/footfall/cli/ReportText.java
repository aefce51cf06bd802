package footfall.cli;

import footfall.screen.CountWords;
import footfall.screen.DurationText;
import footfall.screen.MoneyText;
import footfall.screen.SafeText;
import footfall.screen.Wrapped;
import footfall.session.SessionReport;
import footfall.turn.Cost;
import footfall.turn.Cost.UnpricedModel;
import footfall.turn.Prices;
import footfall.turn.SessionUsage.SessionTokens;
import footfall.turn.Tokens;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A session report as text: a head of one line per fact, then the most frequent items. */
record ReportText(Writer out, int screenWidth, ResultPrinter printer, SessionReport report) {
    private static final int ROWS_MAX = 20;
    private static final String NAME = "%-10s";

    static void print(ResultPrinter printer, SessionReport report) throws IOException {
        try (var out = printer.console().writer()) {
            var text = new ReportText(out, printer.width(), printer, report);
            text.head();
            text.counts("TOOL", report.toolCounts());
            text.counts("EXTENSION", report.fileExtensions());
            text.counts("SHELL", report.bashCategorySummary());
            text.commands();
            text.files();
            text.subagents();
        }
    }

    private void head() throws IOException {
        say("session", report.sessionId() + (report.slug() == null ? "" : " (" + report.slug() + ")"));
        say("project", report.project());
        say(
                "prompt",
                report.promptPreview() == null ? null : report.promptPreview().replaceAll("\\s+", " "));
        say(
                "time",
                report.startTime() == null
                        ? null
                        : printer.time(report.startTime()) + " to " + printer.time(report.endTime()));
        say("active", active());
        say(
                "asked",
                times(report.promptCount()) + ", interrupted " + times(report.interruptCount())
                        + (report.compactions() == 0 ? "" : ", compacted " + times(report.compactions())));
        say("models", report.modelsUsed().isEmpty() ? null : String.join(", ", report.modelsUsed()));
        say("mode", report.permissionMode());
        say("thinking", report.thinkingLevel());
        say("tokens", String.join(", ", CountWords.tokens(report.tokens())));
        say("cost", MoneyText.of(report.costEstimate()) + unpriced());
        beside();
        total();
        say(
                "limits",
                report.rateLimits() == null
                        ? null
                        : UsageTable.LimitWords.of(
                                report.rateLimits(), printer.console().clock().getZone()));
        say(
                "calls",
                CountWords.number(report.totalTools()) + "; results: " + CountWords.of(report.toolErrors(), "error")
                        + ", " + CountWords.of(report.toolSuccesses(), "other"));
    }

    /** What no message shows, by model. */
    private void beside() throws IOException {
        var models = new LinkedHashMap<String, Tokens>();
        var costs = new HashMap<String, BigDecimal>();
        for (var one : report.besideMessages() == null ? List.<SessionTokens>of() : report.besideMessages()) {
            if (one.tokens().total() > 0) {
                models.merge(one.model(), one.tokens(), Tokens::plus);
                if (one.costUsd() != null) {
                    costs.merge(one.model(), one.costUsd(), BigDecimal::add);
                }
            }
        }
        for (var one : models.entrySet()) {
            var cost = costs.get(one.getKey());
            say(
                    "beside",
                    "messages, " + one.getKey() + ": " + String.join(", ", CountWords.tokens(one.getValue())) + ", "
                            + MoneyText.of(cost == null ? null : Prices.rounded(cost)));
        }
    }

    /** With subagents; and the agent's own reckoning, to compare. */
    private void total() throws IOException {
        var bill = report.bill();
        if (!bill.totalTokens().equals(report.tokens())) {
            var cost = bill.totalCostUsd() == null ? null : Prices.rounded(bill.totalCostUsd());
            say(
                    "total",
                    String.join(", ", CountWords.tokens(bill.totalTokens())) + ", " + MoneyText.of(cost)
                            + " with its subagents");
        }
        for (var one : bill.totalUnpriced() == null ? List.<UnpricedModel>of() : bill.totalUnpriced()) {
            // Tokens without the input have no cost whatever their price is.
            if (one.tokens().isComplete()) {
                say("no price", one.model() + ": " + String.join(", ", CountWords.tokens(one.tokens())));
            }
        }
        if (bill.agentCostUsd() != null) {
            var guess = bill.agentCostGuessed() == null ? "" : ", in part at another model's price: a guess";
            say("own total", MoneyText.of(Prices.rounded(bill.agentCostUsd())) + " as the agent reckons" + guess);
        }
    }

    /** Why the cost is unknown. A line without a model counts as an unknown model. */
    private String unpriced() {
        if (!report.tokens().isComplete()) {
            return " (the transcript has no input tokens)";
        }
        var why = new ArrayList<String>();
        var named = report.unpricedModels().stream()
                .filter(model -> !model.equals(Cost.UNKNOWN))
                .toList();
        if (!named.isEmpty()) {
            why.add("no price for " + String.join(", ", named));
        }
        if (named.size() < report.unpricedModels().size()) {
            why.add("the transcript does not name every model");
        }
        return why.isEmpty() ? "" : " (" + String.join("; ", why) + ")";
    }

    /** Unknown where no line reports a duration. */
    private String active() {
        if (report.startTime() == null || report.totalActiveDurationMs() == 0) {
            return null;
        }
        var own = DurationText.of(Duration.ofMillis(report.activeDurationMs()));
        var all = DurationText.of(Duration.ofMillis(report.totalActiveDurationMs()));
        return own.equals(all) ? own : own + "; " + all + " with its subagents";
    }

    private void say(String name, String value) throws IOException {
        if (value != null) {
            var label = String.format(NAME, name);
            int rest = Math.max(1, screenWidth - label.length());
            out.write(label + String.join("\n" + " ".repeat(label.length()), Wrapped.of(SafeText.of(value), rest))
                    + "\n");
        }
    }

    private void counts(String title, Map<String, Long> counts) throws IOException {
        var rows = counts.entrySet().stream().limit(ROWS_MAX).toList();
        print(Table.of(rows).text(title, Map.Entry::getKey).number("COUNT", Map.Entry::getValue), counts.size());
    }

    private void commands() throws IOException {
        var commands = report.bashCommands();
        var table = Table.of(first(commands))
                .number("COUNT", SessionReport.BashCommand::count)
                .text("CATEGORY", one -> one.category().label())
                .longText("COMMAND", one -> one.command().replaceAll("\\s+", " "));
        print(table, commands.size());
    }

    private void files() throws IOException {
        var files = report.filesTouched();
        var rows = files.entrySet().stream().limit(ROWS_MAX).toList();
        print(
                Table.of(rows).text("TOOLS", file -> tools(file.getValue())).longText("FILE", Map.Entry::getKey),
                files.size());
    }

    private void subagents() throws IOException {
        var subagents = report.subagents();
        var table = Table.of(first(subagents))
                .text("SUBAGENT", SessionReport.Subagent::agentId)
                .text("TYPE", SessionReport.Subagent::subagentType)
                .longText("TASK", ReportText::task)
                .number("CALLS", SessionReport.Subagent::toolCount)
                .longText("TOOLS", one -> tools(one.toolCounts()));
        print(table, subagents.size());
    }

    private static String task(SessionReport.Subagent one) {
        var task = one.taskDescription() == null ? one.description() : one.taskDescription();
        return task == null ? null : task.replaceAll("\\s+", " ");
    }

    private static <T> List<T> first(List<T> all) {
        return all.subList(0, Math.min(ROWS_MAX, all.size()));
    }

    private void print(Table table, int size) throws IOException {
        if (size == 0) {
            return;
        }
        out.write('\n');
        table.print(out, screenWidth, printer.console().isColoured());
        if (size > ROWS_MAX) {
            out.write("and " + CountWords.number(size - ROWS_MAX) + " more\n");
        }
    }

    /** {@code Read 3, Edit 1}. */
    static String tools(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String times(long count) {
        return count == 1 ? "once" : CountWords.of(count, "time");
    }
}
