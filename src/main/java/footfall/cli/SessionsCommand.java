package footfall.cli;

import footfall.ask.ServerAnswers;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.line.Envelope;
import footfall.line.Outcome;
import footfall.report.FileReports;
import footfall.report.UserError;
import footfall.screen.ActivityText;
import footfall.screen.CountWords;
import footfall.screen.MoneyText;
import footfall.session.SessionBill;
import footfall.session.SessionReport;
import footfall.session.SessionReport.ReportLimits;
import footfall.session.SessionSummary;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.view.Aliases;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.TurnTexts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall sessions}: a list; of one session a report, its errors or its text. */
@Command(
        name = "sessions",
        header = "List sessions, or report on one: prompts, files, errors, cost.",
        description = {
            "A report has prompts, tools and files, tokens and cost, and the subagents. With --from, or for a file, "
                    + "nothing has to be running. Without: what a processor keeps, which has no prompts, paths and "
                    + "commands, because these never leave a machine; a terminal shows those of transcripts here.",
            "In the list, CALLS, TOKENS_OUT and COST include subagents and what no message shows, as 'footfall usage "
                    + "--by session' does, but of the whole session, also outside --since and --until; SUBAGENTS is "
                    + "their part of CALLS. ERRORS counts the main agent. PROMPTS "
                    + "(prompt_count in JSON) counts prompts of three or more characters, but not slash commands, "
                    + "interrupts and what the agent's program says in the user's name; 'footfall turns' lists the "
                    + "turns. ERRORS includes calls that were refused or stopped; FAILURES in 'footfall tools' does "
                    + "not. What a forked session repeats of another (COPY_OF) is counted in the original only. "
                    + "Sessions without a call and without a prompt are skipped.",
            "Of one session, all files are read; a forked one includes the lines it repeats. --json lists at most "
                    + "100,000 calls and 20,000 user turns, and the report counts at most 20,000 different paths and "
                    + "commands. stderr reports what is omitted; totals are exact."
        },
        footer = {
            "  footfall sessions --from                      list this machine's sessions",
            "  footfall sessions --newest --top 10           the last 10 sessions of a running processor",
            "  footfall sessions 4f2a --from                 report on the session whose ID starts with 4f2a",
            "  footfall sessions 4f2a --errors --kinds       its failures by category; without --kinds, each as JSON",
            "  footfall sessions 4f2a --brief                its text, for a summarizer",
            "  footfall sessions --from --since 7d --project shop   those of one project, started in the last 7 days",
            "  footfall sessions --from DIR --json           print one JSON array",
            "  footfall sessions ~/talk.jsonl --json         print every key of a file's session as one JSON object",
            "  footfall sessions 4f2a --json | jq .cost_estimate   ask a running processor",
            "  footfall sessions ~/talk.jsonl --errors | jq .[].tool   errors of a file, which may be stream output",
            "  footfall sessions 4f2a --brief --save         save the text and print its path",
            "  footfall sessions --save-summary 4f2a < summary.md   save the summary of it"
        })
final class SessionsCommand extends SettingsCommand implements FilterOptions.Filtered, PlainQuestion {
    private static final String FIRST_TURN = ":0";

    /** Without what only the report of one session lists. */
    private static final ResultPrinter.CsvOut.Columns COLUMNS = new ResultPrinter.CsvOut.Columns(
            SessionReport.class, Set.of("files_touched", "bash_commands", "tool_calls", "user_turns"));

    @Mixin
    private TranscriptArgument transcript = new TranscriptArgument();

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private ResultPrinter.OutputOptions output = new ResultPrinter.OutputOptions();

    @Mixin
    private TimeOrder.TimeOrderOptions order = new TimeOrder.TimeOrderOptions();

    @Option(names = "--report", hidden = true, description = "Report on one session, as its name alone does.")
    private boolean isReport;

    @ArgGroup(exclusive = false)
    private SessionErrors errors;

    @ArgGroup(exclusive = false)
    private SessionText text;

    private final FilterOptions filters = new FilterOptions(
            "sessions",
            Filter.OF_SESSIONS,
            Map.of(
                    Filter.SINCE, "Only sessions with a line at or after this time.",
                    Filter.UNTIL, "Only sessions with a line before this time.",
                    Filter.SESSION, "Only the session with this ID.",
                    Filter.TOOL, "Only sessions in which this tool was called."),
            Map.of());

    @Override
    public FilterOptions filters() {
        return filters;
    }

