package footfall.cli;

import footfall.config.SettingErrors;
import footfall.desire.Comparison;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.desire.Ranking;
import footfall.desire.Remedy;
import footfall.desire.StepCoverage;
import footfall.desire.Trend;
import footfall.loop.Level;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Waste;
import footfall.report.DesireCases;
import footfall.screen.CountWords;
import footfall.screen.DurationText;
import footfall.screen.MoneyText;
import footfall.screen.SafeText;
import footfall.view.Answers;
import footfall.view.Answers.MarkedDesire;
import footfall.view.CompareQuestion;
import footfall.view.CompareQuestion.ComparedGroup;
import footfall.view.Filter;
import footfall.view.FollowsMap;
import footfall.view.RemedyEffect;
import footfall.view.Selection;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "desires",
        header = "Rank what agents struggle with or repeat: failures, loops, turns.",
        description = {
            "STEPS are the calls of a row, of a failure or empty search those until a success; the rows with most "
                    + "come first. TIME, TOKENS and COST are of the same calls. 'usage --wasted' sums "
                    + "less: not polling, builds that run again and searches that found nothing, which may be the "
                    + "work itself. A step may be in several rows, so rows are not added up.",
            "A table leaves out what is no habit: failures of one session, of no known cause as a failing test is, or "
                    + "of a few slips such as wrong paths ('footfall errors' lists all), builds that take no time, and "
                    + "long turns, which are work; with --session or --category none.",
            "--compare lists each desire with its rate per 100 turns in two groups of turns: new, grown, shrunk "
                    + "and gone are more than chance; unchanged is neither twice nor half; too-few is unknown. "
                    + "P is the p-value, corrected for the number of desires.",
            "A loop (--loops) is a cycle that a long turn repeats without a break, such as (Edit → Read){2+}. "
                    + "Different calls in a row are work, so a loop has no price. With --follows, a call follows "
                    + "the call of its turn that started before it; 'footfall export --format svg' draws it. "
                    + "Copies of turns are not counted."
        },
        footer = {
            "  footfall desires --from                              rank those of this machine's agents",
            "  footfall desires --from --by cost                    rank by what they cost",
            "  footfall desires --from --category env-need          list missing commands",
            "  footfall desires edit-mismatch:Edit --from           list its latest cases",
            "  footfall desires --from --remedy env-need:jq         a text for CLAUDE.md against it",
            "  footfall desires --from --loops                      what long turns repeat, call after call",
            "  footfall desires --from --follows --level tool       FROM TO COUNT MEAN_TIME, by tool",
            "  footfall desires --from --coverage                   what share of the steps desires explain",
            "  footfall desires --from DIR --since 30d --json       print the last 30 days as JSON",
            "  footfall desires --trend                             mark what grew or shrank in the last 14 days",
            "  footfall desires --compare 2026-10-01..2026-10-15 2026-11-01..2026-11-15",
            "  footfall desires --compare agent_version:2.1.6 agent_version:2.1.7"
        })
final class DesiresCommand extends AnswerCommand {
    private static final int P_DECIMALS = 3;
    private static final int TITLE_LEAST = 40;
    private static final BigDecimal P_LEAST = BigDecimal.ONE.movePointLeft(P_DECIMALS);
    /** Without where the picture of a map has the edge. */
    private static final ResultPrinter.CsvOut.Columns EDGES = new ResultPrinter.CsvOut.Columns(
            FollowsMap.Edge.class, Set.of("points", "label/x", "label/y", "label/width"));

    @Parameters(
            arity = "0..1",
            paramLabel = "ID",
            description = "As --explain ID. A part that no other ID has is enough.")
    private String named;

    @Option(
            names = "--category",
            paramLabel = "C",
            completionCandidates = Categories.class,
            description = "Only desires of one category; with --loops and --follows, turns with an error of it: "
                    + "turn-pattern, unknown-tool, env-need, edit-mismatch, not-read-first, stale-read, "
                    + "too-large, file-not-found, permission, timeout, validation, network, "
                    + "command-failed, mcp, other, same-call, same-read, polling, rerun, empty, asked.")
    private String category;

