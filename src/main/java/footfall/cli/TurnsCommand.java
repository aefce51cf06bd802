package footfall.cli;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.pattern.Pattern;
import footfall.screen.CountWords;
import footfall.turn.Turn;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.OpenTurn;
import footfall.view.Selection;
import footfall.view.TopTurns.TurnSort;
import java.io.IOException;
import java.util.List;
import java.util.Map;
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
    private static final String TOP_MORE = ": -n N prints more";
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
            names = "--copies",
            description = "In a table, also list the turns that a resumed or forked session repeats; --session does.")
    private boolean copies;

    @Option(
            names = SORT,
            paramLabel = "ORDER",
            converter = ChoiceOptions.TurnOrder.class,
            completionCandidates = ChoiceOptions.TurnOrder.class,
            description =
                    "List turns by length, cost, duration or failures, the largest first, or by started_at, the newest "
                            + "first, without copies. At most 500 turns.")
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
                            all -> all.openTurns(checked, order.asked()),
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
        int max = Math.min(order.order(printer().format()).top(), Answers.PAGE_MAX);
        new Listing<>(
                        Turn.class,
                        all -> all.topTurns(selection, sort, max),
                        turns -> sorted(turns, selection, max),
                        () -> noTurns(source, selection))
                .print(source, printer());
    }

    private Table sorted(List<Turn> turns, Selection selection, int max) {
        var rows = new TurnsTable(console.isScreen(), true, sort);
        rows.add(turns.iterator(), max);
        var table = rows.of(TimeOrder.ALL);
        var count = CountWords.of(turns.size(), "turn");
        table.caption((turns.size() < max ? count : "the first " + count)
                + atLeast(selection.minLength())
                + (turns.size() < max ? "" : max == Answers.PAGE_MAX ? ", the most that --sort lists" : TOP_MORE));
        return table;
    }

    private void printTurns(AnswerSource source, Selection selection) throws IOException {
        var printer = printer();
        var coverage = new CoverageReport();
        var ordered = order.order(printer.format());
        if (printer.format() == ResultPrinter.Format.TABLE) {
            var table = inTime(source, selection, ordered, coverage);
            printer.print(table.rows(), table, table.rows().isEmpty() ? noTurns(source, selection) : null);
        } else {
            var turns = printer.format() == ResultPrinter.Format.JSON
                    ? source.turnsForJson(selection, ordered, coverage)
                    : source.turns(selection, ordered, coverage);
            printer.print(
                    Turn.class, ResultPrinter.once(turns), null, turns.hasNext() ? null : noTurns(source, selection));
        }
        coverage.say(console);
    }

    private Table inTime(AnswerSource source, Selection selection, TimeOrder ordered, CoverageReport coverage) {
        boolean areCopiesShown = copies || selection.has(Filter.SESSION);
        var rows = new TurnsTable(console.isScreen(), areCopiesShown, null);
        var unlimited = new TimeOrder(ordered.asked(), Integer.MAX_VALUE);
        var turns = new TurnPages(source.answers(), selection, unlimited, coverage).iterator();
        rows.add(turns, ordered.oneMore().top());
        var table = rows.of(ordered);
        var all = source.count(selection);
        long hidden = areCopiesShown ? 0 : all == null ? rows.copies() : all.copies();
        var noun = "turn" + (rows.size() == 1 ? "" : "s") + atLeast(selection.minLength());
        var shown = ordered.top() + (all == null ? "" : " of " + CountWords.number(all.turns() - hidden));
        table.caption((rows.size() > ordered.top()
                        ? TimeOrderOptions.cut(shown + " " + noun)
                        : CountWords.number(rows.size()) + " " + noun)
                + (hidden == 0 ? "" : "; +" + CountWords.of(hidden, "copy", "copies") + ": --copies lists them"));
        return table;
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

    private void printPatterns(AnswerSource source, Selection selection) throws IOException {
        var answer = source.answers().patterns(selection, new Answers.Top(null, order.asked()));
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
