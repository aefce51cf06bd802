package footfall.cli;

import footfall.alert.Alert;
import footfall.config.Config;
import footfall.config.SettingErrors;
import footfall.config.SettingKeys;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.line.InstantText;
import footfall.run.ProcessorFile;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import footfall.view.Answers;
import footfall.view.Direction;
import footfall.view.Filter;
import footfall.view.InvalidFilter;
import footfall.view.OpenTurn;
import footfall.view.Selection;
import footfall.view.Sort;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.view.UsageRow;
import java.io.IOException;
import java.math.RoundingMode;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * What {@code footfall} alone answers: what runs now, what today and the last seven days cost, what went wrong most.
 * From the processor of this machine if one answers, else from its transcripts.
 */
@Command(name = OverviewCommand.NAME, hidden = true, header = "Show what runs, what it cost and what went wrong most.")
final class OverviewCommand extends SettingsCommand implements ReadsFiles {
    static final String NAME = "overview";

    private static final int DAYS = 7;
    private static final int CONNECT_MS = 300;
    private static final int ANSWER_MS = 1_000;
    private static final String STATUS = "HTTP/1.1 200";
    private static final String STATUS_OK = "HTTP/1\\.[01] 200";

    @Mixin
    private SourceOptions sources;

    OverviewCommand(Console console) {
        super(console);
    }

    /** The command that stands for none. */
    static String[] words(Console console) {
        return isProcessorHere(console) ? new String[] {NAME} : new String[] {NAME, FromOption.NAME};
    }

    private static boolean isProcessorHere(Console console) {
        try {
            var dataDir = Config.read(console.environment(), Config.Flags.NONE).get(SettingKeys.DATA_DIR);
            var location = ProcessorFile.read(dataDir);
            return location.isPresent() && answers(URI.create(location.get().url()));
        } catch (IOException | SettingErrors | IllegalArgumentException unknown) {
            return false;
        }
    }

    /** Another program may have the port of a processor that was killed. What speaks TLS is asked nothing. */
    private static boolean answers(URI url) throws IOException {
        if (url.getHost() == null || url.getPort() < 0) {
            return false;
        }
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), CONNECT_MS);
            if ("https".equals(url.getScheme())) {
                return true;
            }
            socket.setSoTimeout(ANSWER_MS);
            socket.getOutputStream()
                    .write(("GET /health/live HTTP/1.0\r\nHost: " + url.getAuthority() + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            var status = new String(socket.getInputStream().readNBytes(STATUS.length()), StandardCharsets.US_ASCII);
            return status.matches(STATUS_OK);
        }
    }

    @Override
    public String notOfFiles() {
        return null;
    }

    @Override
    public Integer call() throws Exception {
        try (var source = sources.open(this, settings());
                var out = console.writer()) {
            var zone = console.clock().getZone();
            var today = LocalDate.ofInstant(console.clock().instant(), zone);
            var since = today.minusDays(DAYS - 1L).atStartOfDay(zone).toInstant();
            for (var line : lines(source.answers(), since, today, zone)) {
                out.write(line + "\n");
            }
        } catch (CommandFailed nothing) {
            if (!sources.areFiles()) {
                throw nothing;
            }
            console.say(nothing.getMessage());
            console.say("nothing to show yet; see how it looks with: footfall up --demo");
        }
        return ExitCodes.OK;
    }

    private List<String> lines(Answers answers, Instant since, LocalDate today, ZoneId zone) throws InvalidFilter {
        var lines = new ArrayList<String>();
        var week = Selection.parse(Map.of(Filter.SINCE, InstantText.of(since)));
        boolean isLive = !sources.areFiles();
        if (isLive) {
            line(
                    lines,
                    "now",
                    running(answers.openTurns(Selection.ALL, Answers.PAGE_MAX).items()));
            answers.alerts(week, new Answers.Page(null, Answers.PAGE_MAX, Direction.DESC)).items().stream()
                    .filter(alert -> alert.state() == Alert.State.RAISED)
                    .findFirst()
                    .ifPresent(alert -> line(
                            lines,
                            "alert",
                            alert.kind().word() + ", level " + alert.level() + ", " + SafeText.of(alert.subject())));
        }
        var bill = answers.usage(
                new UsageQuestion(List.of(UsageBy.DAY), week, zone, UnaryOperator.identity(), false),
                new UsageBill.Order(null, DAYS, false));
        line(lines, "today", used(bill, today.toString()));
        line(lines, "7 days", used(bill.total()));
        answers.desires(week, DesireQuestion.DEFAULT, new Answers.Top(null, 1)).items().stream()
                .findFirst()
                .ifPresent(one -> line(lines, "worn most", worn(one)));
        answers.tools(week, new Answers.Top(Sort.FAILURES, 1)).items().stream()
                .filter(tool -> tool.failures() > 0)
                .findFirst()
                .ifPresent(tool -> line(
                        lines,
                        "fails most",
                        SafeText.of(tool.tool()) + ", " + CountWords.number(tool.failures()) + " of "
                                + CountWords.of(tool.count(), "call")));
        var from = isLive ? "" : " " + FromOption.NAME;
        lines.add("");
        next(lines, "desires" + from, "what to change");
        next(lines, "usage --by day" + from, "what it cost");
        next(lines, isLive ? "turns --open" : "up", isLive ? "what runs now" : "follow the agents of this machine");
        return lines;
    }

    private static void line(List<String> lines, String name, String text) {
        lines.add(String.format("%-12s%s", name, text));
    }

    private static void next(List<String> lines, String command, String what) {
        lines.add(String.format("footfall %-24s%s", command, what));
    }

    private static String worn(Desire one) {
        long steps = one.saved().savedSteps();
        return SafeText.of(one.subject()) + " (" + one.category() + "), "
                + (one.count() == 1 ? "once" : CountWords.of(one.count(), "time"))
                + (steps == 0 ? "" : ", " + CountWords.of(steps, "step") + " more than needed");
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

    private static String used(UsageBill bill, String day) {
        return bill.rows().stream()
                .filter(row -> day.equals(row.key().day()))
                .findFirst()
                .map(OverviewCommand::used)
                .orElse("no turn");
    }

    private static String used(UsageRow row) {
        var cost = row.costUsd() == null
                ? "no price"
                : "$" + row.costUsd().setScale(2, RoundingMode.HALF_UP).toPlainString()
                        + (row.unpricedModels().isEmpty() ? "" : " and more without a price");
        if (row.turns() == 0) {
            return row.tokens().total() == 0 ? "no turn" : cost + " in a turn of the day before";
        }
        return cost + " in " + CountWords.of(row.turns(), "turn");
    }
}
