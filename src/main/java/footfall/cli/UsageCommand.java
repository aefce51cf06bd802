package footfall.cli;

import footfall.turn.TurnRules;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.view.UsageRow;
import footfall.view.UsageSort;
import java.io.IOException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code footfall usage}. */
@Command(
        name = "usage",
        header = "Sum tokens and cost by day, project, person, model and more.",
        description = {
            "Tokens and cost count in the hour of their message; TURNS counts a turn in its first one. Copies of turns "
                    + "are not counted. COST_USD is the cost of the tokens that have a price.",
            "--since, --until and --model select messages by their hour and model; the other filters select turns: "
                    + "--min-length 6 gives the cost of long turns."
        },
        footer = {
            "  footfall usage --from                                  tokens and cost by day",
            "  footfall usage --from --by project --sort cost --top 5",
            "  footfall usage --from --by day,model --since 7d        two keys for each row",
            "  footfall usage --from --by month --breakdown           with a line for each model",
            "  footfall usage --from --by pattern --min-length 6      what long turns cost, by their pattern",
            "  footfall usage --from --by window                      windows of five hours, as limits count them"
        })
final class UsageCommand extends AnswerCommand {
    @Option(
            names = "--by",
            paramLabel = "KEY",
            split = ",",
            converter = ByWord.class,
            completionCandidates = ByWord.class,
            description =
                    "What rows are summed by: hour, window (of five hours, from the full hour, UTC, of its first message), "
                            + "day, week (from Monday), month, project, host, user, model, session, agent, subagent-type, "
                            + "pattern; several separated by commas. Default: day.")
    private List<UsageBy> by = List.of(UsageBy.DAY);

    @Option(names = "--breakdown", description = "Add a line for each model of a row.")
    private boolean breakdown;

    @Option(
            names = "--saved",
            description = "Add what failures and loops cost: the steps after a failed call until the next success of "
                    + "its tool, and the steps of tool loops of long turns beyond one round. Counted in the first hour "
                    + "of a turn.")
    private boolean saved;

    @Option(
            names = "--sort",
            paramLabel = "ORDER",
            converter = SortWord.class,
            completionCandidates = SortWord.class,
            description = "The order: name, or the largest first of cost, tokens, turns, steps, failures, active. "
                    + "Default: name for a period, else cost.")
    private UsageSort sort;

    @Option(names = "--top", paramLabel = "N", description = "Print the first N rows. Default: all.")
    private int top = Integer.MAX_VALUE;

    @Option(
            names = "--timezone",
            paramLabel = "ZONE",
            converter = Zone.class,
            description = "The time zone of periods, and of dates in --since and --until: Europe/Berlin, UTC, +05:30. "
                    + "Default: that of this machine.")
    private ZoneId timezone = ZoneId.systemDefault();

    UsageCommand(Console console) {
        super(
                console,
                new FilterOptions(
                        "turns",
                        EnumSet.allOf(Filter.class),
                        Map.of(
                                Filter.SINCE, "Only hours from this time on.",
                                Filter.UNTIL, "Only hours before this time."),
                        Map.of(Filter.SINCE, " A date starts at midnight in --timezone.")));
    }

    /** The word of a key. */
    static final class ByWord implements ITypeConverter<UsageBy>, Iterable<String> {
        @Override
        public UsageBy convert(String word) {
            return UsageBy.ofWord(word).orElseThrow(() -> ChoiceWord.unknown(word, this));
        }

        @Override
        public Iterator<String> iterator() {
            return UsageBy.all().map(UsageBy::word).iterator();
        }
    }

    /** The word of an order. */
    static final class SortWord implements ITypeConverter<UsageSort>, Iterable<String> {
        @Override
        public UsageSort convert(String word) {
            return UsageSort.ofWord(word).orElseThrow(() -> ChoiceWord.unknown(word, this));
        }

        @Override
        public Iterator<String> iterator() {
            return Stream.of(UsageSort.values()).map(UsageSort::word).iterator();
        }
    }

    /** A time zone by its name or offset. */
    static final class Zone implements ITypeConverter<ZoneId> {
        @Override
        public ZoneId convert(String name) {
            try {
                return ZoneId.of(name);
            } catch (DateTimeException unknown) {
                throw new TypeConversionException("unknown time zone; expected one like Europe/Berlin, UTC or +05:30");
            }
        }
    }

    @Override
    void check() {
        atLeast(1, "--top", top);
        if (by.size() > by.stream().distinct().count()) {
            throw usage("--by names a key twice");
        }
        if (by.size() > UsageQuestion.BY_MAX) {
            throw usage("--by has " + by.size() + " keys; expected one to four");
        }
    }

    /** Dates are days of the time zone. */
    @Override
    Clock clock() {
        return console.clock().withZone(timezone);
    }

    @Override
    TurnRules.UsageTimes usageTimes() {
        boolean isExact = new UsageQuestion(by, Selection.ALL, timezone).needsExactTimes();
        return isExact ? TurnRules.UsageTimes.EXACT : TurnRules.UsageTimes.HOURS;
    }

    @Override
    void print(AnswerSource source, Selection selection) throws IOException {
        var question = new UsageQuestion(by, selection, timezone, UnaryOperator.identity(), saved);
        var bill = source.answers().usage(question, new UsageBill.Order(sort, top, breakdown));
        var none = bill.rows().isEmpty() ? none(source, "no usage", true, selection) : null;
        var absent = saved ? Set.<String>of() : Set.of("failures_cost_usd", "loops_cost_usd");
        printer()
                .print(
                        new CsvOut.Columns(UsageRow.class, absent),
                        bill.rows(),
                        UsageTable.of(question, bill, console.clock().instant()),
                        none);
        CoverageReport.say(bill.coverage(), console);
        say(bill.total().unpricedModels());
    }

    private void say(List<UsageRow.ModelTokens> unpriced) {
        var tokens = unpriced.stream()
                .filter(one -> one.tokens().isComplete())
                .collect(Collectors.groupingBy(
                        UsageRow.ModelTokens::model,
                        Collectors.summingLong(one -> one.tokens().total())));
        MissingPrices.say(tokens.keySet().stream(), tokens::get, console);
    }
}