    @Option(
            names = "--by",
            paramLabel = "ORDER",
            converter = ChoiceOptions.RankedBy.class,
            completionCandidates = ChoiceOptions.RankedBy.class,
            description = "The order, the largest first: count, steps, time, tokens or cost. Default: steps.")
    private Ranking by = Ranking.STEPS;

    @Mixin
    private TimeOrder.FirstRows top = new TimeOrder.FirstRows();

    @Option(
            names = "--trend",
            description =
                    "Mark each desire that is new, grown, shrunk or gone in the 14 days before --until, or before "
                            + "now, against the 14 days before them. Reads the turns of these days.")
    private boolean trend;

    @Option(
            names = "--compare",
            arity = "2",
            paramLabel = "GROUP",
            description = "Compare two groups of turns: two ranges of time A..B (from A, without B; times as in "
                    + "--since), or project:NAME, host:NAME, model:NAME, agent:NAME, agent_version:NAME.")
    private List<String> compared = List.of();

    @Option(
            names = "--level",
            paramLabel = "intent|tool",
            converter = ChoiceOptions.LoopLevel.class,
            completionCandidates = ChoiceOptions.LoopLevel.class,
            description = "With --loops and --follows, what a call is called: what it was for (intent), or its tool. "
                    + "Default: intent.")
    private Level level;

    @Option(names = HelpText.ALL, description = "With --explain, also draw the turns, step by step.")
    private boolean all;

    @ArgGroup
    private Other other = new Other();

    /** Other questions than which desires there are. */
    static final class Other {
        @Option(
                names = "--loops",
                description = "List what agents repeat within long turns: loops of one to three activities.")
        private boolean loops;

        @Option(
                names = "--follows",
                description = "List which call directly follows which, how often, and after what mean time.")
        private boolean follows;

        @Option(
                names = "--coverage",
                description = "Print what share of the steps of long turns the first 20 desires explain, and what the "
                        + "rest is: recoveries, repeats and questions of other desires, and work by its intent. "
                        + "Each step counts once, so shares add up.")
        private boolean coverage;

        @Option(
                names = "--explain",
                paramLabel = "ID",
                description = "List the ten latest cases of one desire: the turn, the steps, their time and cost, the "
                        + "command, file or search, and what worked next. The ID is CATEGORY:SUBJECT.")
        private String id;

        @ArgGroup(exclusive = false)
        private RemedyOptions remedy;

        @Option(
                names = "--since-remedy",
                paramLabel = "ID",
                description = "Compare one desire before and after the last --remedy that was written for it: the time "
                        + "since then with as long a time before. It is judged alone, and what else changed is named.")
        private String remedied;

        boolean isOfActivities() {
            return loops || follows;
        }

        boolean isOfDesires() {
            return coverage || id != null || remedy != null || remedied != null;
        }

        String name() {
            return loops
                    ? "--loops"
                    : follows
                            ? "--follows"
                            : coverage
                                    ? "--coverage"
                                    : id != null ? "--explain" : remedy != null ? "--remedy" : "--since-remedy";
        }
    }

    static final class RemedyOptions {
        @Option(
                names = "--remedy",
                paramLabel = "ID",
                required = true,
                description = "Print a block for CLAUDE.md, AGENTS.md or a skill against one desire, to be reviewed: "
                        + "a rule, and from the transcripts of this machine what worked next, and the commands or "
                        + "files of its latest turns, or the steps of a turn pattern. ___ is left to fill in.")
        private String id;

        @Option(
                names = "--write",
                paramLabel = "FILE",
                description = "Put the block of --remedy into this file, in place of an earlier one for the desire, "
                        + "and remember when. A new .claude/skills/NAME/SKILL.md begins with a name and a "
                        + "description. Into .claude/settings.json, put a rule that allows what people always "
                        + "allowed (asked), or a hook that runs a build after each edit (rerun). Into FILE.sh, "
                        + "put the commands themselves.")
        private Path file;
    }

    DesiresCommand() {
        super(Map.of(), Filter.CATEGORY);
    }

    @Override
    public void take(Typed typed) {
        super.take(typed);
        named = typed.one();
    }

