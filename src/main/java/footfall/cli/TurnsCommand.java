package footfall.cli;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.pattern.Pattern;
import footfall.pattern.PatternQuery;
import footfall.pattern.Tallies;
import footfall.report.FileTurns;
import footfall.report.TurnRef;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import footfall.turn.Turn;
import footfall.view.Filter;
import footfall.view.InvalidFilter;
import footfall.view.Selection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall turns}. */
@Command(
        name = "turns",
        header = "List turns with the tools they called, or the patterns of their tools.",
        description = "Turns are listed oldest first. A turn starts at a prompt and ends when the agent has "
                + "answered it. A turn is long when it has more than turn_length_threshold steps.",
        footer = {
            "  footfall turns --from                        this machine's turns of 5 or more steps",
            "  footfall turns --from --since 7d --json      the turns of the last 7 days, as JSON",
            "  footfall turns --from DIR --session 4f2a     every turn of the session whose ID starts with 4f2a",
            "  footfall turns --from --patterns             PATTERN COUNT AVG_LENGTH SESSIONS",
            "  footfall turns --from --pattern \"Grep -> Read{2+} -> Edit\"     every turn with this pattern"
        })
final class TurnsCommand extends SettingsCommand {
    private static final int PATTERNS_MIN_LENGTH = 2;
    private static final String COPY = "c ";
    private static final String ARROW = " → ";
    private static final int WIDE = 120;

    @Mixin
    private FilesOptions files;

    @Option(names = "--json", description = "Print one JSON array.")
    private boolean json;

    @Option(
            names = "--min-length",
            paramLabel = "N",
            description = "Only turns of N or more steps. Default: the key turn_length_threshold (a turn of exactly "
                    + "that length is listed but not long); 2 with --patterns, 0 with --pattern or --session.")
    private Integer minLength;

    @Mixin
    private SinceOption since;

    @Option(
            names = "--session",
            paramLabel = "ID",
            description = "Only turns of the session with this ID or unique prefix of an ID.")
    private String session;

