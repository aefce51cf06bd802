package footfall.cli;

import footfall.ask.ServerAnswers;
import footfall.config.Settings;
import footfall.line.Envelope;
import footfall.line.Outcome;
import footfall.report.FileReports;
import footfall.session.SessionReport;
import footfall.session.SessionSummary;
import footfall.turn.Origin;
import footfall.turn.SessionUsage.SessionTokens;
import footfall.turn.Turn;
import footfall.view.Aliases;
import footfall.view.Filter;
import footfall.view.Selection;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code footfall sessions}. */
@Command(
        name = "sessions",
        header = "List sessions, the oldest or the newest first.",
        description = {
            "CALLS and ERRORS count the main agent; SUBAGENTS counts the calls of its subagents. PROMPTS (prompt_count "
                    + "in JSON) counts prompts of three or more characters, but not slash commands, interrupts and "
                    + "what the agent's program says in the user's name; 'footfall turns' lists the turns.",
            "ERRORS includes calls that were refused or stopped; FAILURES in 'footfall paths' does not. What a forked "
                    + "session repeats of another (COPY_OF) is counted in the original only. Sessions without a call "
                    + "and without a prompt are skipped.",
            "With --from: reports on transcripts; nothing has to be running. Without: the summaries that a processor "
                    + "keeps. They have no prompts, because prompts never leave a machine."
        },
        footer = {
            "  footfall sessions --from                      list this machine's sessions",
            "  footfall sessions --newest --top 10           the last 10 sessions of a running processor",
            "  footfall sessions --from --since 7d --project shop   those of one project, started in the last 7 days",
            "  footfall sessions --from DIR --json           print one JSON array",
            "  footfall sessions --server http://processor:19080 --since 1d"
        })
final class SessionsCommand extends SettingsCommand implements FilterOptions.Filtered, PlainQuestion {
    /** Behind the cost. */
    private static final int BESIDE_PLACE = 9;

    /** Without what only the report of one session lists. */
    private static final CsvOut.Columns COLUMNS = new CsvOut.Columns(
            SessionReport.class, Set.of("files_touched", "bash_commands", "tool_calls", "user_turns"));

    @Mixin
    private FromOption from = new FromOption();

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TimeOrderOptions order = new TimeOrderOptions();

    private final FilterOptions filters = new FilterOptions(
            "sessions",
            Filter.OF_SESSIONS,
            Map.of(
                    Filter.SESSION, "Only the session with this ID.",
                    Filter.TOOL, "Only sessions in which this tool was called."),
            Map.of());

    SessionsCommand(Console console) {
        super(console);
    }

    @Override
    public FilterOptions filters() {
        return filters;
    }

    @Override
    public OutputOptions output() {
        return output;
    }

    @Override
    public Integer call() throws Exception {
        order.check(this);
        var settings = settings();
        var selection = filters.read(console.clock(), Map.of());
        if (from.isGiven()) {
            server.checkNot(FromOption.NAME);
            filters.checkOfFiles();
            printFiles(settings, selection);
        } else {
            var source = new ServerSource(
                    new ServerAnswers(server.client(settings, this), new Aliases(Map.of())),
                    withSettings(server.asTyped()));
            new ServerSessions(source, new ResultPrinter(console, this, output.format()))
                    .print(filters.resolve(selection, source), order.order(), filters.asTyped(selection));
        }
        return ExitCodes.OK;
    }

    private void printFiles(Settings settings, Selection typed) throws Exception {
        var places = from.places(settings, console);
        var all = read(settings, places);
        ReadingReport.say(all.reading(), places, console);
        var names = new SessionNames(
                all.reports().stream().map(SessionReport::sessionId).toList());
        var session = typed.session();
        var selection = session.isEmpty()
                ? typed
                : typed.with(Filter.SESSION, names.resolve(session.get(), withSettings(from.asTyped())));
        var asked = order.order()
                .of(all.reports().stream()
                        .filter(one -> SessionFacts.of(one).isSelected(selection))
                        .toList());
        var none = new Exclusions("no sessions", "session", all.reports().size());
        filters.asTyped(selection)
                .forEach((filter, option) -> none.filter(
                        option,
                        all.reports().stream()
                                .filter(one -> !SessionFacts.of(one).isSelected(selection.only(filter::equals)))
                                .count()));
        var printer = new ResultPrinter(console, this, output.format());
        var table = printer.format() == ResultPrinter.Format.TABLE ? table(asked) : null;
        printer.print(COLUMNS, asked, table, ReadingReport.none(all.reading(), none.text()));
        MissingPrices.say(asked.stream().map(one -> one.bill().totalUnpriced()), console);
    }

    private FileReports.All read(Settings settings, List<Path> places) throws InterruptedException {
        try (var progress = new ReadingProgress(console)) {
            return new FileReports(TranscriptArgument.files(settings), settings.prices()).all(places, progress);
        }
    }