    @Override
    public void take(Typed typed) {
        transcript.take(typed);
        output.take(typed.isJson());
    }

    @Override
    public Integer call() throws Exception {
        check();
        var settings = settings();
        if (text != null) {
            text.print(transcript, settings, console);
        } else if (errors != null) {
            errors.print(transcript, settings, printer());
        } else if (!isOfOne()) {
            list(settings);
        } else if (server.isGiven() || transcript.isNamed() && !transcript.isOfFiles()) {
            reportOfServer(settings);
        } else {
            reportOfFiles(settings);
        }
        return ExitCodes.OK;
    }

    /** Whether one session is named; a list is of a file, too. */
    private boolean isOfOne() {
        return isReport || text != null || errors != null || transcript.hasName();
    }

    private void check() {
        order.check(this);
        if (!isOfOne()) {
            return;
        }
        if (filters.isGiven() || order.isGiven()) {
            throw usage("filters, --newest and --top are of a list; omit them, or the session");
        } else if (output.format() == ResultPrinter.Format.CSV) {
            throw usage("--csv is of a list; use --json");
        } else if (text != null && errors != null) {
            throw usage("--errors and --brief exclude each other; give one of them");
        } else if (text != null && output.format() != ResultPrinter.Format.TABLE) {
            throw usage("--brief prints text; omit --json");
        } else if ((text != null || errors != null) && server.isGiven()) {
            throw usage((text == null ? "--errors" : "--brief") + " reads local transcripts; omit --server");
        }
        if (text != null) {
            text.check(transcript, this);
        }
        server.check();
    }

    private void list(Settings settings) throws Exception {
        var from = transcript.from();
        var selection = filters.read(console.clock(), Map.of());
        if (from.isGiven()) {
            server.checkNot(FromOption.NAME);
            filters.checkOfFiles();
            printFiles(from, settings, selection);
        } else {
            try (var source = source(settings)) {
                print(source, filters.resolve(selection, source), filters.asTyped(selection), settings);
            }
        }
    }

    private ServerSource source(Settings settings) throws CommandFailed {
        return new ServerSource(
                new ServerAnswers(server.client(settings, this), new Aliases(Map.of())),
                withSettings(server.asTyped()),
                console);
    }

    private ResultPrinter printer() {
        return new ResultPrinter(console, this, output.format());
    }

    private boolean isJson() {
        return output.format() == ResultPrinter.Format.JSON;
    }

    private void reportOfFiles(Settings settings) throws Exception {
        reportOf(transcript.find(settings, console), settings);
    }

    private void reportOf(footfall.report.Selection files, Settings settings) throws Exception {
        var result = report(files, settings);
        if (isJson()) {
            JsonOut.printObject(console, result.report());
        } else {
            ReportText.print(printer(), result.report());
        }
        ReadingReport.problems(result.reading(), console);
        var others = result.otherSessions();
        if (!others.isEmpty()) {
            console.say(CountWords.of(others.size(), "other session is", "other sessions are") + " in "
                    + transcript.named() + ": " + String.join(", ", others) + "; report on "
                    + (others.size() == 1 ? "it" : "one") + " with --from");
        }
        ReadingReport.MissingPrices.say(Stream.ofNullable(result.report().bill().totalUnpriced()), console);
        var omitted = result.omitted();
        if (!omitted.isNothing()) {
            console.say("omitted beyond the limits: " + CountWords.of(omitted.toolCalls(), "call") + ", "
                    + CountWords.of(omitted.userTurns(), "user turn") + ", "
                    + CountWords.of(omitted.pathCalls(), "call")
                    + " by path, "
                    + CountWords.number(omitted.commandCalls()) + " by command");
        }
    }

    private FileReports.Result report(footfall.report.Selection selection, Settings settings)
            throws UserError, InterruptedException {
        var reports = new FileReports(TranscriptArgument.files(settings), settings.prices());
        var limits = isJson() ? ReportLimits.FULL : ReportLimits.TEXT;
        try (var progress = new ReadingProgress(console)) {
            return reports.one(selection, limits, progress);
        }
    }

