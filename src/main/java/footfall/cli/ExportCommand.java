package footfall.cli;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.eventlog.EventFormat;
import footfall.eventlog.EventFormat.CsvFormat;
import footfall.eventlog.EventFormat.JsonLinesFormat;
import footfall.eventlog.EventFormat.XesFormat;
import footfall.eventlog.FollowsGraph;
import footfall.eventlog.FollowsTally;
import footfall.eventlog.LogRules;
import footfall.eventlog.OcelFormat;
import footfall.picture.FollowsPicture;
import footfall.report.EventLog;
import footfall.report.EventLog.Reader;
import footfall.report.Selection;
import footfall.report.StandardInput;
import footfall.report.UserError;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import footfall.wire.Json;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code footfall export}: an event log, the picture of it, or tables of calls. */
@Command(
        name = "export",
        header = "Export calls: a log for process mining, a picture, tables.",
        description = {
            "Writes one event per call, with case, activity, start, completion, agent and outcome. The log "
                    + "contains no prompts, inputs or results. Nothing has to be running.",
            "--format svg draws how often one call follows another, the mean time between them, and where turns start "
                    + "and end; with --json it prints the drawn graph. Turns that a resumed or forked session repeats "
                    + "are not counted. --out-dir writes tables of what the calls did."
        },
        footer = {
            "  footfall export ~/.claude --out calls.csv                   every session of this machine",
            "  footfall export 4f2a --format xes --out session.xes         the session whose ID starts with 4f2a",
            "  footfall export DIR --format ocel --out log.json            sessions, turns, agents and tools",
            "  footfall export ~/.claude --format svg --out map.svg        draw the paths of this machine's agents",
            "  footfall export --out-dir usage                             every call, permission rules, a summary",
            "  footfall export FILE --case turn --activity detail          one case per turn, shell calls by category",
            "  footfall export FILE --format jsonl | jq -c 'select(.outcome == \"error\")'",
            "  footfall export DIR --format svg --threshold 5%% --out map.svg   edges at least 5%% as frequent as the "
                    + "first",
            "  footfall export DIR --format svg --threshold 1 --json       the whole graph as JSON",
            "  footfall export --from DIR --out-dir usage --top 50 -v      name each skipped line"
        })
final class ExportCommand extends SettingsCommand {
    private static final Pattern OTHER_PICTURE = Pattern.compile("(?i)\\.(png|jpe?g|gif|webp|bmp|pdf)$");

    @Mixin
    private FromOption from;