    /** The columns BESIDE_USD and COPY_OF are shown when a session has a value. */
    private Table table(List<SessionReport> reports) {
        boolean hasCopies = reports.stream().anyMatch(one -> one.copyOf() != null);
        boolean hasBeside = reports.stream().anyMatch(one -> one.besideMessages() != null);
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
        if (hasBeside) {
            columns.add(Table.Column.number("BESIDE_USD").hiding(4));
        }
        if (hasCopies) {
            columns.add(Table.Column.text("COPY_OF"));
        }
        columns.add(Table.Column.longText("PROMPT"));
        var table = new Table(columns.toArray(Table.Column[]::new));
        var names = new SessionNames(reports.stream()
                .flatMap(one -> Stream.of(one.sessionId(), one.copyOf()))
                .filter(id -> id != null && !id.equals(Envelope.UNKNOWN_OWNER))
                .toList());
        for (var one : reports) {
            var cells = cells(one, names, hasCopies, console.isScreen());
            if (hasBeside) {
                cells.add(BESIDE_PLACE, beside(one));
            }
            table.row(cells.toArray());
        }
        return table;
    }

    /** The cost of what no message shows; null for nothing. */
    private static String beside(SessionReport one) {
        if (one.besideMessages() == null) {
            return null;
        }
        var costs = one.besideMessages().stream()
                .map(SessionTokens::costUsd)
                .filter(Objects::nonNull)
                .toList();
        var cost = costs.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        return UsageTable.cost(
                costs.isEmpty() ? null : cost,
                costs.size() < one.besideMessages().size());
    }

    private static List<Object> cells(SessionReport one, SessionNames names, boolean hasCopies, boolean isScreen) {
        var prompt = one.promptPreview();
        var cells = new ArrayList<Object>();
        cells.add(names.of(one.sessionId()));
        cells.add(one.project());
        cells.add(isScreen ? ResultPrinter.minute(one.startTime()) : one.startTime());
        cells.add(one.promptCount());
        cells.add(one.totalTools());
        cells.add(one.toolErrors());
        cells.add(one.subagents().stream()
                .mapToLong(SessionReport.Subagent::toolCount)
                .sum());
        cells.add(one.tokens().output());
        cells.add(ReportText.cost(one.costEstimate()));
        if (hasCopies) {
            cells.add(Envelope.UNKNOWN_OWNER.equals(one.copyOf()) ? one.copyOf() : names.of(one.copyOf()));
        }
        cells.add(prompt == null ? null : prompt.replaceAll("\\s+", " "));
        return cells;
    }

    /** What the sessions of files are selected by, as {@link footfall.view.Records} selects those of a processor. */
    record SessionFacts(
            String session,
            Instant startedAt,
            Origin origin,
            Turn.Product product,
            Set<String> tools,
            List<String> models,
            long failures) {
        /** Files name neither a machine nor a user. */
        static SessionFacts of(SessionReport one) {
            return new SessionFacts(
                    one.sessionId(),
                    one.startTime(),
                    new Origin(one.project(), null, null),
                    new Turn.Product(one.agent(), one.agentVersion()),
                    one.toolCounts().keySet(),
                    one.modelsUsed(),
                    one.toolErrors());
        }

        boolean isSelected(Selection selection) {
            var values = selection.values();
            return selection.admits(startedAt)
                    && selection.admits(origin)
                    && selection.admits(product)
                    && values.getOrDefault(Filter.SESSION, session).equals(session)
                    && (!selection.has(Filter.TOOL) || tools.contains(values.get(Filter.TOOL)))
                    && (!selection.has(Filter.MODEL) || models.contains(values.get(Filter.MODEL)))
                    && (!Outcome.ERROR.word().equals(values.get(Filter.OUTCOME)) || failures > 0);
        }
    }

    /** Lists the session summaries of a processor. */
    private static final class ServerSessions {
        private final ServerSource source;
        private final ResultPrinter printer;

        ServerSessions(ServerSource source, ResultPrinter printer) {
            this.source = source;
            this.printer = printer;
        }

        /** {@code typed}: the filters as typed. */
        void print(Selection selection, TimeOrder order, Map<Filter, String> typed) throws IOException {
            new Listing<>(
                            SessionSummary.class,
                            all -> all.sessions(selection, order.whole()),
                            this::table,
                            () -> source.none(new AnswerSource.Empty("no sessions", false, selection, typed)))
                    .print(source, printer);
        }

        /** Also says which prices are missing, as the field {@code total_unpriced} of the JSON does. */
        private Table table(List<SessionSummary> sessions) {
            MissingPrices.say(sessions.stream().map(one -> one.bill().totalUnpriced()), printer.console());
            var table = new Table(
                    Table.Column.text("SESSION"),
                    Table.Column.longText("PROJECT"),
                    Table.Column.longText("HOST").hiding(3),
                    Table.Column.longText("USER").hiding(2),
                    Table.Column.text("STARTED"),
                    Table.Column.number("PROMPTS"),
                    Table.Column.number("CALLS"),
                    Table.Column.number("ERRORS"),
                    Table.Column.number("TOKENS_OUT").hiding(4),
                    Table.Column.number("COST").hiding(1));
            var names = new SessionNames(
                    sessions.stream().map(one -> one.sessionId().value()).toList());
            for (var one : sessions) {
                table.row(
                        names.of(one.sessionId().value()),
                        one.origin().project(),
                        one.origin().host(),
                        one.origin().user(),
                        printer.console().isScreen() ? ResultPrinter.minute(one.startTime()) : one.startTime(),
                        one.turns().promptCount(),
                        one.tools().totalTools(),
                        one.tools().toolErrors(),
                        one.tokens().output(),
                        ReportText.cost(one.costEstimate()));
            }
            return table;
        }
    }
}