    @Override
    void check() {
        named = named == null ? sources.swallowed(typed -> typed.matches("[a-z-]+:.+|error-[0-9a-f]{8}")) : named;
        if (named != null && (other.isOfActivities() || other.isOfDesires())) {
            throw usage("ID and " + other.name() + " exclude each other; give one of them");
        }
        other.id = named == null ? other.id : named;
        checkActivities();
        boolean isList = category != null || top.isGiven() || trend || !compared.isEmpty();
        boolean isCsv = printer().format() == ResultPrinter.Format.CSV;
        if (isList && other.isOfDesires()) {
            throw usage("--category, --top, --trend and --compare contradict " + other.name());
        } else if (isCsv && other.remedy != null) {
            throw usage("--csv contradicts " + other.name());
        }
        var categories = other.isOfActivities() ? Filter.CATEGORY.words() : Desire.CATEGORIES;
        if (category != null && !categories.contains(category)) {
            throw usage("--category: " + ChoiceOptions.unknown(category, categories));
        }
        top.check(this);
        if (other.remedied != null) {
            var selection = filters().read(clock(), Map.of());
            if (selection.has(Filter.SINCE) || selection.has(Filter.UNTIL)) {
                throw usage("--since-remedy compares the time since the remedy with as long a time before: omit "
                        + "--since and --until");
            }
        }
        if (all && other.id == null) {
            throw usage("--all requires --explain");
        }
        if (compared.size() > 2 || trend && !compared.isEmpty()) {
            throw usage(trend ? "--trend contradicts --compare" : "--compare is given twice");
        } else if (!compared.isEmpty()) {
            question(filters().read(clock(), Map.of()));
        }
    }

    private void checkActivities() {
        if (level != null && !other.isOfActivities()) {
            throw usage("--level requires --loops or --follows");
        } else if (other.isOfActivities() && (trend || !compared.isEmpty() || by != Ranking.STEPS)) {
            throw usage("--by, --trend and --compare contradict " + other.name());
        }
    }

    private CompareQuestion question(Selection selection) {
        var before = group(compared.get(0));
        var after = group(compared.get(1));
        try {
            return CompareQuestion.of(selection, before, after);
        } catch (ComparedGroup.InvalidGroup invalid) {
            throw usage("--compare cannot compare '" + SafeText.of(compared.get(0)) + "' and '"
                    + SafeText.of(compared.get(1)) + "': " + invalid.getMessage());
        }
    }

    private ComparedGroup group(String text) {
        try {
            return ComparedGroup.parse(text, clock().instant(), clock().getZone());
        } catch (ComparedGroup.InvalidGroup invalid) {
            throw usage("--compare has '" + SafeText.of(text) + "'; " + invalid.getMessage());
        }
    }

    @Override
    boolean isTallied() {
        return true;
    }

    @Override
    void print(AnswerSource source, Selection selection) throws Exception {
        if (other.isOfActivities()) {
            var turns = category == null ? selection : selection.with(Filter.CATEGORY, category);
            var named = level == null ? Level.DEFAULT : level;
            if (other.loops) {
                printLoops(source, turns, named);
            } else {
                printFollows(source, turns, named);
            }
        } else if (other.id != null) {
            explain(source, selection);
        } else if (other.remedy != null) {
            remedy(source, selection);
        } else if (other.remedied != null) {
            printSince(other.remedied, source, selection);
        } else if (other.coverage) {
            new AnswerSource.Listing<>(
                            StepCoverage.class,
                            all -> all.stepCoverage(selection),
                            DesiresCommand::stepCoverage,
                            () -> null)
                    .print(source, printer());
        } else {
            printDesires(source, selection);
        }
    }

    private void explain(AnswerSource source, Selection selection) throws Exception {
        var found = cases(other.id, source, selection);
        new OneDesire(found, console)
                .print(printer(), all ? turn -> OneTurn.text(turn, sources, console, settings()) : null);
        CoverageReport.say(found.coverage(), console);
    }

    private DesireCases cases(String id, AnswerSource source, Selection selection) throws Exception {
        return DesireCases.of(
                OneDesire.find(id, source, selection),
                selection,
                source.answers(),
                sources.texts(console, settings())
                        .<DesireCases.Transcripts>map(texts -> texts::ofSessions)
                        .orElse(null));
    }

