package footfall.cli;

import footfall.config.Settings;
import footfall.report.FileReports;
import footfall.session.SessionReport;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall sessions}. */
@Command(
        name = "sessions",
        header = "List sessions, the oldest first.",
        description = {
            "CALLS and ERRORS count the main agent; SUBAGENTS counts the calls of its subagents. PROMPTS (turn_count "
                    + "in JSON) counts texts in the user's name, including interrupts and injected texts such as a "
                    + "skill, but not slash commands; 'footfall turns' lists the turns.",
            "ERRORS includes rejected and cancelled calls; FAILURES in 'footfall paths' does not. What a forked "
                    + "session repeats of another (COPY_OF) is counted in the original only. Sessions without a call "
                    + "and without a prompt are skipped. Nothing has to be running."
        },
        footer = {
            "  footfall sessions                             list this machine's sessions",
            "  footfall sessions --since 7d --project shop   those of one project, started in the last 7 days",
            "  footfall sessions --from DIR --json           print one JSON array"
        })
final class SessionsCommand extends SettingsCommand {
    @Mixin
    private FromOption from;

    @Option(
            names = "--json",
            description = "Print one JSON array: the keys of session --json without the lists of "
                    + "calls, texts, files and commands.")
    private boolean json;

    @Mixin
    private SinceOption since;

    @Option(
            names = "--project",
            paramLabel = "NAME",
            description = "Only sessions of one project, named by the last part of its folder.")
    private String project;

    SessionsCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws Exception {
        var settings = settings();
        var places = from.places(settings, console);
        var all = read(settings, places);
        ReadingReport.say(all.reading(), places, console);
        var start = since.start(console.clock());
        var asked = all.reports().stream().filter(one -> isAsked(one, start)).toList();
        var none = new Exclusions("no sessions", "session", all.reports().size());
        none.filter(
                "--project",
                all.reports().stream().filter(one -> !isOfProject(one)).count());
        none.filter(
                "--since",
                all.reports().stream().filter(one -> !isSince(one, start)).count());
        new ResultPrinter(console, command, json)
                .print(asked, table(asked), ReadingReport.none(all.reading(), none.text()));
        MissingPrices.say(asked.stream().flatMap(one -> one.unpricedModels().stream()), console);
        return ExitCodes.OK;
    }

    private FileReports.All read(Settings settings, List<Path> places) throws InterruptedException {
        try (var progress = new ReadingProgress(console)) {
            return new FileReports(TranscriptArgument.files(settings), settings.prices()).all(places, progress);
        }
    }

    private boolean isAsked(SessionReport one, Instant start) {
        return isOfProject(one) && isSince(one, start);
    }

    private boolean isOfProject(SessionReport one) {
        return project == null || project.equals(one.project());
    }

    private static boolean isSince(SessionReport one, Instant start) {
        return start == null || one.startTime() != null && !one.startTime().isBefore(start);
    }

    /** The COPY_OF column is shown when a session is a copy. */
    private Table table(List<SessionReport> reports) {
        boolean hasCopies = reports.stream().anyMatch(one -> one.copyOf() != null);
        var columns = new ArrayList<>(List.of(
                Table.Column.text("SESSION"),
                Table.Column.longText("PROJECT"),
                Table.Column.text("STARTED"),
                Table.Column.number("PROMPTS").hiding(2),
                Table.Column.number("CALLS"),
                Table.Column.number("ERRORS").hiding(3),
                Table.Column.number("SUBAGENTS").hiding(5),
                Table.Column.number("TOKENS_OUT").hiding(4),
                Table.Column.number("COST").hiding(1)));
        if (hasCopies) {
            columns.add(Table.Column.text("COPY_OF"));
        }
        columns.add(Table.Column.longText("PROMPT"));
        var table = new Table(columns.toArray(Table.Column[]::new));
        var names = new SessionNames(reports.stream()
                .flatMap(one -> Stream.of(one.sessionId(), one.copyOf()))
                .filter(Objects::nonNull)
                .toList());
        reports.forEach(one ->
                table.row(cells(one, names, hasCopies, console.isScreen()).toArray()));
        return table;
    }

    /** {@code 2026-01-31T12:00Z}, which is short enough for a narrow table. */
    static String minute(Instant time) {
        return time == null ? null : time.toString().substring(0, "2026-01-31T12:00".length()) + "Z";
    }

    private static List<Object> cells(SessionReport one, SessionNames names, boolean hasCopies, boolean isScreen) {
        var prompt = one.promptPreview();
        var cells = new ArrayList<Object>();
        cells.add(names.of(one.sessionId()));
        cells.add(one.project());
        cells.add(isScreen ? minute(one.startTime()) : one.startTime());
        cells.add(one.turnCount());
        cells.add(one.totalTools());
        cells.add(one.toolErrors());
        cells.add(one.subagents().stream()
                .mapToLong(SessionReport.Subagent::toolCount)
                .sum());
        cells.add(one.tokens().output());
        cells.add(ReportText.cost(one.costEstimate()));
        if (hasCopies) {
            cells.add(one.copyOf() == null ? null : names.of(one.copyOf()));
        }
        cells.add(prompt == null ? null : prompt.replaceAll("\\s+", " "));
        return cells;
    }
}