    private void reportOfServer(Settings settings) throws Exception {
        if (!transcript.isNamed()) {
            throw usage("Missing required parameter: 'SESSION'");
        } else if (transcript.isOfFiles()) {
            throw usage("with --server, name a session by its ID; omit --from and paths");
        }
        try (var source = source(settings)) {
            var found = source.answers().session(source.session(transcript.named()));
            CoverageReport.say(found.coverage(), console);
            if (isJson()) {
                JsonOut.printObject(console, found.item());
            } else {
                var id = found.item().sessionId().value();
                var local = console.isScreen() && !server.isGiven() ? local(id, settings) : null;
                if (local != null) {
                    reportOf(local, settings);
                    return;
                }
                ReportText.print(
                        printer(),
                        found.item().report(named(found.item().origin().place())));
                console.say("without prompts, files and commands, which only the transcript has: where it is, add "
                        + FromOption.NAME);
            }
            ReadingReport.MissingPrices.say(
                    Stream.ofNullable(found.item().bill().totalUnpriced()), console);
        }
    }

    /** The transcript of a session, if it is in a home of this machine; else null. */
    private footfall.report.Selection local(String session, Settings settings) throws InterruptedException {
        try {
            return TranscriptArgument.find(session, settings.get(SettingKeys.HOMES), settings, console);
        } catch (UserError elsewhere) {
            return null;
        }
    }

    private void printFiles(FromOption from, Settings settings, Selection typed) throws Exception {
        var places = from.places(settings, console);
        var all = read(settings, places);
        ReadingReport.say(all.reading(), places, console);
        var names = new SessionNames(
                all.reports().stream().map(SessionReport::sessionId).toList());
        var session = typed.session();
        var selection = session.isEmpty()
                ? typed
                : typed.with(Filter.SESSION, names.resolve(session.get(), withSettings(from.asTyped())));
        var selected = all.reports().stream()
                .filter(one -> SessionFacts.of(one).isSelected(selection))
                .toList();
        var asked = order.order(output.format()).of(selected);
        var none = new AnswerSource.Exclusions(
                "no sessions", "session", all.reports().size());
        filters.asTyped(selection)
                .forEach((filter, option) -> none.filter(
                        option,
                        all.reports().stream()
                                .filter(one -> !SessionFacts.of(one).isSelected(selection.only(filter::equals)))
                                .count()));
        var printer = printer();
        var table = printer.format() == ResultPrinter.Format.TABLE ? table(asked, all.reports()) : null;
        if (table != null && asked.size() < selected.size()) {
            table.caption(
                    TimeOrder.TimeOrderOptions.cut(asked.size() + " of " + CountWords.of(selected.size(), "session")));
        }
        var newest = all.reports().stream()
                .map(SessionReport::endTime)
                .filter(at -> at != null && selection.since().map(at::isBefore).orElse(false))
                .max(Comparator.naturalOrder())
                .map(at -> "; the newest line is of "
                        + ResultPrinter.minute(at, console.clock().getZone()) + ": --since "
                        + at.atZone(console.clock().getZone()).toLocalDate())
                .orElse("");
        printer.print(COLUMNS, asked, table, ReadingReport.none(all.reading(), none.text() + newest));
        ReadingReport.MissingPrices.say(asked.stream().map(one -> one.bill().totalUnpriced()), console);
    }

    private FileReports.All read(Settings settings, List<Path> places) throws InterruptedException {
        try (var progress = new ReadingProgress(console)) {
            return new FileReports(TranscriptArgument.files(settings), settings.prices()).all(places, progress);
        }
    }

    private static long subagents(SessionReport one) {
        return one.subagents().stream()
                .mapToLong(SessionReport.Subagent::toolCount)
                .sum();
    }

    private static long subagents(SessionSummary one) {
        return one.subagents().stream()
                .mapToLong(SessionSummary.Subagent::toolCount)
                .sum();
    }

    private static <T> void bill(Table.Of<T> table, Function<T, SessionBill> bill) {
        table.number(
                        "TOKENS_OUT",
                        4,
                        one -> CountWords.brief(bill.apply(one).totalTokens().output()))
                .number(
                        "COST",
                        1,
                        one -> MoneyText.of(
                                bill.apply(one).totalCostUsd(), bill.apply(one).totalUnpriced() != null));
    }