    private void remedy(AnswerSource source, Selection selection) throws Exception {
        var examples = cases(other.remedy.id, source, selection);
        var cases = examples.remedied();
        var block = Remedy.of(examples.desire(), cases);
        if (other.remedy.file != null) {
            remedies().write(other.remedy.file, examples.desire(), block, cases, clock().instant());
            console.say("written to " + SafeText.of(other.remedy.file.toString()) + ": "
                    + Remedies.toDo(other.remedy.file, block));
        } else if (printer().format() == ResultPrinter.Format.JSON) {
            var texts = cases.stream().map(Remedy.Case::text).toList();
            JsonOut.array(console, List.of(new RemedyText(examples.desire().id(), block, texts)));
        } else {
            try (var out = console.writer()) {
                for (var line : block.lines().toList()) {
                    out.write(SafeText.of(line) + "\n");
                }
            }
        }
        CoverageReport.say(examples.coverage(), console);
    }

    record RemedyText(String id, String text, List<String> cases) {}

    private Remedies remedies() throws SettingErrors {
        return Remedies.of(settings());
    }

    private void printSince(String id, AnswerSource source, Selection selection) throws Exception {
        var remedy = remedies().all(source).stream()
                .filter(one -> one.desire().equals(id))
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new CommandFailed("no remedy was written for " + SafeText.of(id)
                        + "; write one with: "
                        + ShellWords.command("desires --remedy ID --write CLAUDE.md", source.asTyped())));
        var answer = new RemedyEffect.Reader(source.answers(), selection, clock().getZone())
                .read(remedy, RemedyEffect.until(remedy, clock().instant()));
        var effect = answer.item();
        var zone = clock().getZone();
        var at = ResultPrinter.minute(remedy.at(), zone);
        compared = List.of(
                ResultPrinter.minute(effect.since(), zone) + ".." + at,
                at + ".." + ResultPrinter.minute(effect.until(), zone));
        var rows = Stream.ofNullable(effect.comparison()).toList();
        var none = "too few to tell: " + SafeText.of(id) + " has not occurred since " + at
                + ", nor in as long a time before";
        printer().print(Comparison.class, rows, comparison(rows), rows.isEmpty() ? none : null);
        rows.stream()
                .filter(one -> one.trend() == Trend.TOO_FEW)
                .map(one -> "too few to tell: " + CountWords.number(one.before().count()) + " before and "
                        + CountWords.number(one.after().count()) + " since")
                .forEach(console::say);
        CoverageReport.say(answer.coverage(), console);
        Remedies.others(effect.alsoChanged(), effect.heldEqual()).forEach(console::say);
    }

    private void printDesires(AnswerSource source, Selection selection) throws Exception {
        var question = new DesireQuestion(category, by, true);
        boolean isTable = printer().format() == ResultPrinter.Format.TABLE;
        var texts = isTable ? sources.texts(console, settings()).orElse(null) : null;
        Function<List<Desire>, OneDesire.Latest> latest =
                desires -> OneDesire.Latest.of(desires, source.answers(), texts);
        if (!compared.isEmpty()) {
            printCompared(source, selection);
        } else if (trend) {
            var times = CompareQuestion.latest(selection, clock().instant());
            // Two lists of the processor make up this one.
            var answer = source.answers().marked(selection, question, new Answers.Top(null, top.asked()), times);
            var none = answer.items().isEmpty() ? none(source, selection) : null;
            var trends = answer.items().stream()
                    .collect(Collectors.toMap(one -> one.desire().id(), MarkedDesire::trend));
            var desires = answer.items().stream().map(MarkedDesire::desire).toList();
            printer().print(MarkedDesire.class, answer.items(), table(shown(desires, selection), trends, latest), none);
            CoverageReport.say(answer.coverage(), console);
        } else {
            new AnswerSource.Listing<>(
                            Desire.class,
                            all -> all.desires(selection, question, new Answers.Top(null, top.asked())),
                            desires -> table(shown(desires, selection), Map.of(), latest),
                            () -> none(source, selection))
                    .print(source, printer());
        }
    }

    /** What a table shows: habits, or the rest where there are none, which is said. */
    private List<Desire> shown(List<Desire> desires, Selection selection) {
        boolean isTable = printer().format() == ResultPrinter.Format.TABLE;
        if (!isTable || category != null || selection.has(Filter.SESSION)) {
            return desires;
        }
        var habits = desires.stream().filter(Desire::isHabit).toList();
        if (habits.isEmpty() && !desires.isEmpty()) {
            console.say("nothing is a habit yet; this is what there is");
        }
        return habits.isEmpty() ? desires : habits;
    }

    private void printCompared(AnswerSource source, Selection selection) throws IOException {
        var groups = question(selection);
        var question = new DesireQuestion(category, by, true);
        new AnswerSource.Listing<>(
                        Comparison.class,
                        all -> all.compare(groups, question, top.asked()),
                        this::comparison,
                        () -> none(source, "no desires in these groups of turns", true, selection))
                .print(source, printer());
    }

    private void printLoops(AnswerSource source, Selection selection, Level of) throws IOException {
        new AnswerSource.Listing<>(
                        RecurringLoop.class,
                        all -> all.loops(selection, of, top.asked()),
                        DesiresCommand::loops,
                        () -> none(source, "no loops in long turns", true, selection))
                .print(source, printer());
    }

    private static Table loops(List<RecurringLoop> loops) {
        return Table.of(loops)
                .longText("LOOP", RecurringLoop::name)
                .number("TURNS", RecurringLoop::turns)
                .number("SESSIONS", 4, RecurringLoop::sessions)
                .number("LOOPS", 3, RecurringLoop::occurrences)
                .number("AVG_ROUNDS", 3, one -> ResultPrinter.decimal((double) one.rounds() / one.occurrences()))
                .number("ONE_FILE_%", 5, one -> ResultPrinter.decimal(100.0 * one.oneTarget() / one.occurrences()))
                .number("MORE_STEPS", RecurringLoop::excess)
                .number("TIME", 2, one -> DurationText.of(Duration.ofMillis(one.timeMs())));
    }

    private void printFollows(AnswerSource source, Selection selection, Level of) throws IOException {
        var answer = source.answers().follows(selection, of);
        var graph = answer.item().graph();
        var all = FollowsMap.edges(graph.nodes(), graph.edges());
        boolean isTable = printer().format() == ResultPrinter.Format.TABLE;
        var edges = isTable ? top.ofTable(all) : all.subList(0, Math.min(all.size(), top.asked()));
        var none = edges.isEmpty() ? none(source, "no tool calls", true, selection) : null;
        var table = edges(edges);
        var cut = top.cut(all.size());
        table.caption(CountWords.of(graph.cases(), "turn") + ", " + CountWords.of(graph.events(), "call")
                + (cut == null ? "" : "; " + cut));
        printer().print(EDGES, edges, table, none);
        CoverageReport.omitted(answer.item().callsOmitted(), console);
        CoverageReport.say(answer.coverage(), console);
    }

    private static Table edges(List<FollowsMap.Edge> edges) {
        return Table.of(edges)
                .longText("FROM", edge -> edge.from() == null ? "(start of the turn)" : edge.from())
                .longText("TO", edge -> edge.to() == null ? "(end of the turn)" : edge.to())
                .number("COUNT", FollowsMap.Edge::count)
                .number(
                        "MEAN_TIME",
                        edge -> edge.meanMs() == null ? null : DurationText.of(Duration.ofMillis(edge.meanMs())));
    }

    private String none(AnswerSource source, Selection selection) {
        int all = category == null
                ? 0
                : source.answers()
                        .desires(selection, DesireQuestion.DEFAULT, Answers.Top.ALL)
                        .items()
                        .size();
        return all == 0
                ? none(
                        source,
                        "no desires: no repeats, no questions, no repeated long turns and no failures",
                        true,
                        selection)
                : new AnswerSource.Exclusions("no desires", "desire", all)
                        .filter("--category " + category, all)
                        .text();
    }

    static final class Categories implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Desire.CATEGORIES.iterator();
        }
    }

    /** {@code trends}: by the ID of a desire, for {@code --trend}. */
    private Table table(
            List<Desire> desires, Map<String, Trend> trends, Function<List<Desire>, OneDesire.Latest> latest) {
        var known = latest.apply(desires);
        boolean isScreen = console.isScreen();
        var table = Table.of(desires)
                .mainText(
                        "WHAT",
                        TITLE_LEAST,
                        one -> ResultPrinter.line(known.titles().getOrDefault(one.id(), one.title())))
                .number("COUNT", Desire::count)
                .number("SESSIONS", 3, Desire::sessions);
        if (trend) {
            table.text("TREND", one -> trends.get(one.id()).word());
        }
        table.number("STEPS", one -> one.isTurnPattern() ? null : one.steps())
                .number("TIME", 1, DesiresCommand::time)
                .number(
                        "TOKENS",
                        2,
                        one -> spent(
                                one,
                                used -> CountWords.brief(used.wastedTokens().total())))
                .number(
                        "COST",
                        1,
                        one -> spent(
                                one, used -> MoneyText.of(used.wastedCostUsd(), used.wastedUnpricedTokens() != null)))
                .chainBelow("ID", one -> ResultPrinter.line(isScreen ? OneDesire.shortId(one.id()) : one.id()))
                .chainBelow("LAST_IN", one -> isScreen ? null : known.places().get(one.id()))
                .chainBelow("ADVICE", one -> ResultPrinter.line(isScreen ? one.briefAdvice() : one.advice()));
        table.legend(isScreen ? "footfall desires ID lists the cases of one" : null);
        return table;
    }

    /** Null for long turns, which are work, and for questions of which no transcript says how long they waited. */
    private static String time(Desire desire) {
        long ms = desire.wasted().wastedTimeMs();
        boolean isUnknown = desire.isTurnPattern() || desire.category().equals(Desire.ASKED) && ms == 0;
        return isUnknown ? null : DurationText.of(Duration.ofMillis(ms));
    }

    /** Null for long turns, and for questions, which a person answers. */
    private static String spent(Desire desire, Function<Waste, String> of) {
        boolean isNothing = desire.isTurnPattern() || desire.category().equals(Desire.ASKED);
        return isNothing ? null : of.apply(desire.wasted());
    }

    private static Table stepCoverage(List<StepCoverage> rows) {
        var table = Table.of(rows)
                .text("KIND", one -> one.intent() == null ? one.kind() : one.kind() + ": " + one.intent())
                .number("DESIRES", one -> one.desires() == 0 ? null : one.desires())
                .number("STEPS", StepCoverage::steps)
                .number("STEPS_%", one -> ResultPrinter.decimal(one.pct()));
        table.caption(CountWords.of(rows.get(0).ofSteps(), "step") + " in long turns; first: the first "
                + StepCoverage.FIRST + " desires");
        return table;
    }

    /** Desires in two groups of turns. */
    private Table comparison(List<Comparison> rows) {
        var table = Table.of(rows)
                .text("CATEGORY", Comparison::category)
                .longText("SUBJECT", one -> ResultPrinter.line(one.subject()))
                .text("TREND", one -> one.trend().word())
                .number("BEFORE", one -> decimal(one.before().rate()))
                .number("AFTER", one -> decimal(one.after().rate()))
                .number("RATIO", 1, one -> decimal(one.ratio()))
                .text("RATIO_95", 1, DesiresCommand::interval)
                .number("COUNT_BEFORE", 3, one -> one.before().count())
                .number("COUNT_AFTER", 3, one -> one.after().count())
                .number("P", 2, one -> one.correctedP() == null ? null : probability(one.correctedP()));
        if (!rows.isEmpty()) {
            var first = rows.get(0);
            table.caption("per 100 turns: before " + group(compared.get(0), first.before()) + ", after "
                    + group(compared.get(1), first.after()));
        }
        return table;
    }

    /** {@code 0.4..1.3}; open where nothing bounds it. */
    private static String interval(Comparison one) {
        var low = decimal(one.ratioLow());
        var high = decimal(one.ratioHigh());
        return low == null && high == null ? null : Objects.toString(low, "") + ".." + Objects.toString(high, "");
    }

    private static String decimal(Double value) {
        return value == null ? null : ResultPrinter.decimal(value);
    }

    private static String group(String text, Comparison.Side side) {
        return ResultPrinter.line(text) + " (" + CountWords.of(side.groupTurns(), "turn") + ", "
                + CountWords.of(side.groupSessions(), "session") + ")";
    }

    private static String probability(double value) {
        var rounded = BigDecimal.valueOf(value).setScale(P_DECIMALS, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "<" + P_LEAST : rounded.toPlainString();
    }
}