    @Parameters(
            arity = "0..*",
            paramLabel = "PATH|SESSION",
            description = "Transcripts, folders, homes, or - for standard input; or sessions with their subagents, "
                    + "by a prefix of their ID. A session is looked up in this machine's homes, or in the paths of "
                    + "--from.")
    private List<String> named = List.of();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = Formats.class,
            completionCandidates = Formats.class,
            description = "csv with pm4py's default columns, xes (IEEE 1849), ocel (OCEL 2.0 in JSON), jsonl (one JSON "
                    + "object per line), or svg (a picture). Default: csv.")
    private Format format;

    @Option(
            names = "--json",
            description = "Print one JSON array of the objects of --format jsonl; with --format svg the drawn graph, "
                    + "with --out-dir what was written, as one object.")
    private boolean json;

    @Option(
            names = "--case",
            paramLabel = "session|turn",
            converter = ChoiceOptions.Case.class,
            completionCandidates = ChoiceOptions.Case.class,
            description = "The unit of a case: a session with its subagents, or one agent's turn. OCEL has no cases; "
                    + "there both are objects. Default: session; turn with --format svg.")
    private LogRules.CaseBy caseBy;

    @Option(
            names = "--activity",
            paramLabel = "tool|detail|intent",
            converter = ChoiceOptions.Activity.class,
            completionCandidates = ChoiceOptions.Activity.class,
            description = "What an event is called: its tool; in detail: Bash:Version Control, mcp:server:tool; or its "
                    + "intent, what the call was for: read, test. Default: tool.")
    private LogRules.ActivityBy activity;

    @Option(names = "--no-copies", description = "Skip turns that a resumed or forked session repeats.")
    private boolean noCopies;

    @Option(
            names = "--threshold",
            paramLabel = "N|P%",
            converter = Threshold.Converter.class,
            description = "Omit from a picture activities and edges with fewer than N occurrences, or fewer than P "
                    + "percent of the most frequent edge. The most frequent way into and out of each "
                    + "activity is kept. Default: the lowest N with which the picture has at most 80 lines "
                    + "and fits a screen of 1600 pixels. 1 omits nothing, up to 300 lines.")
    private Threshold threshold;

    @Mixin
    private FilterOptions.SinceOption since;

    @Mixin
    private ChoiceOptions.AgentOption agent;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Write to FILE instead of stdout. An existing file is replaced once the new one is "
                    + "complete; only you can read it.")
    private Path out;

    @Option(names = "--tables", hidden = true, description = "Write tables, as the command 'extract' does.")
    private boolean areTables;

    @ArgGroup(exclusive = false)
    private CallTables tables;

    enum Format {
        CSV,
        XES,
        OCEL,
        JSONL,
        SVG
    }

    static final class Formats extends ChoiceOptions.Constants<Format> {
        Formats() {
            super(Format.values());
        }
    }

    @Override
    public Integer call() throws Exception {
        check();
        var settings = settings();
        if (tables != null) {
            tables.write(places(settings), agent.word(), settings, json, console);
            return ExitCodes.OK;
        }
        var unit = caseBy == null ? (isPicture() ? LogRules.CaseBy.TURN : LogRules.CaseBy.SESSION) : caseBy;
        var rules = new LogRules(unit, activity == null ? LogRules.ActivityBy.TOOL : activity);
        try (var events = read(settings)) {
            if (isPicture()) {
                var tally = new FollowsTally();
                sayMissing(events, events.writeTo(rules, choice(false), tally::add), "no tool calls to draw");
                draw(tally.graph());
            } else {
                OutFile.write(
                        console,
                        out,
                        to -> sayMissing(events, events.write(opened(to), rules, choice(!noCopies)), "no tool calls"));
            }
        }
        return ExitCodes.OK;
    }

    private boolean isPicture() {
        return format == Format.SVG;
    }

    private void check() {
        if (tables != null) {
            if (format != null
                    || caseBy != null
                    || activity != null
                    || noCopies
                    || threshold != null
                    || out != null
                    || since.isGiven()) {
                throw usage("--out-dir writes tables of all calls; omit --format, --case, --activity, --no-copies, "
                        + "--threshold, --out and --since");
            }
            tables.check(this);
        } else if (areTables) {
            throw usage("Missing required option: '--out-dir=DIR'");
        } else if (json && format != null && !isPicture()) {
            throw usage("--json and --format exclude each other; --format jsonl prints one object per line");
        } else if (threshold != null && !isPicture()) {
            throw usage("--threshold requires --format svg");
        } else if (named.isEmpty() && !from.isGiven()) {
            throw usage("Missing required parameter: 'PATH|SESSION'");
        } else if (isPicture() && !json) {
            checkPicture();
        }
    }

    private EventFormat opened(Writer to) throws IOException {
        return switch (format == null ? Format.CSV : format) {
            case CSV -> json ? JsonLinesFormat.array(to) : new CsvFormat(to);
            case XES -> new XesFormat(to);
            case OCEL -> new OcelFormat(to);
            case JSONL -> new JsonLinesFormat(to);
            case SVG -> throw new IllegalStateException("a picture is no log");
        };
    }

    private EventLog.Choice choice(boolean withCopies) {
        return new EventLog.Choice(since.start(console.clock()), withCopies);
    }

    /** Of tables, which know no sessions. */
    private List<Path> places(Settings settings) throws CommandFailed, UserError {
        var places = new ArrayList<>(from.given());
        named.forEach(name -> places.add(Path.of(name)));
        if (tables.root() != null) {
            console.sayRenamed("--root", FromOption.NAME);
            places.add(0, tables.root());
        }
        return places.size() == from.given().size()
                ? from.places(settings, console)
                : FromOption.Homes.existing(places);
    }

    /** Reads the transcripts and reports unreadable ones on stderr. The caller closes the log. */
    private EventLog read(Settings settings) throws CommandFailed, UserError, InterruptedException, IOException {
        var history = TranscriptArgument.history(settings);
        var sessions = new ArrayList<Selection>();
        var places = places(settings, sessions);
        EventLog log;
        try (var progress = new ReadingProgress(console)) {
            log = new Reader(settings.turnRules(), history, agent.word()).read(places, sessions, progress);
        }
        try {
            ReadingReport.say(log.reading(), places, console);
        } catch (CommandFailed nothing) {
            log.close();
            throw nothing;
        }
        return log;
    }

    /** The files and folders that are named; adds the sessions to {@code sessions}. */
    private List<Path> places(Settings settings, List<Selection> sessions)
            throws CommandFailed, UserError, InterruptedException {
        var places = new ArrayList<Path>();
        boolean isAllPaths = true;
        for (var name : named) {
            isAllPaths &= existing(name) != null;
        }
        if (isAllPaths) {
            places.addAll(from.isGiven() ? from.places(settings, console) : List.of());
        }
        var homes = from.given().isEmpty() ? settings.get(SettingKeys.HOMES) : from.places(settings, console);
        for (var name : named) {
            var path = existing(name);
            if (path != null) {
                places.add(path);
                continue;
            }
            var selection = TranscriptArgument.find(name, homes, settings, console);
            if (selection.isFile()) {
                places.addAll(selection.files());
            } else {
                sessions.add(selection);
            }
        }
        return places;
    }

    /** Null when no file or folder has this name. */
    private Path existing(String name) throws UserError {
        if (name.equals(StandardInput.TYPED.toString())) {
            return console.in().file();
        }
        try {
            return name.isEmpty() || !Files.exists(Path.of(name)) ? null : Path.of(name);
        } catch (InvalidPathException noPath) {
            return null;
        }
    }

    /** Reports how many steps have no time, or why there are no events. */
    private void sayMissing(EventLog log, EventLog.Written written, String none) {
        if (written.events() == 0 && log.reading().files() > 0) {
            var excluded = written.excluded();
            console.say(new AnswerSource.Exclusions(none, "call", excluded.steps())
                    .filter("--since", excluded.before())
                    .filter("--no-copies", excluded.copies())
                    .filter("a missing time", written.untimed())
                    .text());
        } else if (written.untimed() > 0) {
            console.say("skipped " + CountWords.of(written.untimed(), "step") + " without a time: no line of "
                    + (written.untimed() == 1 ? "its turn" : "their turns") + " has one");
        }
    }

    /** Refuses file names of other picture formats. */
    private void checkPicture() {
        if (out != null && OTHER_PICTURE.matcher(out.toString()).find()) {
            throw usage("cannot write " + SafeText.of(out.toString())
                    + ": pictures are SVG only; name a file that ends in .svg");
        }
    }

    /** Without a threshold, with the lowest with which the picture can be read. */
    private void draw(FollowsGraph graph) throws IOException, CommandFailed {
        var thinned = threshold == null ? FollowsPicture.readable(graph) : threshold.of(graph);
        if (thinned.edgesLeftOut() > 0 || thinned.activitiesLeftOut() > 0) {
            console.say(leftOut(thinned));
        }
        if (!json) {
            refuseTooMany(thinned);
        }
        OutFile.write(console, out, to -> {
            if (json) {
                to.write(Json.MAPPER.writeValueAsString(thinned) + "\n");
            } else {
                FollowsPicture.write(thinned, to);
            }
        });
    }

    private String leftOut(FollowsGraph.Thinned graph) {
        var text = "omitted " + ofAll(graph.edgesLeftOut(), graph.edges().size(), "edges")
                + (graph.activitiesLeftOut() == 0
                        ? ""
                        : " and "
                                + ofAll(graph.activitiesLeftOut(), graph.nodes().size(), "activities"))
                + (graph.threshold() > 1 ? " with fewer than " + graph.threshold() + " occurrences" : "");
        return text
                + (threshold == null
                        ? " to fit a screen of " + FollowsPicture.WIDTH_READABLE + " pixels; --threshold 1 draws all"
                        : "");
    }

    private static String ofAll(int left, int kept, String what) {
        return left + " of " + (left + kept) + " " + what;
    }

    /** The layout's time and memory grow with the square of its lines. JSON has no limit. */
    private static void refuseTooMany(FollowsGraph.Thinned graph) throws CommandFailed {
        if (graph.lines() > FollowsPicture.LINES_MAX) {
            throw new CommandFailed("cannot draw " + graph.lines() + " lines: a picture has at most "
                    + FollowsPicture.LINES_MAX + "; raise --threshold, or use --json for the whole graph");
        }
    }

    /** The minimum frequency of an edge: {@code 5} times, or {@code 2.5%} of the most frequent edge. */
    record Threshold(double amount, boolean isPercent) {
        private static final Pattern TIMES = Pattern.compile("[0-9]{1,15}");
        private static final Pattern PERCENT = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,6})?%");

        static final class Converter implements ITypeConverter<Threshold> {
            @Override
            public Threshold convert(String text) {
                boolean isPercent = PERCENT.matcher(text).matches();
                if (!isPercent && !TIMES.matcher(text).matches()) {
                    throw wrong(text);
                }
                var threshold = new Threshold(
                        Double.parseDouble(isPercent ? text.substring(0, text.length() - 1) : text), isPercent);
                if (isPercent && threshold.amount() > 100) {
                    throw wrong(text);
                }
                return threshold;
            }

            private static TypeConversionException wrong(String text) {
                return new TypeConversionException(
                        "invalid threshold \"" + text + "\"; expected a count like 5 or a share like 2.5%");
            }
        }

        FollowsGraph.Thinned of(FollowsGraph graph) {
            return isPercent ? graph.atLeastPercent(amount) : graph.atLeast((long) amount);
        }
    }
}
