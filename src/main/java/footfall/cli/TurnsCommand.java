package footfall.cli;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.screen.CountWords;
import footfall.turn.Turn;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.OpenTurn;
import footfall.view.Selection;
import footfall.view.TopTurns.TurnSort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code footfall turns}. */
@Command(
        name = "turns",
        header = "List turns with the tools they called, or show one as a timeline of its steps.",
        description = {
            "Turns are listed oldest first, with --newest newest first. A turn starts at a prompt and ends when "
                    + "the agent has answered it. A turn is long when it has more than "
                    + "turn_length_threshold steps.",
            "With ID: when each step started, how long it took, which calls ran in parallel, which failed and why, and "
                    + "which subagent a step ran. With --from, also the target of each step: its file, command, query "
                    + "or other main input (in JSON the field target). Targets are read from the transcripts on this "
                    + "machine; they are never in the topics. An open turn is shown as it is now, without --from."
        },
        footer = {
            "  footfall turns --from                        this machine's turns of 5 or more steps",
            "  footfall turns 4f2a91:3 --from               fourth turn of the session whose ID starts with 4f2a91",
            "  footfall turns --from DIR --session 4f2a     every turn of the session whose ID starts with 4f2a",
            "  footfall turns --sort cost --top 10          the 10 turns that cost most",
            "  footfall turns --open                        the open turns of a running processor",
            "  footfall turns --newest --top 10             the last 10 turns of a running processor",
            "  footfall turns --from --since 7d --json      the turns of the last 7 days, as JSON",
            "  footfall turns 4f2a91/a8813:0 --from DIR     first turn of one of its subagents",
            "  footfall turns --from --pattern \"Grep -> Read{2+} -> Edit\"     every turn with this pattern"
        })
final class TurnsCommand extends AnswerCommand {
    private static final String TOP_MORE = ": -n N prints more";
    private static final String NO_TURNS = "no turns";
    private static final String SORT = "--sort";
    private static final String TURN_ID = ".+:\\d+";

    @Parameters(
            arity = "0..1",
            paramLabel = "ID",
            description = "The turn_id: SESSION:TURN, or SESSION/AGENT:TURN for a subagent. Unique prefixes of the "
                    + "session and agent IDs are accepted.")
    private String id;

    @Option(names = "--one", hidden = true, description = "Show one turn, as the command 'turn' does.")
    private boolean isOne;

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
                                + "long); 0 with --pattern, --session, --outcome or --failed.",
                        Filter.PATTERN,
                        " Read{3+} means Read{2+}."));
    }

    @Override
    void check() {
        id = id == null ? sources.swallowed(typed -> typed.matches(TURN_ID)) : id;
        if (id == null && isOne) {
            throw usage("Missing required parameter: 'ID'");
        } else if (id != null && !id.isEmpty() && !id.matches(TURN_ID) && Files.exists(Path.of(id))) {
            throw usage(id + " is a path; turns of files are listed with --from PATH");
        } else if (id != null && !OneTurn.canBe(id)) {
            throw usage("invalid turn ID \"" + id
                    + "\"; expected SESSION:TURN, or SESSION/AGENT:TURN for a subagent, such as 4f2a91:3");
        } else if (id != null
                && (open
                        || copies
                        || sort != null
                        || order.isGiven()
                        || filters().isGiven())) {
            throw usage("ID names one turn; omit filters, --copies, --open, --newest, --sort and --top");
        } else if (copies && (open || sort != null)) {
            throw usage((open ? "--open" : SORT) + " lists no copies; omit --copies");
        } else if (open && order.isNewest()) {
            throw usage(TimeOrderOptions.NEWEST + " lists turns by time; omit --open");
        } else if (sort != null && (open || order.isNewest())) {
            throw usage(
                    SORT + " lists closed turns in its own order; omit " + (open ? "--open" : TimeOrderOptions.NEWEST));
        }
        order.check(this);
    }

    @Override
    public String notOfFiles() {
        return open ? "files have no open turns: every turn of a file is closed" : null;
    }

    @Override
    Map<Filter, String> defaults(Settings settings) {
        if (open || id != null) {
            return Map.of();
        }
        boolean isAny = filters().has(Filter.PATTERN)
                || filters().has(Filter.SESSION)
                || filters().has(Filter.OUTCOME);
        return Map.of(Filter.MIN_LENGTH, "" + (isAny ? 0 : settings.get(SettingKeys.TURN_LENGTH_THRESHOLD)));
    }

    @Override
    void print(AnswerSource source, Selection selection) throws Exception {
        if (id != null) {
            OneTurn.print(id, source, sources, printer(), settings());
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
                    Table.Column.text("STATE"),
                    Table.Column.longText("PROJECT"),
                    Table.Column.longText("LAST_TOOLS"));
            turns.forEach(turn -> table.row(
                    turn.turnId(),
                    turn.length(),
                    turn.failures(),
                    turn.startedAt(),
                    turn.waitingSince() == null ? turn.state() : "waits",
                    turn.project(),
                    String.join(" → ", turn.lastTools())));
            return table;
        }
    }
}
