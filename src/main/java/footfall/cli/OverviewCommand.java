package footfall.cli;

import footfall.alert.Alert;
import footfall.ask.ApiClient;
import footfall.config.SettingErrors;
import footfall.config.SettingKeys;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.line.InstantText;
import footfall.pattern.Tool;
import footfall.run.ProcessorFile;
import footfall.screen.AlertWords;
import footfall.screen.Cells;
import footfall.screen.CountWords;
import footfall.screen.DurationText;
import footfall.screen.MoneyText;
import footfall.screen.SafeText;
import footfall.screen.Wrapped;
import footfall.shipper.ListedShipper;
import footfall.view.Answers;
import footfall.view.Direction;
import footfall.view.Filter;
import footfall.view.Filter.InvalidFilter;
import footfall.view.OpenTurn;
import footfall.view.Selection;
import footfall.view.Sort;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.view.UsageRow;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * What {@code footfall} alone answers: what runs now, what today and the last seven days cost, what went wrong most.
 * From the processor of this machine if one answers, else from its transcripts.
 */
@Command(name = OverviewCommand.NAME, hidden = true, header = "Show what runs, what it cost and what went wrong most.")
final class OverviewCommand extends SettingsCommand implements FromOption.ReadsFiles, PlainQuestion {
    static final String NAME = "overview";

    /** As {@code usage --since 7d}. */
    private static final Duration WEEK = Duration.ofDays(7);

    private static final int TEXT_AT = 12;
    private static final int SHIPPERS_NAMED = 3;
    private static final String JSON = "--json";
    private static final String SERVER = "--server";
    /** The options that {@code footfall} alone takes. */
    private static final Set<String> OPTIONS =
            Set.of(JSON, FromOption.SHORT, FromOption.NAME, SERVER, SettingsOptions.SET, SettingsOptions.NAME);

    @Mixin
    private SourceOptions sources = new SourceOptions();

    @Option(names = JSON, description = "Print one JSON object.")
    private boolean json;

    /** The arguments of the command that stands for none. */
    static String[] words(Console console, String... typed) {
        var words = new ArrayList<>(List.of(typed));
        words.add(0, NAME);
        boolean hasSource = words.stream()
                .map(OverviewCommand::option)
                .anyMatch(Set.of(FromOption.SHORT, FromOption.NAME, SERVER)::contains);
        if (!hasSource && !isProcessorHere(console, typed)) {
            words.add(1, FromOption.NAME);
        }
        return words.toArray(String[]::new);
    }

    /** Whether these arguments have no command, but options of this one. */
    static boolean isAsked(String... typed) {
        return typed.length == 0 || OPTIONS.contains(option(typed[0]));
    }

    private static String option(String word) {
        return word.split("=", 2)[0];
    }

    private static boolean isProcessorHere(Console console, String... typed) {
        try {
            var options = new SettingsOptions();
            if (typed.length > 0) {
                new CommandLine(options).setUnmatchedArgumentsAllowed(true).parseArgs(typed);
            }
            var dataDir = options.read(console).get(SettingKeys.DATA_DIR);
            var location = ProcessorFile.read(dataDir);
            return location.isPresent()
                    && ApiClient.isThere(URI.create(location.get().url()));
        } catch (IOException | SettingErrors | IllegalArgumentException | ParameterException unknown) {
            return false;
        }
    }

    @Override
    public void take(Typed typed) {
        sources.take(typed.from());
        json = typed.isJson();
    }

    @Override
    public Integer call() throws Exception {
        try (var source = sources.open(this, settings());
                var out = console.writer()) {
            var overview = read(source);
            if (json) {
                out.write(JsonOut.shown(console, JsonOut.text(overview)) + "\n");
            } else {
                int width = new ResultPrinter(console, this, false).width();
                for (var line : lines(overview, source.asTyped())) {
                    for (var part : fitted(named(line), width)) {
                        out.write(part + "\n");
                    }
                }
            }
        } catch (CommandFailed nothing) {
            if (!sources.areHomes()) {
                throw nothing;
            }
            console.say(nothing.getMessage());
            console.say(
                    "nothing to show yet; set it up with: footfall init, or see how it looks with: footfall up --demo");
        }
        return ExitCodes.OK;
    }

    /**
     * What is shown. {@code openTurns}, the longest first, {@code alerts}, those that stand of the subject whose tell
     * most, how many other subjects have some, and {@code lateShippers} are null for files; {@code wornMost} has at
     * most one.
     */
    private record Overview(
            List<OpenTurn> openTurns,
            List<Alert> alerts,
            Integer moreAlerts,
            List<ListedShipper> lateShippers,
            UsageRow today,
            UsageRow week,
            List<Desire> wornMost,
            Tool failsMost) {}

    private Overview read(AnswerSource source) throws InvalidFilter {
        var answers = source.answers();
        var zone = console.clock().getZone();
        var now = console.clock().instant();
        var week = since(now.minus(WEEK));
        var desires = answers.desires(week, DesireQuestion.DEFAULT, new Answers.Top(null, 1));
        var tools = answers.tools(week, new Answers.Top(Sort.FAILURES, 1));
        boolean isLive = !sources.areFiles();
        var alerts = isLive ? standing(answers, week) : List.<List<Alert>>of();
        return new Overview(
                isLive ? answers.openTurns(Selection.ALL, Answers.PAGE_MAX).items() : null,
                isLive ? alerts.stream().findFirst().orElse(List.of()) : null,
                isLive ? Integer.valueOf(Math.max(0, alerts.size() - 1)) : null,
                isLive
                        ? source.shippers(Selection.ALL).stream()
                                .filter(ListedShipper::late)
                                .toList()
                        : null,
                used(
                        answers,
                        since(LocalDate.ofInstant(now, zone).atStartOfDay(zone).toInstant())),
                used(answers, week),
                desires.items(),
                tools.items().stream()
                        .filter(tool -> tool.failures() > 0)
                        .findFirst()
                        .orElse(null));
    }

