package footfall.cli;

import footfall.alert.Alert;
import footfall.config.SettingErrors;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.report.TurnRef;
import footfall.report.UserError;
import footfall.screen.ActivityText;
import footfall.screen.AlertWords;
import footfall.screen.CountWords;
import footfall.screen.DurationText;
import footfall.screen.MoneyText;
import footfall.turn.Turn;
import footfall.view.Answers;
import footfall.view.Direction;
import footfall.view.Filter;
import footfall.view.OpenTurn;
import footfall.view.Selection;
import footfall.view.TopTurns.TurnSort;
import footfall.view.TurnTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "turns",
        header = "List turns with their tools, or show one as a timeline of its steps.",
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
            "  footfall turns --from --pattern \"Read -> Edit\"  turns of just these steps, as 'patterns' lists them"
        })
final class TurnsCommand extends AnswerCommand {
    private static final String TOP_MORE = ": -n N prints more";
    private static final String NO_TURNS = "no turns";
    private static final String SORT = "--sort";
    private static final Set<Alert.Kind> STUCK = Set.of(Alert.Kind.ERROR_STREAK, Alert.Kind.REPEAT_LOOP);
    private static final String TURN_ID = ".+:\\d+";

    @Parameters(
            arity = "0..1",
            paramLabel = "ID",
            description = "The turn_id: SESSION:TURN, or SESSION/AGENT:TURN for a subagent. Unique prefixes of the "
                    + "session and agent IDs are accepted. SESSION alone lists its turns, or shows the only one.")
    private String id;

    @Option(names = "--one", hidden = true, description = "Show one turn, as the command 'turn' does.")
    private boolean isOne;

    @Option(
            names = "--open",
            description = "List the turns that a processor knows and that have not closed, the longest first. One "
                    + "is stuck while an alert of failed calls in a row or of a loop stands. Files have none.")
    private boolean open;

    @Mixin
    private TimeOrder.TimeOrderOptions order = new TimeOrder.TimeOrderOptions();

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

    TurnsCommand() {
        super(Map.of(
                Filter.MIN_LENGTH,
                " Default: the key turn_length_threshold (a turn of exactly that length is listed but not "
                        + "long); 0 with --pattern, --session, --outcome or --failed.",
                Filter.PATTERN,
                " Read{3+} means Read{2+}."));
    }

