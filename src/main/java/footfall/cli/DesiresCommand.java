package footfall.cli;

import footfall.config.SettingErrors;
import footfall.config.SettingKeys;
import footfall.desire.Comparison;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.desire.Remedy;
import footfall.desire.StepCoverage;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import footfall.view.Answers;
import footfall.view.Answers.MarkedDesire;
import footfall.view.CompareQuestion;
import footfall.view.CompareQuestion.ComparedGroup;
import footfall.view.Filter;
import footfall.view.Selection;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall desires}. */
@Command(
        name = "desires",
        header = "Rank what agents struggle with: failures, repeats and long turns that recur.",
        description = {
            "Wasted are failed calls, and those that come back to the same thing: the same call though nothing "
                    + "changed, the same file read again. Polling and searches that found nothing are listed apart, as "
                    + "are calls that waited for a person (asked). A step may be in several rows, so rows are not "
                    + "added up.",
            "Commands that ended with an error count as no waste, and category command-failed comes last: they "
                    + "are often ordinary work, such as a failing test.",
            "--compare lists each desire with its rate per 100 turns in two groups of turns: new, grown, shrunk "
                    + "and gone are more than chance; unchanged is neither twice nor half; too-few is unknown. "
                    + "P is the p-value, corrected for the number of desires."
        },
        footer = {
            "  footfall desires --from                              rank those of this machine's agents",
            "  footfall desires --from --by cost                    rank by what they cost",
            "  footfall desires --from --category env-need          list missing commands",
            "  footfall desires --from --explain edit-mismatch:Edit show its latest turns as timelines",
            "  footfall desires --from --remedy env-need:jq         a text for CLAUDE.md against it",
            "  footfall desires --from --coverage                   what share of the steps desires explain",
            "  footfall desires --from DIR --since 30d --json       print the last 30 days as JSON",
            "  footfall desires --trend                             mark what grew or shrank in the last 14 days",
            "  footfall desires --compare 2026-10-01..2026-10-15 2026-11-01..2026-11-15",
            "  footfall desires --compare agent_version:2.1.6 agent_version:2.1.7"
        })
final class DesiresCommand extends AnswerCommand {
    private static final int TREND_AT = 3;

    @Option(
            names = "--category",
            paramLabel = "C",
            completionCandidates = Categories.class,
            description = "Only desires of one category: turn-pattern, unknown-tool, env-need, edit-mismatch, "
                    + "not-read-first, stale-read, too-large, file-not-found, permission, timeout, validation, "
                    + "network, command-failed, mcp, other, same-call, same-read, polling, empty, asked.")
    private String category;

    @Mixin
    private RankingOptions ranking = new RankingOptions();

    @Option(
            names = {"-n", "--top"},
            paramLabel = "N",
            description = "Print the first N rows. Default: all.")
    private int top = Integer.MAX_VALUE;

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

    @ArgGroup
    private Other other = new Other();

    /** Other questions than which desires there are. */
    static final class Other {
        @Option(
                names = "--coverage",
                description = "Print how many steps the first 20 desires of each kind explain: repeats, "
                        + "recoveries and turn patterns, as shares of the steps of turns. A step may be in several "
                        + "kinds, so shares are not added up.")
        private boolean coverage;

        @Option(
                names = "--explain",
                paramLabel = "ID",
                description = "Show the latest five turns of one desire as timelines, and mark its steps. The ID is "
                        + "CATEGORY:SUBJECT.")
        private String id;

        @ArgGroup(exclusive = false)
        private RemedyOptions remedy;

        @Option(
                names = "--since-remedy",
                paramLabel = "ID",
                description = "Compare one desire before and after the last --remedy that was written for it: the time "
                        + "since then with as long a time before.")
        private String remedied;

        boolean isGiven() {
            return coverage || id != null || remedy != null || remedied != null;
        }

        String name() {
            return coverage ? "--coverage" : id != null ? "--explain" : remedy != null ? "--remedy" : "--since-remedy";
        }
    }

    static final class RemedyOptions {
        @Option(
                names = "--remedy",
                paramLabel = "ID",
                required = true,
                description = "Print a block for CLAUDE.md or AGENTS.md against one desire, to be reviewed: a rule, "
                        + "and with --from the commands or files of its latest turns. ___ is left to fill in.")
        private String id;

        @Option(
                names = "--write",
                paramLabel = "FILE",
                description = "Put the block of --remedy into this file, in place of an earlier one for the desire, "
                        + "and remember when.")
        private Path file;
    }

    DesiresCommand(Console console) {
        super(console, Map.of(), Filter.CATEGORY);
    }

