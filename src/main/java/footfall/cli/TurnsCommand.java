package footfall.cli;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.pattern.Pattern;
import footfall.report.TurnRef;
import footfall.screen.CountWords;
import footfall.turn.Turn;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.OpenTurn;
import footfall.view.Selection;
import footfall.view.TopTurns.TurnSort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall turns}. */
@Command(
        name = "turns",
        header = "List turns with the tools they called, or the patterns of their tools.",
        description =
                "Turns are listed oldest first, with --newest newest first. A turn starts at a prompt and ends when "
                        + "the agent has answered it. A turn is long when it has more than "
                        + "turn_length_threshold steps.",
        footer = {
            "  footfall turns --from                        this machine's turns of 5 or more steps",
            "  footfall turns --from --since 7d --json      the turns of the last 7 days, as JSON",
            "  footfall turns --from DIR --session 4f2a     every turn of the session whose ID starts with 4f2a",
            "  footfall turns --from --patterns             PATTERN COUNT AVG_LENGTH SESSIONS",
            "  footfall turns --newest --top 10             the last 10 turns of a running processor",
            "  footfall turns --sort cost --top 10          the 10 turns that cost most",
            "  footfall turns --open                        the open turns of a running processor",
            "  footfall turns --from --pattern \"Grep -> Read{2+} -> Edit\"     every turn with this pattern"
        })
final class TurnsCommand extends AnswerCommand {
    private static final int PATTERNS_MIN_LENGTH = 2;
    private static final String COPY = "c ";
    private static final String ARROW = " → ";
    private static final int WIDE = 120;
    private static final String NO_TURNS = "no turns";
    private static final String SORT = "--sort";

    @Option(names = "--patterns", description = "List patterns instead of turns, the most frequent first.")
    private boolean patterns;

    @Option(
            names = "--open",
            description = "List the turns that a processor knows and that have not closed, the longest first. Files "
                    + "have none.")
    private boolean open;

    @Mixin
    private TimeOrderOptions order = new TimeOrderOptions();

    @Option(
            names = SORT,
            paramLabel = "ORDER",
            converter = ChoiceOptions.TurnOrder.class,
            completionCandidates = ChoiceOptions.TurnOrder.class,
            description =
                    "List turns by length, cost, duration or failures, the largest first, or by started_at, the newest "
                            + "first. At most 500 turns, or --top.")
    private TurnSort sort;

    TurnsCommand(Console console) {
        super(
                console,
                Map.of(
                        Filter.MIN_LENGTH,
                        " Default: the key turn_length_threshold (a turn of exactly that length is listed but not "
                                + "long); 2 with --patterns, 0 with --pattern, --session, --outcome or --failed.",
                        Filter.PATTERN,
                        " Read{3+} means Read{2+}."));
    }

    @Override
    void check() {
        if (open && patterns) {
            throw usage("--open, --patterns are mutually exclusive (specify only one)");
        } else if (order.isNewest() && (open || patterns)) {
            throw usage(TimeOrderOptions.NEWEST + " lists turns by time; omit " + (open ? "--open" : "--patterns"));
        }
        if (sort != null && (open || patterns || order.isNewest())) {
            throw usage(SORT + " lists closed turns in its own order; omit "
                    + (open ? "--open" : patterns ? "--patterns" : TimeOrderOptions.NEWEST));
        }
        order.check(this);
    }

    @Override
    public String notOfFiles() {
        return open ? "files have no open turns: every turn of a file is closed" : null;
    }

    @Override
    boolean isTallied() {
        return patterns;
    }

    @Override
    Map<Filter, String> defaults(Settings settings) {
        if (open) {
            return Map.of();
        }
        int least = patterns
                ? PATTERNS_MIN_LENGTH
                : filters().has(Filter.PATTERN) ? 0 : settings.get(SettingKeys.TURN_LENGTH_THRESHOLD);
        boolean isAny = filters().has(Filter.SESSION) || filters().has(Filter.OUTCOME) && !patterns;
        return Map.of(Filter.MIN_LENGTH, "" + (isAny ? 0 : least));
    }

    @Override
    void print(AnswerSource source, Selection selection) throws IOException {
        if (patterns) {
            printPatterns(source, selection);
        } else if (open) {
            var checked = OpenTurnsTable.checked(selection, this);
            new Listing<>(
                            OpenTurn.class,
                            all -> all.openTurns(checked, order.order().top()),
                            OpenTurnsTable::of,
                            () -> none(source, "no open turns", false, selection))
                    .print(source, printer());
        } else if (sort != null) {
            printSorted(source, selection);
        } else {
            printTurns(source, selection);
        }
    }

    private void printSorted(AnswerSource source, Selection selection) throws IOException {
        int max = Math.min(order.order().top(), Answers.PAGE_MAX);
        new Listing<>(
                        Turn.class,
                        all -> all.topTurns(selection, sort, max),
                        turns -> sorted(turns, selection, max),
                        () -> noTurns(source, selection))
                .print(source, printer());
    }

    private Table sorted(List<Turn> turns, Selection selection, int max) {
        var heads = turns.stream().map(TurnsCommand::head).toList();
        var limit = heads.size() < Answers.PAGE_MAX ? limit(heads, max) : "; at most " + max + " are listed by --sort";
        return table(turns, heads, selection, limit);
    }

