package footfall.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.desire.DesireRules;
import footfall.desire.StepCoverage;
import footfall.loop.Level;
import footfall.pattern.TalliedTurn;
import footfall.pattern.Tallies;
import footfall.pattern.Tool;
import footfall.turn.Position;
import footfall.turn.SessionUsage;
import footfall.turn.Turn;
import footfall.view.Aliases;
import footfall.view.Answers;
import footfall.view.CompareQuestion;
import footfall.view.Filter;
import footfall.view.Path;
import footfall.view.Selection;
import footfall.view.ToolFold;
import footfall.view.ToolFold.ToolDetail;
import footfall.view.TopTurns.TurnSort;
import footfall.view.UsageRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Every question about turns with every filter, the values taken from turns, and the answer that a naive scan
 * over the JSON of all turns gives. Whatever answers questions is compared with it.
 */
public final class AnswersMatrix {
    public static final DesireRules RULES = new DesireRules(1, 1);
    public static final Aliases ALIASES = new Aliases(Map.of("Read", "look"));
    private static final int PAGE = 7;

    private final List<Turn> turns;
    private final List<SessionUsage> sessions;
    private final Map<Turn, JsonNode> json;
    private final Function<Turn, Optional<TalliedTurn>> tallied;
    private final Map<Map<Filter, String>, List<Turn>> selected = new HashMap<>();
    /** Of the last question, since all questions are asked with the same filters in a row. */
    private Scanned last;

    /** {@code tallied}: what a turn contributes to tallies; empty for a copy. */
    public AnswersMatrix(List<Turn> turns, List<SessionUsage> sessions, Function<Turn, Optional<TalliedTurn>> tallied) {
        this.sessions = sessions;
        this.turns = turns.stream().sorted(Comparator.comparing(Position::of)).toList();
        this.json = new IdentityHashMap<>();
        this.turns.forEach(turn -> json.put(turn, TurnJson.tree(TurnJson.line(turn))));
        this.tallied = tallied;
        this.last = scanned(Map.of());
    }

    private record Scanned(Map<Filter, String> filters, Tallies tallies) {}

    private Scanned scanned(Map<Filter, String> filters) {
        var tallies = new Tallies(null);
        selected(filters).forEach(turn -> tallied.apply(turn).ifPresent(tallies::add));
        return new Scanned(filters, tallies);
    }

    /** A question, and the words that ask it on the command line. */
    public enum Question {
        TURNS("turns"),
        TURNS_BY_FAILURES("turns --sort failures --top 5"),
        PATTERNS("turns --patterns"),
        TOOLS("tools"),
        TOOL("tools Read"),
        FOLLOWS("desires --follows --level tool --top 1000"),
        FOLLOWS_INTENTS("desires --follows --level intent --top 1000"),
        PATHS("paths --top 1000"),
        PATHS_AND_TURNS("paths --turns --top 1000"),
        DESIRES("desires"),
        DESIRES_MARKED("desires --trend"),
        DESIRES_COMPARED("desires --compare ..%1$s %1$s..".formatted(CompareScan.MIDDLE)),
        COVERAGE("desires --coverage"),
        LOOPS("desires --loops --level intent"),
        USAGE("usage --by month,model --timezone UTC --sort name"),
        USAGE_WASTED("usage --by month,model --timezone UTC --sort name --wasted");

        private final String words;

        Question(String words) {
            this.words = words;
        }

        public List<String> words() {
            return List.of(words.split(" "));
        }
    }

    /** Each filter with every value that a turn has. */
    public List<Map<Filter, String>> single() {
        var cases = new ArrayList<Map<Filter, String>>();
        cases.add(Map.of());
        for (var filter : Filter.values()) {
            var values = new TreeSet<String>();
            turns.forEach(turn -> values.addAll(FilterScan.values(filter, json.get(turn))));
            values.forEach(value -> cases.add(Map.of(filter, value)));
        }
        return cases;
    }

    /** Each two filters with values of one turn, for some turns. */
    public List<Map<Filter, String>> pairs(int some) {
        var cases = new ArrayList<Map<Filter, String>>();
        for (int i = 0; i < some; i++) {
            var turn = json.get(turns.get(i * (turns.size() - 1) / Math.max(1, some - 1)));
            for (var first : Filter.values()) {
                for (var second : Filter.values()) {
                    var one = FilterScan.values(first, turn);
                    var other = FilterScan.values(second, turn);
                    if (first.ordinal() < second.ordinal() && !one.isEmpty() && !other.isEmpty()) {
                        cases.add(Map.of(first, one.get(0), second, other.get(other.size() - 1)));
                    }
                }
            }
        }
        return cases;
    }

    private List<Turn> selected(Map<Filter, String> filters) {
        return selected.computeIfAbsent(
                filters,
                some -> turns.stream()
                        .filter(turn -> FilterScan.meets(json.get(turn), filters))
                        .toList());
    }

