package footfall.cli;

import footfall.desire.AppliedRemedy;
import footfall.desire.Comparison;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.desire.Trend;
import footfall.pattern.Tool;
import footfall.screen.Cells;
import footfall.screen.CountWords;
import footfall.screen.DurationText;
import footfall.screen.MoneyText;
import footfall.screen.SafeText;
import footfall.screen.Wrapped;
import footfall.shipper.ListedShipper;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.CompareQuestion;
import footfall.view.CompareQuestion.ComparedGroup;
import footfall.view.Coverage;
import footfall.view.Filter;
import footfall.view.RemedyEffect;
import footfall.view.Selection;
import footfall.view.Sort;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.view.UsageRow;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = DigestCommand.NAME,
        header = "Sum up a week: its cost, what became better or worse.",
        description = {
            "The last seven days, or from --since to --until, against as long a time before. Better and worse are "
                    + "desires whose rate per 100 turns differs by more than chance; where that cannot be known, "
                    + "nothing is said. On a terminal, lists are cut so that all fits 40 lines. A remedy is one that "
                    + "'desires --remedy ID --write FILE' put into a file on this machine, or a "
                    + "processor knows of; its rate since then is "
                    + "compared with that of as long a time before."
        },
        footer = {
            "  footfall digest --from                       the last seven days of this machine's agents",
            "  footfall digest --since 'last week' --until 'last week'",
            "  footfall digest --project shop --markdown    to send to a team"
        })
final class DigestCommand extends SettingsCommand implements FilterOptions.Filtered, FromOption.ReadsFiles {
    static final String NAME = "digest";