    private Table table(Iterable<Turn> turns, List<AnswerSource.TurnHead> heads, Selection selection, String limit) {
        var sessions = new SessionNames(
                heads.stream().map(one -> one.name().sessionId()).toList());
        var table = rows(turns, heads, sessions, console.isScreen() && printer().width() >= WIDE);
        table.caption(CountWords.of(heads.size(), "turn") + atLeast(selection.minLength()) + limit);
        return table;
    }

    private static String limit(List<AnswerSource.TurnHead> heads, int max) {
        return heads.size() < max ? "" : "; there may be more: --top sets how many are listed";
    }

    private void printTurns(AnswerSource source, Selection selection) throws IOException {
        var printer = printer();
        var coverage = new CoverageReport();
        if (printer.format() == ResultPrinter.Format.TABLE) {
            var heads = source.heads(selection, order.order(), coverage);
            var limit = limit(heads, order.order().top());
            var table = table(() -> source.turns(selection, order.order(), coverage), heads, selection, limit);
            printer.print(heads, table, heads.isEmpty() ? noTurns(source, selection) : null);
        } else {
            var turns = printer.format() == ResultPrinter.Format.JSON
                    ? source.turnsForJson(selection, order.order(), coverage)
                    : source.turns(selection, order.order(), coverage);
            printer.print(
                    Turn.class, ResultPrinter.once(turns), null, turns.hasNext() ? null : noTurns(source, selection));
        }
        coverage.say(console);
    }

    private String noTurns(AnswerSource source, Selection selection) {
        var session = selection.only(filter -> filter == Filter.SESSION);
        boolean isOpen = selection.has(Filter.SESSION)
                && !source.answers().openTurns(session, 1).items().isEmpty();
        var none = none(source, NO_TURNS, false, selection);
        return isOpen ? none + "; --open lists its open turn" : none;
    }

    private static String atLeast(int length) {
        return length == 0 ? "" : " of " + length + " or more steps";
    }

    /** Reads turns while printing, so that memory holds only the turns of a page. */
    private static Table rows(
            Iterable<Turn> turns, List<AnswerSource.TurnHead> heads, SessionNames sessions, boolean isWide) {
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
                () -> StreamSupport.stream(turns.spliterator(), false)
                        .limit(heads.size())
                        .map(turn -> row(head(turn), sessions, cells(turn, copies, isWide)))
                        .iterator(),
                () -> heads.stream()
                        .map(one -> row(one, sessions, isWide ? List.of("", "", "") : List.of("")))
                        .iterator());
        table.legend(() -> copies.get() == 0
                ? null
                : "c = copy, a turn that a resumed or forked session repeats (" + copies
                        + "); tallies leave copies out");
        return table;
    }

    private static AnswerSource.TurnHead head(Turn turn) {
        return new AnswerSource.TurnHead(TurnRef.of(turn), turn.size().length());
    }

    /** The tools of a turn; marks and counts copies. */
    private static String marked(Turn turn, AtomicInteger copies) {
        if (turn.prompt().copyOf() == null) {
            return tools(turn);
        }
        copies.incrementAndGet();
        return COPY + tools(turn);
    }

    private static List<Object> row(AnswerSource.TurnHead one, SessionNames sessions, List<String> ofTurn) {
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

    private void printPatterns(AnswerSource source, Selection selection) throws IOException {
        var answer = source.answers()
                .patterns(selection, new Answers.Top(null, order.order().top()));
        var table = new Table(
                Table.Column.longText("PATTERN"),
                Table.Column.number("COUNT"),
                Table.Column.number("AVG_LENGTH"),
                Table.Column.number("SESSIONS"));
        for (var one : answer.items()) {
            table.row(one.pattern(), one.count(), ResultPrinter.decimal(one.avgLength()), one.sessions());
        }
        printer()
                .print(
                        Pattern.class,
                        answer.items(),
                        table,
                        answer.items().isEmpty() ? noPatterns(source, selection) : null);
        CoverageReport.say(answer.coverage(), console);
    }

    private String noPatterns(AnswerSource source, Selection selection) {
        boolean hasTurns = !source.answers()
                .turns(selection, new Answers.Page(null, 1))
                .items()
                .isEmpty();
        return hasTurns ? "no patterns" : none(source, NO_TURNS + " for patterns", false, selection);
    }

    /** Lists open turns. */
    private static final class OpenTurnsTable {
        private OpenTurnsTable() {}

        /** The selection, if open turns can be selected by it. */
        static Selection checked(Selection selection, ConsoleCommand command) {
            selection.values().keySet().stream()
                    .filter(filter -> !Filter.OF_OPEN_TURNS.contains(filter))
                    .findFirst()
                    .ifPresent(filter -> {
                        throw command.usage("--open does not accept " + FilterOptions.name(filter));
                    });
            return selection;
        }

        static Table of(List<OpenTurn> turns) {
            var table = new Table(
                    Table.Column.text("TURN"),
                    Table.Column.number("LENGTH"),
                    Table.Column.number("FAILURES"),
                    Table.Column.text("STARTED"),
                    Table.Column.longText("PROJECT"),
                    Table.Column.longText("LAST_TOOLS"));
            turns.forEach(turn -> table.row(
                    turn.turnId(),
                    turn.length(),
                    turn.failures(),
                    turn.startedAt(),
                    turn.project(),
                    String.join(" → ", turn.lastTools())));
            return table;
        }
    }
}
