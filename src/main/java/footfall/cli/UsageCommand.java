package footfall.cli;

import footfall.config.Plan;
import footfall.config.Settings;
import footfall.turn.TurnRules;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.UsageBill;
import footfall.view.UsageBill.UsageSort;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.view.UsageRow;
import java.io.IOException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

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
            "  footfall usage --from --by project --changes           and what came of it: commits, lines, files",
            "  footfall usage --from --by pattern --min-length 6      what long turns cost, by their pattern",
            "  footfall usage --from --by month --plan claude-pro     and the share of a plan's price",
            "  footfall usage --from --by window                      windows of five hours, as limits count them"
        })
final class UsageCommand extends AnswerCommand {
    @Option(
            names = "--by",
            paramLabel = "KEY",
            split = ",",
            converter = ChoiceOptions.UsageKey.class,
            completionCandidates = ChoiceOptions.UsageKey.class,
            description =
                    "What rows are summed by: hour, window (five hours from the full hour of its first message), day, "
                            + "week (from Monday), month, project, host, user, model, session, agent, "
                            + "subagent-type, pattern; several separated by commas. Default: day.")
    private List<UsageBy> by = List.of(UsageBy.DAY);

    @Option(names = "--breakdown", description = "Add a line for each model of a row.")
    private boolean breakdown;

    @Option(
            names = "--wasted",
            description = "Add what failures and repeats cost: failed calls, but for commands that ended with an "
                    + "error, and the same call or reading again. Counted in the first hour of a turn.")
    private boolean wasted;

    @Option(
            names = "--changes",
            description = "Add what came of it: commits, pushes, pull requests, lines and files of edits, the share of "
                    + "steps in turns that changed nothing, the time that calls waited for a person, and the cost of a "
                    + "commit.")
    private boolean changes;

    @Option(
            names = "--plan",
            paramLabel = "NAME|USD",
            converter = PlanWord.class,
            completionCandidates = PlanWord.class,
            description = "Add the cost as a share of what a plan costs a month: a name of 'footfall prices --plans', "
                    + "which selects the agent of the plan, or an amount in USD. A row of a period is compared with "
                    + "one month, others and the total with the months from the first to the last day with usage.")
    private Plan plan;

    @Option(
            names = "--sort",
            paramLabel = "ORDER",
            converter = ChoiceOptions.UsageOrder.class,
            completionCandidates = ChoiceOptions.UsageOrder.class,
            description = "The order: name, or the largest first of cost, tokens, turns, steps, failures, active. "
                    + "Default: name for a period, else cost.")
    private UsageSort sort;

    @Mixin
    private TimeOrder.FirstRows top = new TimeOrder.FirstRows();

    @Option(
            names = "--timezone",
            paramLabel = "ZONE",
            converter = Zone.class,
            description = "The time zone of periods, and of dates in --since and --until: Europe/Berlin, UTC, +05:30. "
                    + "Default: that of this machine.")
    private ZoneId timezone = ZoneId.systemDefault();

    UsageCommand() {
        super(new FilterOptions(
                "turns",
                EnumSet.allOf(Filter.class),
                Map.of(
                        Filter.SINCE, "Only hours from this time on.",
                        Filter.UNTIL, "Only hours before this time."),
                Map.of(Filter.SINCE, " Days begin at midnight in --timezone.")));
    }

    /** The name of a plan, or its price. */
    static final class PlanWord implements ITypeConverter<Plan>, Iterable<String> {
        @Override
        public Plan convert(String text) {
            return Plan.of(text)
                    .orElseThrow(() -> new TypeConversionException("'" + text + "'; expected " + Plan.expected()));
        }

        @Override
        public Iterator<String> iterator() {
            return Plan.all().stream().map(Plan::plan).iterator();
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
        top.check(this);
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
        var question = new UsageQuestion(by, Selection.ALL, timezone);
        boolean isExact = (plan == null ? question : question.and(UsageBy.DAY)).needsExactTimes();
        return isExact ? TurnRules.UsageTimes.EXACT : TurnRules.UsageTimes.HOURS;
    }

    /** A plan pays for one agent. */
    @Override
    Map<Filter, String> defaults(Settings settings) {
        return plan == null || plan.agent() == null ? Map.of() : Map.of(Filter.AGENT, plan.agent());
    }

    @Override
    void print(AnswerSource source, Selection selection) throws IOException {
        var question = new UsageQuestion(by, selection, timezone, UnaryOperator.identity(), wasted);
        boolean isTable = printer().format() == ResultPrinter.Format.TABLE;
        int max = isTable ? Integer.MAX_VALUE : top.asked();
        var order = new UsageBill.Order(sort, max, breakdown, plan == null ? null : plan.usdPerMonth());
        var json = printer().format() == ResultPrinter.Format.JSON ? source.billForJson(question, order) : null;
        var whole = json == null ? source.answers().usage(question, order) : json.bill();
        var bill = isTable ? whole.with(top.said(whole.rows(), console)) : whole;
        var none = bill.rows().isEmpty() ? none(source, "no usage", true, selection) : null;
        if (json == null) {
            printer().print(columns(), bill.rows(), table(question, bill, selection), none);
        } else {
            printer().print(json.rows(), null, none);
        }
        CoverageReport.say(bill.coverage(), console);
        say(bill.total().unpricedModels());
    }

    private Table table(UsageQuestion question, UsageBill bill, Selection selection) {
        var table = UsageTable.of(question, bill, console.clock().instant(), changes, sort);
        var captions = new ArrayList<String>();
        if (plan != null) {
            captions.add(UsageTable.PlanWords.of(plan, bill.total().plan(), selection));
        }
        UsageTable.LimitWords.open(bill.rateLimits(), console.clock().instant())
                .ifPresent(limits -> captions.add("limits: " + UsageTable.LimitWords.of(limits, timezone)));
        if (!captions.isEmpty()) {
            table.caption(String.join("\n", captions));
        }
        return table;
    }

    /** Without those that were not asked for. */
    private ResultPrinter.CsvOut.Columns columns() {
        var absent = new HashSet<String>();
        if (!wasted) {
            absent.addAll(Set.of("failures_cost_usd", "repeats_cost_usd"));
        }
        if (plan == null) {
            absent.addAll(Set.of("plan/usd", "plan/share", "plan/first_day", "plan/last_day"));
        }
        return new ResultPrinter.CsvOut.Columns(UsageRow.class, absent);
    }

    private void say(List<UsageRow.ModelTokens> unpriced) {
        ReadingReport.MissingPrices.sayPartly(tokens(unpriced, false), console);
        var tokens = tokens(unpriced, true);
        ReadingReport.MissingPrices.say(tokens.keySet().stream(), tokens::get, console);
    }

    private static Map<String, Long> tokens(List<UsageRow.ModelTokens> unpriced, boolean areComplete) {
        return unpriced.stream()
                .filter(one -> one.tokens().isComplete() == areComplete)
                .collect(Collectors.groupingBy(
                        UsageRow.ModelTokens::model,
                        Collectors.summingLong(one -> one.tokens().total())));
    }
}
