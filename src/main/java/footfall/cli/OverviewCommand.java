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
import footfall.screen.CountWords;
import footfall.screen.MoneyText;
import footfall.screen.SafeText;
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
import java.net.URI;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
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

    private static final int DAYS = 7;
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
            var overview = read(source.answers());
            if (json) {
                out.write(JsonOut.shown(console, JsonOut.text(overview)) + "\n");
            } else {
                for (var line : lines(overview, source.asTyped())) {
                    out.write(line + "\n");
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
     * What is shown. {@code openTurns}, the longest first, and {@code alert}, the latest that is active, are null for
     * files; {@code today} is null without usage; {@code wornMost} has at most one.
     */
    private record Overview(
            List<OpenTurn> openTurns,
            Alert alert,
            UsageRow today,
            UsageRow week,
            List<Desire> wornMost,
            Tool failsMost) {}

    private Overview read(Answers answers) throws InvalidFilter {
        var zone = console.clock().getZone();
        var today = LocalDate.ofInstant(console.clock().instant(), zone);
        var since = today.minusDays(DAYS - 1L).atStartOfDay(zone).toInstant();
        var week = Selection.parse(Map.of(Filter.SINCE, InstantText.of(since)));
        var bill = answers.usage(
                new UsageQuestion(List.of(UsageBy.DAY), week, zone, UnaryOperator.identity(), false),
                new UsageBill.Order(null, DAYS, false));
        var ofToday = bill.rows().stream()
                .filter(row -> today.toString().equals(row.key().day()));
        var desires = answers.desires(week, DesireQuestion.DEFAULT, new Answers.Top(null, 1));
        var tools = answers.tools(week, new Answers.Top(Sort.FAILURES, 1));
        boolean isLive = !sources.areFiles();
        return new Overview(
                isLive ? answers.openTurns(Selection.ALL, Answers.PAGE_MAX).items() : null,
                isLive ? raised(answers, week) : null,
                ofToday.findFirst().orElse(null),
                bill.total(),
                desires.items(),
                tools.items().stream()
                        .filter(tool -> tool.failures() > 0)
                        .findFirst()
                        .orElse(null));
    }

    private static Alert raised(Answers answers, Selection week) {
        return answers.alerts(week, new Answers.Page(null, Answers.PAGE_MAX, Direction.DESC)).items().stream()
                .filter(alert -> alert.state() == Alert.State.RAISED)
                .findFirst()
                .orElse(null);
    }

    private static List<String> lines(Overview overview, List<String> asTyped) {
        var lines = new ArrayList<String>();
        boolean isLive = overview.openTurns != null;
        if (isLive) {
            line(lines, "now", running(overview.openTurns));
        }
        var alert = overview.alert;
        if (alert != null) {
            var subject = SafeText.of(alert.subject());
            line(lines, "alert", alert.kind().word() + ", level " + alert.level() + ", " + subject);
        }
        line(lines, "today", overview.today == null ? "no turn" : used(overview.today));
        line(lines, "7 days", used(overview.week));
        overview.wornMost.forEach(desire -> line(lines, "worn most", worn(desire)));
        var tool = overview.failsMost;
        if (tool != null) {
            var calls = CountWords.number(tool.failures()) + " of " + CountWords.of(tool.count(), "call");
            line(lines, "fails most", SafeText.of(tool.tool()) + ", " + calls);
        }
        lines.add("");
        next(lines, "what to change", "desires", asTyped);
        next(lines, "what it cost", "usage --by day", asTyped);
        if (isLive) {
            next(lines, "what runs now", "turns --open", asTyped);
        } else {
            next(lines, "follow live", "up", List.of());
        }
        return lines;
    }

    private static void line(List<String> lines, String name, String text) {
        lines.add(String.format("%-12s%s", name, text));
    }

    private static void next(List<String> lines, String what, String command, List<String> asTyped) {
        lines.add(String.format("%-16s%s", what, ShellWords.command(command, asTyped)));
    }

    private static String worn(Desire one) {
        long steps = one.wasted().wastedSteps();
        return SafeText.of(one.title()) + ", "
                + (one.count() == 1 ? "once" : CountWords.of(one.count(), "time"))
                + (steps == 0 ? "" : ", " + CountWords.of(steps, "step") + " wasted");
    }

    private static String running(List<OpenTurn> open) {
        if (open.isEmpty()) {
            return "no turn is open";
        }
        var longest = open.get(0);
        return CountWords.of(open.size(), "open turn") + "; the longest: "
                + CountWords.of(longest.length(), "step")
                + (longest.project() == null ? "" : " in " + SafeText.of(longest.project()));
    }

    private static String used(UsageRow row) {
        var cost = row.costUsd() == null
                ? "no price"
                : MoneyText.of(row.costUsd()) + (row.unpricedModels().isEmpty() ? "" : " and more without a price");
        if (row.turns() == 0) {
            return row.tokens().total() == 0 ? "no turn" : cost + " in a turn of the day before";
        }
        return cost + " in " + CountWords.of(row.turns(), "turn");
    }
}