    @Option(
            names = "--project",
            paramLabel = "NAME",
            description = "Only turns of one project, named by the last part of its folder.")
    private String project;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "Only turns of one machine. Local files do not name a machine.")
    private String host;

    @ArgGroup
    private Shapes shapes = new Shapes();

    /** At most one of them. */
    static final class Shapes {
        @Option(names = "--patterns", description = "List patterns instead of turns, the most frequent first.")
        boolean patterns;

        @Option(
                names = "--pattern",
                paramLabel = "P",
                description = "Only turns with this pattern. -> stands for the arrow; Read{3+} means Read{2+}.")
        String pattern;
    }

    TurnsCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws Exception {
        check();
        var settings = settings();
        try (var folded = files.fold(console, settings)) {
            var sessions = new SessionNames(
                    folded.names().stream().map(TurnRef::sessionId).toList());
            var question = question(settings, sessions);
            var selected = folded.known().stream()
                    .filter(one -> isAsked(one, folded, question))
                    .toList();
            var printer = new ResultPrinter(console, command, json);
            var none =
                    ReadingReport.none(folded.reading(), selected.isEmpty() ? none(folded, question) : "no patterns");
            if (shapes.patterns) {
                tellPatterns(printer, folded, selected, none);
            } else {
                var table = rows(folded, selected, sessions, console.isScreen() && printer.width() >= WIDE);
                table.caption(CountWords.of(selected.size(), "turn") + atLeast(question.minLength()));
                printer.print(folded.turns(selected), table, none);
            }
        }
        return ExitCodes.OK;
    }

    /** Loads the turn only if a filter needs it, because it may be spilled to disk. */
    private static boolean isAsked(FileTurns.TurnSummary one, FileTurns.Folded folded, Selection question) {
        return question.admits(new Selection.Head(one.name().sessionId(), one.project(), one.startedAt(), one.length()))
                && (!question.needsTurn() || question.admits(folded.turn(one.name())));
    }

    private void check() {
        if (minLength != null) {
            atLeast(0, "--min-length", minLength);
        }
        if (session != null && session.isBlank()) {
            throw usage("--session is empty");
        }
        var mistake = shapes.pattern == null ? Optional.empty() : PatternQuery.mistake(shapes.pattern);
        if (mistake.isPresent()) {
            throw usage("--pattern '" + SafeText.of(shapes.pattern) + "' " + mistake.get()
                    + "; expected a form like 'Grep -> Read{2+} -> Edit'");
        }
    }

    private Selection question(Settings settings, SessionNames sessions) throws CommandFailed {
        var values = new EnumMap<Filter, String>(Filter.class);
        values.put(Filter.MIN_LENGTH, "" + (minLength != null ? minLength : leastLength(settings)));
        var start = since.start(console.clock());
        putIfGiven(values, Filter.SINCE, start == null ? null : start.toString());
        putIfGiven(values, Filter.SESSION, session == null ? null : sessions.resolve(session, typed()));
        putIfGiven(values, Filter.PROJECT, project);
        putIfGiven(values, Filter.HOST, host);
        putIfGiven(values, Filter.PATTERN, shapes.pattern);
        try {
            return Selection.parse(values);
        } catch (InvalidFilter invalid) {
            throw usage("--" + invalid.filter().word() + " has an invalid value; expected " + invalid.expected());
        }
    }

    private static void putIfGiven(Map<Filter, String> values, Filter filter, String value) {
        if (value != null) {
            values.put(filter, value);
        }
    }

    private List<String> typed() {
        return Stream.concat(files.asTyped().stream(), settingsOptions.asTyped().stream())
                .toList();
    }

    private int leastLength(Settings settings) {
        if (session != null || shapes.pattern != null) {
            return 0;
        }
        return shapes.patterns ? PATTERNS_MIN_LENGTH : settings.get(SettingKeys.TURN_LENGTH_THRESHOLD);
    }

    private static String atLeast(int length) {
        return length == 0 ? "" : " of " + length + " or more steps";
    }

    private String none(FileTurns.Folded folded, Selection question) {
        var none = new Exclusions(
                "no turns" + (shapes.patterns ? " for patterns" : ""),
                "turn",
                folded.known().size());
        for (var filter :
                List.of(Filter.MIN_LENGTH, Filter.SINCE, Filter.SESSION, Filter.PROJECT, Filter.HOST, Filter.PATTERN)) {
            none.filter(typed(filter, question), excluded(folded, question.only(filter::equals)));
        }
        return none.text();
    }

    private String typed(Filter filter, Selection question) {
        var option = "--" + filter.word().replace('_', '-');
        return filter != Filter.MIN_LENGTH
                ? option
                : (minLength == null ? "the default " : "") + option + " " + question.minLength();
    }

    private static long excluded(FileTurns.Folded folded, Selection filter) {
        return folded.known().stream()
                .filter(one -> !isAsked(one, folded, filter))
                .count();
    }

    /** Loads turns one by one while printing, so that none is held in memory. */
    private static Table rows(
            FileTurns.Folded folded, List<FileTurns.TurnSummary> selected, SessionNames sessions, boolean isWide) {
        var columns = new ArrayList<>(
                List.of(Table.Column.text("SESSION"), Table.Column.number("TURN"), Table.Column.number("LENGTH")));
        if (isWide) {
            columns.add(Table.Column.number("TOKENS_OUT"));
            columns.add(Table.Column.number("COST_USD"));
        }
        columns.add(Table.Column.longText("TOOLS"));
        var table = new Table(columns.toArray(Table.Column[]::new));
        var copies = new AtomicInteger();
        table.rows(
                () -> selected.stream()
                        .map(one -> row(one, sessions, cells(folded.turn(one.name()), copies, isWide)))
                        .iterator(),
                () -> selected.stream()
                        .map(one -> row(one, sessions, isWide ? List.of("", "", "") : List.of("")))
                        .iterator());
        table.legend(() -> copies.get() == 0
                ? null
                : "c = copy, a turn that a resumed or forked session repeats (" + copies
                        + "); tallies leave copies out");
        return table;
    }

    /** The tools of a turn; marks and counts copies. */
    private static String marked(Turn turn, AtomicInteger copies) {
        if (turn.prompt().copyOf() == null) {
            return tools(turn);
        }
        copies.incrementAndGet();
        return COPY + tools(turn);
    }

    private static List<Object> row(FileTurns.TurnSummary one, SessionNames sessions, List<String> ofTurn) {
        var cells = new ArrayList<Object>(
                List.of(sessions.of(one.name()), one.name().index(), one.length()));
        cells.addAll(ofTurn);
        return cells;
    }

    /** On a wide terminal, adds output tokens and cost in columns as wide as their titles. */
    private static List<String> cells(Turn turn, AtomicInteger copies, boolean isWide) {
        var tools = marked(turn, copies);
        return isWide
                ? List.of(
                        "" + turn.spend().tokens().output(),
                        turn.spend().costUsd() == null
                                ? "unknown"
                                : turn.spend().costUsd().toPlainString(),
                        tools)
                : List.of(tools);
    }

    /** The exact sequence; of a shortened turn, its first and last parts. */
    private static String tools(Turn turn) {
        var tools = new ArrayList<>(
                turn.steps().stream().map(step -> step.use().tool()).toList());
        if (turn.stepsOmitted() > 0) {
            tools.add((tools.size() + 1) / 2, "(" + turn.stepsOmitted() + " more)");
        }
        return String.join(ARROW, tools);
    }

    private static void tellPatterns(
            ResultPrinter printer, FileTurns.Folded folded, List<FileTurns.TurnSummary> selected, String none)
            throws IOException {
        var tallies = new Tallies(null);
        selected.forEach(one -> folded.walk(one.name()).ifPresent(tallies::add));
        var patterns = tallies.patterns();
        var table = new Table(
                Table.Column.longText("PATTERN"),
                Table.Column.number("COUNT"),
                Table.Column.number("AVG_LENGTH"),
                Table.Column.number("SESSIONS"));
        for (Pattern one : patterns) {
            table.row(one.pattern(), one.count(), ResultPrinter.decimal(one.avgLength()), one.sessions());
        }
        printer.print(patterns, table, none);
    }
}