    private static final Duration WEEK = Duration.ofDays(7);
    private static final long SECOND_MS = 1_000;
    private static final int ROWS_MAX = 5;
    private static final int REMEDIES_MAX = 10;
    private static final int LINES_MAX = 40;
    private static final int NAME_MAX = 40;
    private static final String INDENT = "  ";
    private static final Set<Trend> WORSE = EnumSet.of(Trend.NEW, Trend.GROWN);
    private static final Set<Trend> BETTER = EnumSet.of(Trend.SHRUNK, Trend.GONE);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH);

    /** What means something to Markdown. */
    private static final String MARKS = "([\\\\`*_{}\\[\\]<>#|~])";

    private final FilterOptions filters =
            new FilterOptions("turns", EnumSet.complementOf(EnumSet.of(Filter.CATEGORY)), Map.of());

    @Mixin
    private SourceOptions sources;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(names = "--week", description = "The last seven days, as without --since and --until.")
    private boolean isWeek;

    @Option(names = "--markdown", description = "Print Markdown.")
    private boolean markdown;

    @Override
    public FilterOptions filters() {
        return filters;
    }

    /**
     * What is printed. {@code before}: the time of the same length before {@code since}. {@code worse} and
     * {@code better}: the most certain first. {@code lateShippers}: none for files.
     */
    private record Digest(
            Instant since,
            Instant until,
            UsageRow used,
            UsageRow before,
            List<CostChange> costChanges,
            List<Desire> worn,
            List<Change> worse,
            List<Change> better,
            List<Remedied> remedies,
            long questions,
            long waitedMs,
            List<Tool> failing,
            List<ListedShipper> lateShippers) {}

    /** A cost, and whether tokens without a price are missing in it. */
    private record Cost(BigDecimal usd, boolean isPart) {
        private static final Cost NOTHING = new Cost(BigDecimal.ZERO, false);

        Cost plus(Cost other) {
            return new Cost(usd.add(other.usd), isPart || other.isPart);
        }
    }

    /** What of one model, project, user, session or pattern changed the cost. */
    private record CostChange(
            String by,
            String name,
            BigDecimal before,
            BigDecimal after,
            boolean isBeforePart,
            boolean isAfterPart,
            boolean isNew) {
        private static final List<UsageBy> WORDS =
                List.of(UsageBy.MODEL, UsageBy.PROJECT, UsageBy.USER, UsageBy.SESSION, UsageBy.PATTERN);
        private static final int ROWS_EACH = 2;

        BigDecimal difference() {
            return after.subtract(before);
        }
    }

    /** A desire that became better or worse; {@code before} and {@code after} are rates per 100 turns. */
    private record Change(
            String id,
            String category,
            String title,
            Trend trend,
            Double before,
            Double after,
            long countBefore,
            long countAfter) {}

    /** What came of a remedy; {@code change} is null when the desire occurred neither before nor since. */
    private record Remedied(
            Instant at,
            String id,
            Change change,
            List<RemedyEffect.SharedTurns> alsoChanged,
            List<RemedyEffect.HeldEqual> heldEqual) {}

    @Override
    public Integer call() throws Exception {
        if (json && markdown) {
            throw usage("--json contradicts --markdown");
        }
        var settings = settings();
        if (sources.areFiles()) {
            filters.checkOfFiles();
        }
        var now = console.clock().instant();
        var typed = filters.read(console.clock(), Map.of());
        try (var source = sources.open(this, settings);
                var out = console.writer()) {
            var selection = filters.resolve(typed, source);
            var until = selection.until().orElse(now);
            var since = selection.since().orElse(until.minus(WEEK));
            if (isWeek && (selection.since().isPresent() || selection.until().isPresent())) {
                throw usage("--week cannot be combined with --since or --until");
            }
            if (!since.isBefore(until)) {
                throw usage("--since is not before --until");
            }
            var remedies = Remedies.of(settings).all(source);
            var all = selection.without(Filter.SINCE).without(Filter.UNTIL);
            var late = source.shippers(all).stream()
                    .filter(one -> one.late() && one.heardAt().isBefore(until))
                    .toList();
            var reader = new Reader(source.answers(), all, late);
            var digest = reader.read(since, until, remedies);
            var newest = digest.used.turns() > 0
                    ? null
                    : source.newest(all.within(since, until), console.clock().getZone())
                            .orElse("--since and --until choose another time");
            if (json) {
                out.write(JsonOut.shown(console, JsonOut.text(digest)) + "\n");
            } else {
                int width = markdown ? Table.ANY_WIDTH : new ResultPrinter(console, this, false).width();
                var text = fitting(digest, newest, width);
                out.write(markdown ? text : named(text));
            }
            CoverageReport.say(reader.coverage, console);
        }
        return ExitCodes.OK;
    }

    /** On a terminal at most {@code LINES_MAX} lines, by fewer rows of each list. */
    private String fitting(Digest digest, String newest, int width) {
        String text;
        int rows = ROWS_MAX;
        do {
            text = new Page(digest, newest, rows)
                    .lines().stream().map(line -> wrapped(line, width) + "\n").collect(Collectors.joining());
            rows--;
        } while (rows > 0 && width < Table.ANY_WIDTH && text.lines().count() > LINES_MAX);
        return text;
    }

    /** The lines of an item that follow its first are indented more. */
    private static String wrapped(String line, int width) {
        return Cells.width(line) <= width
                ? line
                : INDENT + String.join("\n" + INDENT + INDENT, Wrapped.of(line.strip(), width - 2 * INDENT.length()));
    }

    /** Asks for the parts. */
    private final class Reader {
        private final Answers answers;
        private final Selection all;
        private final List<ListedShipper> late;
        private Coverage coverage = Coverage.COMPLETE;

        Reader(Answers answers, Selection all, List<ListedShipper> late) {
            this.answers = answers;
            this.all = all;
            this.late = late;
        }

        Digest read(Instant since, Instant until, List<AppliedRemedy> remedies) throws Exception {
            var before = since.minus(Duration.between(since, until));
            var now = all.within(since, until);
            var desires = items(answers.desires(now, DesireQuestion.DEFAULT, Answers.Top.ALL)).stream()
                    .filter(Desire::isHabit)
                    .toList();
            var changes = compared(ComparedGroup.range(before, since), ComparedGroup.range(since, until)).stream()
                    .map(Reader::change)
                    .toList();
            var asked = desires.stream()
                    .filter(one -> one.category().equals(Desire.ASKED))
                    .toList();
            return new Digest(
                    since,
                    until,
                    used(now),
                    used(all.within(before, since)),
                    costChanges(all.within(before, since), now),
                    desires.stream().limit(ROWS_MAX).toList(),
                    changed(changes, WORSE),
                    changed(changes, BETTER),
                    remedied(remedies, until),
                    asked.stream().mapToLong(Desire::count).sum(),
                    asked.stream().mapToLong(one -> one.questions().waitedMs()).sum(),
                    items(answers.tools(now, new Answers.Top(Sort.FAILURES, ROWS_MAX))).stream()
                            .filter(tool -> tool.failures() > 0)
                            .toList(),
                    late);
        }

        private <T> List<T> items(Answer<T> answer) {
            coverage = coverage.and(answer.coverage());
            return answer.items();
        }

        private UsageRow used(Selection selection) {
            var zone = console.clock().getZone();
            var question = new UsageQuestion(List.of(UsageBy.DAY), selection, zone, UnaryOperator.identity(), true);
            var bill = answers.usage(question, new UsageBill.Order(null, 1, false));
            coverage = coverage.and(bill.coverage());
            return bill.total();
        }

        /** Those that changed it most; none where there is nothing to compare with. */
        private List<CostChange> costChanges(Selection before, Selection now) {
            return CostChange.WORDS.stream()
                    .flatMap(by -> {
                        var was = costs(by, before);
                        var is = costs(by, now);
                        return Stream.concat(was.keySet().stream(), is.keySet().stream())
                                .filter(name -> !was.isEmpty())
                                .filter(name -> by != UsageBy.USER || !name.equals(UsageBy.UNKNOWN))
                                .distinct()
                                .map(name -> {
                                    var first = was.getOrDefault(name, Cost.NOTHING);
                                    var second = is.getOrDefault(name, Cost.NOTHING);
                                    return new CostChange(
                                            by.word(),
                                            name,
                                            first.usd,
                                            second.usd,
                                            first.isPart,
                                            second.isPart,
                                            !was.containsKey(name));
                                })
                                .filter(one -> one.difference().signum() != 0)
                                .sorted(Comparator.comparing((CostChange one) ->
                                                one.difference().abs().negate())
                                        .thenComparing(CostChange::name))
                                .limit(CostChange.ROWS_EACH);
                    })
                    .toList();
        }

        private Map<String, Cost> costs(UsageBy by, Selection selection) {
            var bill = answers.usage(
                    new UsageQuestion(List.of(by), selection, console.clock().getZone()),
                    new UsageBill.Order(null, Integer.MAX_VALUE, false));
            coverage = coverage.and(bill.coverage());
            var costs = new HashMap<String, Cost>();
            for (var row : bill.rows()) {
                costs.merge(
                        Objects.requireNonNullElse(row.key().value(by), UsageBy.UNKNOWN),
                        new Cost(
                                Objects.requireNonNullElse(row.costUsd(), BigDecimal.ZERO),
                                !row.unpricedModels().isEmpty()),
                        Cost::plus);
            }
            return costs;
        }

        private List<Comparison> compared(ComparedGroup before, ComparedGroup after) throws ComparedGroup.InvalidGroup {
            return items(
                    answers.compare(CompareQuestion.of(all, before, after), DesireQuestion.DEFAULT, Integer.MAX_VALUE));
        }

        private static Change change(Comparison one) {
            return new Change(
                    one.id(),
                    one.category(),
                    Objects.requireNonNullElse(one.title(), one.id()), // Absent from a processor of an earlier build.
                    one.trend(),
                    one.before().rate(),
                    one.after().rate(),
                    one.before().count(),
                    one.after().count());
        }

        private List<Change> changed(List<Change> changes, Set<Trend> trends) {
            return changes.stream()
                    .filter(one -> trends.contains(one.trend()) && !Desire.isOrdinaryId(one.id()))
                    .limit(ROWS_MAX)
                    .toList();
        }

        /** The latest of each desire that were written before the end. */
        private List<Remedied> remedied(List<AppliedRemedy> applied, Instant until) throws Exception {
            var latest = new HashMap<String, AppliedRemedy>();
            applied.stream().filter(one -> one.at().isBefore(until)).forEach(one -> latest.put(one.desire(), one));
            var effects = new RemedyEffect.Reader(answers, all, console.clock().getZone());
            var found = new ArrayList<Remedied>();
            for (var one : latest.values().stream()
                    .sorted(Comparator.comparing(AppliedRemedy::at).reversed())
                    .limit(REMEDIES_MAX)
                    .toList()) {
                var effect = effects.read(one, until);
                coverage = coverage.and(effect.coverage());
                var what = effect.item();
                var change = what.comparison() == null ? null : change(what.comparison());
                found.add(new Remedied(one.at(), one.desire(), change, what.alsoChanged(), what.heldEqual()));
            }
            return found;
        }
    }

    /** The text, for a terminal or as Markdown. */
    private final class Page {
        private final Digest digest;
        private final List<String> lines = new ArrayList<>();

        private final String newest;
        private final int rows;

        /** {@code newest}: of a digest without turns, how to go on. {@code rows}: at most of a list. */
        Page(Digest digest, String newest, int rows) {
            this.digest = digest;
            this.newest = newest;
            this.rows = rows;
        }

        List<String> lines() {
            var title = day(digest.since) + " to " + day(digest.until.minusMillis(1));
            var cut = cut();
            lines.add((markdown ? "## footfall: " + title : title) + cut);
            if (digest.used.turns() == 0) {
                section("No turns");
                row(newest);
                return lines;
            }
            section("Used");
            row(used(digest.used) + " at list prices; before: " + used(digest.before));
            boolean isMore = !digest.used.unpricedModels().isEmpty();
            row("failed calls " + UsageTable.part(digest.used.failuresCostUsd(), isMore) + ", repeats "
                    + UsageTable.part(digest.used.repeatsCostUsd(), isMore) + " (without waiting for something)");
            if (isMore || !digest.before.unpricedModels().isEmpty()) {
                row("tokens without a price: " + unpriced(digest.used) + "; before: " + unpriced(digest.before));
            }
            row(came(digest.used));
            if (digest.questions > 0) {
                row("what asks again and again: " + CountWords.of(digest.questions, "question")
                        + " to people, who were waited for "
                        + DurationText.of(Duration.ofMillis(digest.waitedMs)));
            }
            if (!digest.lateShippers.isEmpty()) {
                row("not complete: " + OverviewCommand.silent(digest.lateShippers));
            }
            section(
                    "What changed the cost (parts that overlap)",
                    Stream.concat(
                                    perTurn(digest.before, digest.used).stream(),
                                    costChanges().map(this::costChange))
                            .toList());
            section("Worn most", digest.worn, this::worn);
            section("Worse than before", digest.worse, this::changed);
            section("Better than before", digest.better, this::changed);
            if (digest.before.turns() > 0 && digest.worse.isEmpty() && digest.better.isEmpty()) {
                section("Worse or better than before", List.of("nothing that is more than chance"));
            }
            section(
                    "Remedies",
                    digest.remedies.stream()
                            .limit(rows == ROWS_MAX ? REMEDIES_MAX : rows)
                            .map(this::remedied)
                            .toList());
            section("Fails most", digest.failing, this::failing);
            return lines;
        }

        /** Where few rows fit, one of each kind. */
        private Stream<CostChange> costChanges() {
            var kinds = new HashSet<String>();
            return digest.costChanges.stream().filter(one -> rows == ROWS_MAX || kinds.add(one.by));
        }

        private <T> void section(String title, List<T> items, Function<T, String> row) {
            section(title, items.stream().limit(rows).map(row).toList());
        }

        private void section(String title, List<String> rows) {
            if (!rows.isEmpty()) {
                section(title);
                rows.forEach(this::row);
            }
        }

        private void section(String title) {
            lines.add("");
            lines.add(markdown ? "### " + title + "\n" : title);
        }

        private void row(String text) {
            lines.add((markdown ? "* " : "  ") + text);
        }

        /** Which days are not whole, such as the one that still runs. */
        private String cut() {
            var days = Stream.of(isMidnight(digest.since) ? null : "first", isMidnight(digest.until) ? null : "last")
                    .filter(Objects::nonNull)
                    .collect(Collectors.joining(" and the "));
            return days.isEmpty() ? "" : " (the " + days + " day in part)";
        }

        private boolean isMidnight(Instant at) {
            return at.atZone(console.clock().getZone()).toLocalTime().equals(LocalTime.MIDNIGHT);
        }

        private String day(Instant at) {
            return DAY.format(LocalDate.ofInstant(at, console.clock().getZone()));
        }

        /** Names in it may be anything. */
        private String safe(String text) {
            var line = SafeText.of(ResultPrinter.line(text));
            return markdown ? line.replaceAll(MARKS, "\\\\$1") : line;
        }

        private String used(UsageRow row) {
            return CountWords.of(row.turns(), "turn") + ", " + CountWords.of(row.steps(), "step") + ", "
                    + MoneyText.of(row.costUsd(), !row.unpricedModels().isEmpty());
        }

        private String unpriced(UsageRow row) {
            return row.unpricedModels().isEmpty()
                    ? "none"
                    : row.unpricedModels().stream()
                            .map(one -> safe(one.model()) + " "
                                    + CountWords.brief(one.tokens().total()))
                            .collect(Collectors.joining(", "));
        }

        private static String came(UsageRow row) {
            var words = String.join(", ", CountWords.changes(row.changes()));
            var cost = UsageTable.perCommit(row, !row.unpricedModels().isEmpty());
            return (words.isEmpty() ? "" : words + "; ") + (cost.isEmpty() ? "" : "a commit cost " + cost + "; ")
                    + CountWords.of(row.unchangedSteps(), "step") + " in turns that changed nothing";
        }

        /** Whether turns became dearer, or more. */
        private static Optional<String> perTurn(UsageRow before, UsageRow now) {
            if (before.turns() == 0 || before.costUsd() == null || now.costUsd() == null) {
                return Optional.empty();
            }
            long percent = Math.round(100.0 * (now.turns() - before.turns()) / before.turns());
            return Optional.of("a turn cost " + ofTurn(before) + ", now " + ofTurn(now) + "; "
                    + (percent == 0
                            ? "as many turns"
                            : Math.abs(percent) + "% " + (percent > 0 ? "more" : "fewer") + " turns"));
        }

        private static String ofTurn(UsageRow row) {
            return MoneyText.of(
                    row.costUsd().divide(BigDecimal.valueOf(row.turns()), MathContext.DECIMAL64),
                    !row.unpricedModels().isEmpty());
        }

        private String costChange(CostChange one) {
            var name =
                    one.by.equals(UsageBy.SESSION.word()) ? new SessionNames(List.of(one.name)).of(one.name) : one.name;
            var difference = one.difference();
            var words = name.isEmpty() ? "without tools" : safe(Cells.cut(name, NAME_MAX));
            return one.by + " " + words + ": "
                    + (one.isNew ? "none before" : MoneyText.of(one.before, one.isBeforePart))
                    + " → " + MoneyText.of(one.after, one.isAfterPart) + ", " + MoneyText.of(difference.abs())
                    + (difference.signum() > 0 ? " more" : " less");
        }

        private String worn(Desire one) {
            var wasted = one.wasted();
            return safe(one.title()) + ": " + (one.count() == 1 ? "once" : CountWords.of(one.count(), "time"))
                    + (one.steps() <= one.count() ? "" : ", " + CountWords.of(one.steps(), "step"))
                    + (wasted.wastedTimeMs() < SECOND_MS
                            ? ""
                            : ", " + DurationText.of(Duration.ofMillis(wasted.wastedTimeMs())))
                    + (one.category().equals(Desire.ASKED)
                            ? ""
                            : ", " + MoneyText.of(wasted.wastedCostUsd(), wasted.wastedUnpricedTokens() != null));
        }

        private String changed(Change one) {
            return safe(one.title) + ": " + one.trend.word() + ", " + rate(one.before) + " → " + rate(one.after)
                    + " per 100 turns";
        }

        private String rate(Double rate) {
            return rate == null ? "0" : ResultPrinter.decimal(rate);
        }

        private String remedied(Remedied one) {
            var change = one.change;
            var what = change == null
                    ? safe(one.id) + ": too few to tell, 0 before and 0 since"
                    : change.trend == Trend.TOO_FEW
                            ? safe(change.title) + ": too few to tell, " + CountWords.number(change.countBefore)
                                    + " before and " + CountWords.number(change.countAfter) + " since"
                            : changed(change);
            return Stream.concat(
                            Stream.of(day(one.at) + ", " + what),
                            Remedies.others(one.alsoChanged, one.heldEqual).stream()
                                    .map(this::safe))
                    .collect(Collectors.joining("; "));
        }

        private String failing(Tool tool) {
            return safe(tool.tool()) + ": " + CountWords.number(tool.failures()) + " of "
                    + CountWords.of(tool.count(), "call");
        }
    }
}