    private static Selection since(Instant at) throws InvalidFilter {
        return Selection.parse(Map.of(Filter.SINCE, InstantText.of(at)));
    }

    private UsageRow used(Answers answers, Selection selection) {
        return answers.usage(
                        new UsageQuestion(
                                List.of(UsageBy.DAY), selection, console.clock().getZone()),
                        new UsageBill.Order(null, 1, false))
                .total();
    }

    private static List<List<Alert>> standing(Answers answers, Selection week) {
        return AlertWords.bySubject(
                answers.alerts(week, new Answers.Page(null, Answers.PAGE_MAX, Direction.DESC)).items().stream()
                        .filter(alert -> alert.state() == Alert.State.RAISED)
                        .toList());
    }

    private static List<String> lines(Overview overview, List<String> asTyped) {
        var lines = new ArrayList<String>();
        boolean isLive = overview.openTurns != null;
        if (isLive) {
            line(lines, "now", running(overview.openTurns));
        }
        if (isLive && !overview.alerts.isEmpty()) {
            var more = overview.moreAlerts == 0 ? "" : "; " + overview.moreAlerts + " more: footfall alerts";
            line(lines, "alert", warned(overview.alerts) + more);
        }
        if (isLive && !overview.lateShippers.isEmpty()) {
            line(lines, "shippers", silent(overview.lateShippers));
        }
        line(lines, "today", used(overview.today));
        line(lines, "7 days", used(overview.week));
        overview.wornMost.forEach(desire -> line(lines, "worn most", worn(desire)));
        var tool = overview.failsMost;
        if (tool != null) {
            var calls = CountWords.number(tool.failures()) + " of " + CountWords.of(tool.count(), "call");
            line(lines, "fails most", SafeText.of(tool.tool()) + ", " + calls);
        }
        lines.add("");
        next(lines, "what to change", "desires", asTyped);
        next(lines, "what it cost", "digest", asTyped);
        if (isLive) {
            next(lines, "what runs now", "turns --open", asTyped);
        } else {
            next(lines, "follow live", "up", List.of());
        }
        return lines;
    }

    private static void line(List<String> lines, String name, String text) {
        lines.add(String.format("%-" + TEXT_AT + "s%s", name, text));
    }

    /** What is too long for the terminal goes on below its beginning. */
    static List<String> fitted(String line, int width) {
        if (Cells.width(line) <= width) {
            return List.of(line);
        }
        var parts = new ArrayList<String>();
        for (var words : Wrapped.of(line.substring(TEXT_AT), width - TEXT_AT)) {
            parts.add((parts.isEmpty() ? line.substring(0, TEXT_AT) : " ".repeat(TEXT_AT)) + words);
        }
        return parts;
    }

    private static void next(List<String> lines, String what, String command, List<String> asTyped) {
        lines.add(String.format("%-16s%s", what, ShellWords.command(command, asTyped)));
    }

    /** Such as {@code shop (ada), 2ced3c06:0: 20 failed calls in a row, a loop of 16 rounds}. */
    private static String warned(List<Alert> alerts) {
        var alert = alerts.get(0);
        var where = alert.origin() == null ? "" : alert.origin().place();
        return SafeText.of((where.isEmpty() ? "" : where + ", ") + AlertWords.whose(alert)) + ": "
                + (alerts.size() == 1 ? AlertWords.what(alert) : AlertWords.problems(alerts));
    }

    static String silent(List<ListedShipper> late) {
        return SafeText.of(late.stream()
                        .limit(SHIPPERS_NAMED)
                        .map(one -> one.name() + " has not reported for "
                                + DurationText.of(Duration.ofMillis(one.notHeardForMs())))
                        .collect(Collectors.joining(", ")))
                + (late.size() > SHIPPERS_NAMED ? ", and " + (late.size() - SHIPPERS_NAMED) + " more" : "");
    }

    private static String worn(Desire one) {
        long steps = one.steps();
        return SafeText.of(one.title()) + ", "
                + (one.count() == 1 ? "once" : CountWords.of(one.count(), "time"))
                + (steps <= one.count() ? "" : ", " + CountWords.of(steps, "step"));
    }

    private static String running(List<OpenTurn> open) {
        if (open.isEmpty()) {
            return "no turn is open";
        }
        var longest = open.get(0);
        var cost =
                open.stream().map(OpenTurn::costUsd).filter(Objects::nonNull).reduce(BigDecimal.ZERO, BigDecimal::add);
        return CountWords.of(open.size(), "open turn")
                + (cost.signum() == 0
                        ? ""
                        : ", " + MoneyText.of(cost, open.stream().anyMatch(turn -> turn.costUsd() == null)) + " so far")
                + "; the longest: "
                + CountWords.of(longest.length(), "step")
                + (longest.project() == null ? "" : " in " + SafeText.of(longest.project()));
    }

    private static String used(UsageRow row) {
        var cost = (row.costUsd() == null ? "cost " : "")
                + MoneyText.of(row.costUsd(), !row.unpricedModels().isEmpty());
        if (row.turns() == 0) {
            return row.tokens().total() == 0 ? "no turn" : cost + " in a turn of the day before";
        }
        return cost + " in " + CountWords.of(row.turns(), "turn");
    }
}