    @Override
    public void take(Typed typed) {
        super.take(typed);
        id = typed.one();
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
            throw usage(TimeOrder.TimeOrderOptions.NEWEST + " lists turns by time; omit --open");
        } else if (sort != null && (open || order.isNewest())) {
            throw usage(SORT + " lists closed turns in its own order; omit "
                    + (open ? "--open" : TimeOrder.TimeOrderOptions.NEWEST));
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
            var session = OneTurn.print(id, source, sources, printer(), settings());
            if (session.isPresent()) {
                printTurns(source, Selection.parse(Map.of(Filter.SESSION, session.get())));
            }
        } else if (open) {
            var checked = ofOpen(selection);
            var beginnings = beginnings(source, Math.min(order.asked(), TurnTexts.TURNS_MAX));
            new AnswerSource.Listing<>(
                            OpenTurn.class,
                            all -> all.openTurns(checked, order.asked()),
                            turns -> open(turns, standing(turns, source.answers()), beginnings),
                            () -> none(source, "no open turns", false, selection))
                    .print(source, printer());
        } else if (sort != null) {
            printSorted(source, selection);
        } else {
            printTurns(source, selection);
        }
    }

    private void printSorted(AnswerSource source, Selection selection)
            throws IOException, CommandFailed, UserError, SettingErrors {
        int max = Math.min(order.order(printer().format()).top(), Answers.PAGE_MAX);
        var beginnings = beginnings(source, max);
        new AnswerSource.Listing<>(
                        Turn.class,
                        all -> all.topTurns(selection, sort, max),
                        turns -> sorted(turns, selection, max, beginnings),
                        () -> noTurns(source, selection))
                .print(source, printer());
    }

    private Table sorted(List<Turn> turns, Selection selection, int max, Beginnings beginnings) {
        var rows = new TurnsTable(printer(), true, sort, beginnings);
        rows.add(turns.iterator(), max);
        var table = rows.of(TimeOrder.ALL);
        var count = CountWords.of(turns.size(), "turn");
        table.caption((turns.size() < max ? count : "the first " + count)
                + atLeast(selection.minLength())
                + (turns.size() < max ? "" : max == Answers.PAGE_MAX ? ", the most that --sort lists" : TOP_MORE));
        return table;
    }

    private void printTurns(AnswerSource source, Selection selection)
            throws IOException, CommandFailed, UserError, SettingErrors {
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

    private Table inTime(AnswerSource source, Selection selection, TimeOrder ordered, CoverageReport coverage)
            throws CommandFailed, UserError, SettingErrors {
        boolean areCopiesShown = copies || selection.has(Filter.SESSION);
        var rows = new TurnsTable(printer(), areCopiesShown, null, beginnings(source, ordered.top()));
        var unlimited = new TimeOrder(ordered.asked(), Integer.MAX_VALUE);
        var turns = new AnswerSource.TurnPages(source.answers(), selection, unlimited, coverage).iterator();
        rows.add(turns, ordered.oneMore().top());
        var table = rows.of(ordered);
        boolean isCut = rows.size() > ordered.top();
        var all = isCut ? source.total((answers, page) -> answers.turns(selection, page)) : null;
        long hidden = areCopiesShown ? 0 : all == null ? rows.copies() : all.copies();
        var noun = "turn" + (rows.size() == 1 ? "" : "s") + atLeast(selection.minLength());
        var shown = ordered.top() + (all == null ? "" : " of " + CountWords.number(all.all() - hidden));
        table.caption((isCut
                        ? TimeOrder.TimeOrderOptions.cut(shown + " " + noun)
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

    private static String ago(Instant at, Instant now) {
        if (at == null) {
            return null;
        }
        return DurationText.of(at.isBefore(now) ? Duration.between(at, now) : Duration.ZERO) + " ago";
    }

    private static String atLeast(int length) {
        return length == 0 ? "" : " of " + length + " or more steps";
    }

    /** The selection, if open turns can be selected by it. */
    private Selection ofOpen(Selection selection) {
        selection.values().keySet().stream()
                .filter(filter -> !Filter.OF_OPEN_TURNS.contains(filter))
                .findFirst()
                .ifPresent(filter -> {
                    throw usage("--open does not accept " + FilterOptions.name(filter));
                });
        return selection;
    }

    /** The alerts that stand of each turn, by its ID, those that tell most first. */
    private static Map<String, List<Alert>> standing(List<OpenTurn> turns, Answers answers) {
        if (turns.isEmpty()) {
            return Map.of();
        }
        var newest = new Answers.Page(null, Answers.PAGE_MAX, Direction.DESC);
        var raised = answers.alerts(Selection.ALL, newest).items().stream()
                .filter(alert -> alert.state() == Alert.State.RAISED && alert.turnId() != null)
                .toList();
        return AlertWords.bySubject(raised).stream()
                .collect(Collectors.toMap(ofOne -> ofOne.get(0).turnId(), ofOne -> ofOne));
    }

    private static String state(OpenTurn turn, List<Alert> alerts, Instant now) {
        if (turn.waitingSince() == null && alerts.stream().anyMatch(alert -> STUCK.contains(alert.kind()))) {
            return "stuck";
        }
        var said = ActivityText.of(turn.activity(), now);
        return said == null ? turn.state().word() : said;
    }

    private Table open(List<OpenTurn> turns, Map<String, List<Alert>> alerts, Beginnings beginnings) {
        var now = console.clock().instant();
        var names = new SessionNames(
                turns.stream().map(one -> one.sessionId().value()).toList());
        var table = Table.of(turns)
                .text(
                        "TURN",
                        one -> console.isScreen()
                                ? names.in(one.turnId(), one.sessionId().value())
                                : one.turnId())
                .number("LENGTH", OpenTurn::length)
                .number("FAILURES", 2, OpenTurn::failures)
                .text("STARTED", 3, one -> printer().time(one.startedAt()))
                .number("LAST_LINE", turn -> ago(turn.lastLineAt(), now))
                .text("STATE", turn -> state(turn, alerts.getOrDefault(turn.turnId(), List.of()), now))
                .longText("PROJECT", 1, OpenTurn::project)
                .longText("USER", 1, OpenTurn::user)
                .chainBelow("ALERTS", turn -> AlertWords.problems(alerts.getOrDefault(turn.turnId(), List.of())))
                .chainBelow("LAST_TOOLS", turn -> TurnsTable.chain(turn.lastTools(), console.isScreen()));
        if (beginnings != null) {
            beginnings.quoteOf(table, turns.stream().map(OpenTurn::turnId).toList());
        }
        return table;
    }

    /**
     * Turns as a table: when, where, how long, for how much, how each began, and its tools. Holds turns only
     * for their texts.
     */
    private static final class TurnsTable {
        private static final String COPY = "c ";
        private static final String ARROW = " → ";

        private final ResultPrinter printer;
        private final boolean isScreen;
        private final boolean areCopiesShown;
        private final TurnSort sort;
        private final Beginnings beginnings;
        private final List<Row> rows = new ArrayList<>();
        private int copies;

        /**
         * On a screen, chains are short and times local, without seconds. {@code sort}: null for the order of time.
         * {@code beginnings}: null for none.
         */
        TurnsTable(ResultPrinter printer, boolean areCopiesShown, TurnSort sort, Beginnings beginnings) {
            this.beginnings = beginnings;
            this.printer = printer;
            this.isScreen = printer.console().isScreen();
            this.areCopiesShown = areCopiesShown;
            this.sort = sort;
        }

        private record Row(
                TurnRef turn,
                int length,
                Object started,
                String took,
                String cost,
                Object failures,
                String project,
                String began,
                String tools,
                Turn whole) {}

        /** Adds the next turns until the table has so many; copies that are not shown are only counted. */
        void add(Iterator<Turn> turns, int max) {
            while (rows.size() < max && turns.hasNext()) {
                var turn = turns.next();
                boolean isCopy = turn.prompt().copyOf() != null;
                copies += isCopy ? 1 : 0;
                if (!isCopy || areCopiesShown) {
                    rows.add(row(turn));
                }
            }
        }

        int size() {
            return rows.size();
        }

        int copies() {
            return copies;
        }

        Table of(TimeOrder order) {
            var shown = order.shown(rows);
            var names = SessionNames.ofTurns(shown.stream().map(Row::turn).toList());
            var table = Table.of(shown)
                    .text("SESSION", row -> names.of(row.turn))
                    .number("TURN", row -> row.turn.index())
                    .number("LENGTH", Row::length)
                    .text("STARTED", 2, Row::started)
                    .number("TOOK", sort == TurnSort.DURATION ? 0 : 3, Row::took)
                    .number("COST", sort == TurnSort.COST ? 0 : 1, Row::cost);
            if (sort == TurnSort.FAILURES) {
                table.number("FAILURES", Row::failures);
            }
            table.longText("PROJECT", 4, Row::project)
                    .text("BEGAN", 5, Row::began)
                    .chainBelow("TOOLS", Row::tools);
            if (beginnings != null) {
                beginnings.quote(table, shown.stream().map(Row::whole).toList());
            }
            if (areCopiesShown && copies > 0) {
                table.legend("c = copy, a turn that a resumed or forked session repeats (" + CountWords.number(copies)
                        + "); tallies leave copies out");
            }
            return table;
        }

        private Row row(Turn turn) {
            var span = turn.span();
            return new Row(
                    TurnRef.of(turn),
                    turn.size().length(),
                    printer.time(span.startedAt()),
                    span.elapsedMs() == null ? null : DurationText.of(Duration.ofMillis(span.elapsedMs())),
                    MoneyText.of(turn.spend().costUsd()),
                    sort == TurnSort.FAILURES ? sort.value(turn) : null,
                    turn.origin().project(),
                    turn.prompt().trigger().word(),
                    (turn.prompt().copyOf() == null ? "" : COPY) + tools(turn),
                    beginnings == null ? null : turn);
        }

        /** The exact sequence, of a shortened turn its first and last parts; on a screen {@code Read{3} → Edit}. */
        private String tools(Turn turn) {
            var tools = new ArrayList<>(
                    turn.steps().stream().map(step -> step.use().tool()).toList());
            if (turn.stepsOmitted() > 0) {
                tools.add((tools.size() + 1) / 2, "(" + turn.stepsOmitted() + " more)");
            }
            return chain(tools, isScreen);
        }

        static String chain(List<String> tools, boolean isScreen) {
            return String.join(ARROW, isScreen ? collapsed(tools) : tools);
        }

        private static List<String> collapsed(List<String> tools) {
            var collapsed = new ArrayList<String>();
            for (int i = 0; i < tools.size(); ) {
                int from = i;
                while (i < tools.size() && tools.get(i).equals(tools.get(from))) {
                    i++;
                }
                collapsed.add(tools.get(from) + (i - from == 1 ? "" : "{" + (i - from) + "}"));
            }
            return collapsed;
        }
    }
}