    /** The column COPY_OF is shown when a session has a value. IDs are unique among all sessions. */
    private Table table(List<SessionReport> reports, List<SessionReport> all) {
        var names = new SessionNames(all.stream()
                .flatMap(one -> Stream.of(one.sessionId(), one.copyOf()))
                .filter(id -> id != null && !id.equals(Envelope.UNKNOWN_OWNER))
                .toList());
        var table = Table.of(reports)
                .text("SESSION", one -> names.of(one.sessionId()))
                .longText("PROJECT", SessionReport::project)
                .text("STARTED", one -> printer().time(one.startTime()))
                .number("PROMPTS", 2, SessionReport::promptCount)
                .number("CALLS", one -> one.totalTools() + subagents(one))
                .number("SUBAGENTS", 5, SessionsCommand::subagents)
                .number("ERRORS", 3, SessionReport::toolErrors);
        bill(table, SessionReport::bill);
        if (reports.stream().anyMatch(one -> one.copyOf() != null)) {
            table.text(
                    "COPY_OF",
                    one -> Envelope.UNKNOWN_OWNER.equals(one.copyOf()) ? one.copyOf() : names.of(one.copyOf()));
        }
        if (console.isScreen()) {
            table.quotes(reports.stream().map(SessionsCommand::prompt).toList());
            return table;
        }
        return table.longText("PROMPT", SessionsCommand::prompt);
    }

    private static String prompt(SessionReport report) {
        return report.promptPreview() == null ? "" : report.promptPreview().replaceAll("\\s+", " ");
    }

    /** What the sessions of files are selected by, as {@link footfall.view.Records} selects those of a processor. */
    record SessionFacts(
            String session,
            Instant startedAt,
            Instant endedAt,
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
                    one.endTime(),
                    new Origin(one.project(), null, null),
                    new Turn.Product(one.agent(), one.agentVersion()),
                    one.toolCounts().keySet(),
                    one.modelsUsed(),
                    one.toolErrors());
        }

        boolean isSelected(Selection selection) {
            var values = selection.values();
            return selection.admits(startedAt, endedAt)
                    && selection.admits(origin)
                    && selection.admits(product)
                    && values.getOrDefault(Filter.SESSION, session).equals(session)
                    && (!selection.has(Filter.TOOL) || tools.contains(values.get(Filter.TOOL)))
                    && (!selection.has(Filter.MODEL) || models.contains(values.get(Filter.MODEL)))
                    && (!Outcome.ERROR.word().equals(values.get(Filter.OUTCOME)) || failures > 0);
        }
    }

    /** {@code typed}: the filters as typed. */
    private void print(ServerSource source, Selection selection, Map<Filter, String> typed, Settings settings)
            throws IOException {
        boolean areBegun = console.isScreen() && !server.isGiven();
        var beginnings = areBegun
                ? new AnswerCommand.Beginnings(
                        source.answers(), SourceOptions.texts(settings.get(SettingKeys.HOMES), settings))
                : null;
        new AnswerSource.Listing<>(
                        SessionSummary.class,
                        order.order(output.format()),
                        (all, page) -> all.sessions(selection, page),
                        sessions -> summaries(sessions, beginnings),
                        () -> source.none(
                                new AnswerSource.Empty("no sessions", false, selection, typed),
                                console.clock().getZone()))
                .print(source, printer());
    }

    /** Also says which prices are missing, as the field {@code total_unpriced} of the JSON does. */
    private Table summaries(List<SessionSummary> sessions, AnswerCommand.Beginnings beginnings) {
        ReadingReport.MissingPrices.say(sessions.stream().map(one -> one.bill().totalUnpriced()), console);
        var names = new SessionNames(
                sessions.stream().map(one -> one.sessionId().value()).toList());
        var table = Table.of(sessions)
                .text("SESSION", one -> names.of(one.sessionId().value()))
                .longText("PROJECT", one -> one.origin().project())
                .longText("HOST", 3, one -> one.origin().host())
                .longText("USER", 2, one -> one.origin().user())
                .text("STARTED", one -> printer().time(one.startTime()))
                .number("PROMPTS", one -> one.turns().promptCount())
                .number("CALLS", one -> one.tools().totalTools() + subagents(one))
                .number("SUBAGENTS", 5, SessionsCommand::subagents)
                .number("ERRORS", one -> one.tools().toolErrors());
        bill(table, SessionSummary::bill);
        var now = console.clock().instant();
        boolean isSaid = sessions.stream().anyMatch(one -> ActivityText.of(one.activity(), now) != null);
        if (beginnings != null && sessions.size() <= TurnTexts.TURNS_MAX) {
            beginnings.quoteOf(
                    table,
                    sessions.stream()
                            .map(one -> one.sessionId().value() + FIRST_TURN)
                            .toList());
        }
        return isSaid ? table.text("STATE", one -> ActivityText.of(one.activity(), now)) : table;
    }
}