    /** The answer by a scan over all turns. */
    public List<?> expected(Question question, Map<Filter, String> filters) {
        if (!last.filters().equals(filters)) {
            last = scanned(filters);
        }
        var selected = selected(filters);
        var tallies = last.tallies();
        return switch (question) {
            case TURNS -> selected;
            case TURNS_BY_FAILURES ->
                selected.stream()
                        .filter(turn -> turn.prompt().copyOf() == null)
                        .sorted(Comparator.comparingLong(this::failures).reversed())
                        .limit(5)
                        .toList();
            case PATTERNS -> tallies.patterns();
            case TOOLS -> tallies.tools();
            case TOOL ->
                tallies.tools().stream()
                        .filter(tool -> tool.tool().equals("Read"))
                        .map(tool -> detail(tool, selected))
                        .toList();
            case FOLLOWS -> FollowsScan.edges(trees(selected), FollowsScan::tool);
            case FOLLOWS_INTENTS -> FollowsScan.edges(trees(selected), FollowsScan::intent);
            case PATHS -> Path.ranked(tallies.tools(), List.of(), ALIASES, 1_000);
            case PATHS_AND_TURNS ->
                Path.ranked(
                        tallies.tools(),
                        DesireQuestion.DEFAULT.ranked(tallies.of(Desire.KINDS), RULES),
                        ALIASES,
                        1_000);
            case DESIRES -> DesireQuestion.DEFAULT.ranked(tallies.of(Desire.KINDS), RULES);
            case DESIRES_MARKED ->
                compared().marked(DesireQuestion.DEFAULT.ranked(tallies.of(Desire.KINDS), RULES), filters);
            case DESIRES_COMPARED -> compared().halves(filters);
            case COVERAGE -> StepCoverage.of(DesireQuestion.DEFAULT.ranked(tallies.of(Desire.KINDS), RULES), selected);
            case LOOPS -> LoopScan.byIntent(tallies);
            case USAGE -> usage(filters, false);
            case USAGE_WASTED -> usage(filters, true);
        };
    }

    private List<JsonNode> trees(List<Turn> some) {
        return some.stream().map(json::get).toList();
    }

    private long failures(Turn turn) {
        return FollowsScan.steps(json.get(turn))
                .filter(step -> step.get("outcome").asText().equals("error"))
                .count();
    }

    private CompareScan compared() {
        return new CompareScan(filters -> selected(filters).stream().flatMap(turn -> tallied.apply(turn).stream()));
    }

    /** Times and the model select hours of turns, the other filters turns. */
    private List<UsageRow> usage(Map<Filter, String> filters, boolean wasted) {
        var ofTurns = new HashMap<>(filters);
        ofTurns.keySet().removeAll(Set.of(Filter.SINCE, Filter.UNTIL, Filter.MODEL));
        return UsageScan.rows(selected(ofTurns), UsageScan.selected(sessions, ofTurns), filters, wasted);
    }

    private static ToolDetail detail(Tool tool, List<Turn> selected) {
        var fold = new ToolFold(tool.tool());
        selected.forEach(fold::add);
        var part = fold.part(0, null);
        return new ToolDetail(
                tool,
                counts(part.failures()),
                counts(part.next()),
                part.last(),
                part.unknown(),
                counts(part.afterFailure()));
    }

    private static List<ToolDetail.Count> counts(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(one -> new ToolDetail.Count(one.getKey(), one.getValue()))
                .toList();
    }

    /** The answer of what is tested. */
    public static List<?> asked(Answers answers, Question question, Map<Filter, String> filters) {
        var selection = selection(filters);
        return switch (question) {
            case TURNS -> pages(answers, selection);
            case TURNS_BY_FAILURES ->
                answers.topTurns(selection, TurnSort.FAILURES, 5).items();
            case PATTERNS -> answers.patterns(selection, Answers.Top.ALL).items();
            case TOOLS -> answers.tools(selection, Answers.Top.ALL).items();
            case TOOL ->
                Stream.ofNullable(answers.tool("Read", selection).item()).toList();
            case FOLLOWS -> FollowsScan.asked(answers, selection, Level.TOOL);
            case FOLLOWS_INTENTS -> FollowsScan.asked(answers, selection, Level.INTENT);
            case PATHS -> answers.paths(selection, false, 1_000).items();
            case PATHS_AND_TURNS -> answers.paths(selection, true, 1_000).items();
            case DESIRES_MARKED ->
                answers.marked(
                                selection,
                                DesireQuestion.DEFAULT,
                                Answers.Top.ALL,
                                CompareQuestion.latest(selection, CompareScan.NOW))
                        .items();
            case DESIRES_COMPARED ->
                answers.compare(CompareScan.halves(selection), DesireQuestion.DEFAULT, Integer.MAX_VALUE)
                        .items();
            case DESIRES ->
                answers.desires(selection, DesireQuestion.DEFAULT, Answers.Top.ALL)
                        .items();
            case COVERAGE -> answers.stepCoverage(selection).items();
            case LOOPS -> answers.loops(selection, Level.INTENT, 1_000).items();
            case USAGE -> UsageScan.asked(answers, selection, false);
            case USAGE_WASTED -> UsageScan.asked(answers, selection, true);
        };
    }

    private static Selection selection(Map<Filter, String> filters) {
        try {
            return Selection.parse(filters);
        } catch (Filter.InvalidFilter bug) {
            throw new IllegalStateException(bug);
        }
    }

    private static List<Turn> pages(Answers answers, Selection selection) {
        var all = new ArrayList<Turn>();
        Position after = null;
        do {
            var answer = answers.turns(selection, new Answers.Page(after, PAGE));
            all.addAll(answer.items());
            after = answer.next();
        } while (after != null);
        return all;
    }
}