    @Override
    void check() {
        boolean isList = category != null || top != Integer.MAX_VALUE || trend || !compared.isEmpty();
        boolean isCsv = printer().format() == ResultPrinter.Format.CSV;
        if (isList && other.isGiven()) {
            throw usage("--category, --top, --trend and --compare contradict " + other.name());
        } else if (isCsv && (other.id != null || other.remedy != null)) {
            throw usage("--csv contradicts " + other.name());
        }
        if (category != null && !Desire.CATEGORIES.contains(category)) {
            throw usage("--category: " + ChoiceWord.unknownOf(category, Desire.CATEGORIES));
        }
        atLeast(1, "--top", top);
        if (compared.size() > 2 || trend && !compared.isEmpty()) {
            throw usage(trend ? "--trend contradicts --compare" : "--compare is given twice");
        } else if (!compared.isEmpty()) {
            question(filters().read(clock(), Map.of()));
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
        if (other.id != null) {
            explain(source, selection);
        } else if (other.remedy != null) {
            remedy(source, selection);
        } else if (other.remedied != null) {
            printSince(other.remedied, source, selection);
        } else if (other.coverage) {
            new Listing<>(StepCoverage.class, all -> all.stepCoverage(selection), StepCoverageTable::of, () -> null)
                    .print(source, printer());
        } else {
            printDesires(source, selection);
        }
    }

    private void explain(AnswerSource source, Selection selection) throws Exception {
        var examples = examples(other.id, source, selection);
        if (printer().format() == ResultPrinter.Format.JSON) {
            JsonOut.array(console, examples.json());
        } else {
            examples.print(console, TurnCommand.width(console, command));
        }
        CoverageReport.say(examples.coverage(), console);
    }

    private DesireExamples examples(String id, AnswerSource source, Selection selection) throws Exception {
        var settings = settings();
        return DesireExamples.of(
                DesireExamples.find(id, source, selection),
                source.answers(),
                settings.get(SettingKeys.TURN_LENGTH_THRESHOLD),
                turn -> sources.targets(turn, console, settings));
    }

    private void remedy(AnswerSource source, Selection selection) throws Exception {
        var examples = examples(other.remedy.id, source, selection);
        var cases = examples.cases();
        var block = Remedy.of(examples.desire(), cases);
        if (other.remedy.file != null) {
            remedies().write(other.remedy.file, examples.desire().id(), block, clock().instant());
            console.say("written to " + SafeText.of(other.remedy.file.toString()) + ": review it"
                    + (block.contains(Remedy.OPEN) ? ", and fill in " + Remedy.OPEN : ""));
        } else if (printer().format() == ResultPrinter.Format.JSON) {
            JsonOut.array(console, List.of(new RemedyText(examples.desire().id(), block, cases)));
        } else {
            try (var out = console.writer()) {
                for (var line : block.lines().toList()) {
                    out.write(SafeText.of(line) + "\n");
                }
            }
        }
        CoverageReport.say(examples.coverage(), console);
    }

    /** A remedy as JSON. */
    record RemedyText(String id, String text, List<String> cases) {}

    private Remedies remedies() throws SettingErrors {
        return new Remedies(settings().get(SettingKeys.DATA_DIR).resolve("remedies.jsonl"));
    }

    private void printSince(String id, AnswerSource source, Selection selection) throws Exception {
        var at = remedies()
                .latest(id)
                .orElseThrow(() -> new CommandFailed("no remedy was written for " + SafeText.of(id)
                        + "; write one with: "
                        + ShellWords.command("desires --remedy ID --write CLAUDE.md", source.asTyped())));
        var now = clock().instant();
        var before = at.minus(Duration.between(at, now).abs().plusSeconds(1));
        compared = List.of(before + ".." + at, at + ".." + now.plusSeconds(1));
        var answer = source.answers().compare(question(selection), DesireQuestion.DEFAULT, Integer.MAX_VALUE);
        var rows = answer.items().stream().filter(one -> one.id().equals(id)).toList();
        var none =
                "too few to tell: " + SafeText.of(id) + " occurs neither since " + at + " nor in as long a time before";
        printer().print(Comparison.class, rows, CompareTable.of(rows, compared), rows.isEmpty() ? none : null);
        CoverageReport.say(answer.coverage(), console);
    }

    private void printDesires(AnswerSource source, Selection selection) throws IOException {
        var question = new DesireQuestion(category, ranking.by);
        if (!compared.isEmpty()) {
            printCompared(source, selection);
        } else if (trend) {
            var latest = CompareQuestion.latest(selection, clock().instant());
            // Two lists of the processor make up this one.
            var answer = source.answers().marked(selection, question, new Answers.Top(null, top), latest);
            var none = answer.items().isEmpty() ? none(source, selection) : null;
            printer().print(MarkedDesire.class, answer.items(), table(answer.items()), none);
            CoverageReport.say(answer.coverage(), console);
        } else {
            new Listing<>(
                            Desire.class,
                            all -> all.desires(selection, question, new Answers.Top(null, top)),
                            this::table,
                            () -> none(source, selection))
                    .print(source, printer());
        }
    }

    private void printCompared(AnswerSource source, Selection selection) throws IOException {
        var groups = question(selection);
        var question = new DesireQuestion(category, ranking.by);
        new Listing<>(
                        Comparison.class,
                        all -> all.compare(groups, question, top),
                        rows -> CompareTable.of(rows, compared),
                        () -> none(source, "no desires in these groups of turns", true, selection))
                .print(source, printer());
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
                : new Exclusions("no desires", "desire", all)
                        .filter("--category " + category, all)
                        .text();
    }

    /** Completions of {@code --category}. */
    static final class Categories implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Desire.CATEGORIES.iterator();
        }
    }

    private Table table(List<?> desires) {
        var columns = new ArrayList<>(List.of(
                Table.Column.longText("WHAT"),
                Table.Column.number("COUNT"),
                Table.Column.number("SESSIONS").hiding(3)));
        columns.addAll(RankingOptions.columns());
        columns.add(Table.Column.below("ID"));
        columns.add(Table.Column.below("ADVICE"));
        if (trend) {
            columns.add(TREND_AT, Table.Column.text("TREND"));
        }
        var table = new Table(columns.toArray(Table.Column[]::new));
        for (var one : desires) {
            var cells = cells(one instanceof MarkedDesire marked ? marked.desire() : (Desire) one);
            if (one instanceof MarkedDesire marked) {
                cells.add(TREND_AT, marked.trend().word());
            }
            table.row(cells.toArray());
        }
        return table;
    }

    private static List<Object> cells(Desire desire) {
        var cells =
                new ArrayList<Object>(List.of(ResultPrinter.line(desire.title()), desire.count(), desire.sessions()));
        cells.addAll(RankingOptions.cells(desire.wasted()));
        cells.add(ResultPrinter.line(desire.id()));
        cells.add(ResultPrinter.line(desire.advice()));
        return cells;
    }

    /** The table of {@code desires --coverage}. */
    private static final class StepCoverageTable {
        private StepCoverageTable() {}

        static Table of(List<StepCoverage> rows) {
            var table = new Table(
                    Table.Column.text("KIND"),
                    Table.Column.number("DESIRES"),
                    Table.Column.number("STEPS"),
                    Table.Column.number("OF_STEPS"),
                    Table.Column.number("STEPS_%"));
            for (var one : rows) {
                table.row(one.kind(), one.desires(), one.steps(), one.ofSteps(), ResultPrinter.decimal(one.pct()));
            }
            table.legend("turn patterns: of the steps of long turns; the others: of the steps of all turns");
            return table;
        }
    }

    /** A table of desires in two groups of turns. */
    private static final class CompareTable {
        private static final int DECIMALS = 3;
        private static final BigDecimal LEAST = BigDecimal.ONE.movePointLeft(DECIMALS);

        private CompareTable() {}

        /** {@code groups}: the groups as typed. */
        static Table of(List<Comparison> compared, List<String> groups) {
            var table = new Table(
                    Table.Column.text("CATEGORY"),
                    Table.Column.longText("SUBJECT"),
                    Table.Column.text("TREND"),
                    Table.Column.number("BEFORE"),
                    Table.Column.number("AFTER"),
                    Table.Column.number("RATIO").hiding(1),
                    Table.Column.text("RATIO_95").hiding(1),
                    Table.Column.number("COUNT_BEFORE").hiding(3),
                    Table.Column.number("COUNT_AFTER").hiding(3),
                    Table.Column.number("P").hiding(2));
            compared.forEach(one -> table.row(
                    one.category(),
                    ResultPrinter.line(one.subject()),
                    one.trend().word(),
                    rate(one.before()),
                    rate(one.after()),
                    one.ratio() == null ? null : ResultPrinter.decimal(one.ratio()),
                    interval(one),
                    one.before().count(),
                    one.after().count(),
                    one.correctedP() == null ? null : probability(one.correctedP())));
            if (!compared.isEmpty()) {
                var first = compared.get(0);
                table.caption("per 100 turns: before " + group(groups.get(0), first.before()) + ", after "
                        + group(groups.get(1), first.after()));
            }
            return table;
        }

        /** {@code 0.4..1.3}; open where nothing bounds it. */
        private static String interval(Comparison one) {
            return one.ratioLow() == null && one.ratioHigh() == null
                    ? null
                    : bound(one.ratioLow()) + ".." + bound(one.ratioHigh());
        }

        private static String bound(Double ratio) {
            return ratio == null ? "" : ResultPrinter.decimal(ratio);
        }

        private static String rate(Comparison.Side side) {
            return side.rate() == null ? null : ResultPrinter.decimal(side.rate());
        }

        private static String group(String text, Comparison.Side side) {
            return ResultPrinter.line(text) + " (" + CountWords.of(side.groupTurns(), "turn") + ", "
                    + CountWords.of(side.groupSessions(), "session") + ")";
        }

        private static String probability(double value) {
            var rounded = BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP);
            return rounded.compareTo(LEAST) < 0 ? "<" + LEAST : rounded.toPlainString();
        }
    }
}
