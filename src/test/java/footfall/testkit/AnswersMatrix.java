package footfall.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.desire.DesireRules;
import footfall.desire.Ranking;
import footfall.desire.StepCoverage;
import footfall.line.Sha256;
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
import footfall.view.InvalidFilter;
import footfall.view.Path;
import footfall.view.Selection;
import footfall.view.ToolDetail;
import footfall.view.ToolFold;
import footfall.view.UsageRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Every question about turns with every filter, the values taken from turns, and the answer that a naive scan
 * over the JSON of all turns gives. Whatever answers questions is compared with it.
 */
public final class AnswersMatrix {
    public static final DesireRules RULES = new DesireRules(1, 1, 1, 1);
    public static final Aliases ALIASES = new Aliases(Map.of("Read", "look"));
    private static final int PAGE = 7;

    private final List<Turn> turns;
    private final List<SessionUsage> sessions;
    private final Map<Turn, JsonNode> json;
    private final Function<Turn, Optional<TalliedTurn>> tallied;

    /** {@code tallied}: what a turn contributes to tallies; empty for a copy. */
    public AnswersMatrix(List<Turn> turns, List<SessionUsage> sessions, Function<Turn, Optional<TalliedTurn>> tallied) {
        this.sessions = sessions;
        this.turns = turns.stream().sorted(Comparator.comparing(Position::of)).toList();
        this.json = new IdentityHashMap<>();
        this.turns.forEach(turn -> json.put(turn, TurnJson.tree(TurnJson.line(turn))));
        this.tallied = tallied;
    }

    /** A question, and the words that ask it on the command line. */
    public enum Question {
        TURNS("turns"),
        PATTERNS("turns --patterns"),
        TOOLS("tools"),
        TOOL("tools Read"),
        PATHS("paths --top 1000"),
        PATHS_AND_TURNS("paths --turns --top 1000"),
        DESIRES("desires"),
        DESIRES_MARKED("desires --trend"),
        DESIRES_COMPARED("desires --compare ..%1$s %1$s..".formatted(CompareScan.MIDDLE)),
        COVERAGE("desires --coverage"),
        LOOPS("loops --level intent --by count"),
        USAGE("usage --by month,model --timezone UTC --sort name"),
        USAGE_SAVED("usage --by month,model --timezone UTC --sort name --saved");

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
            turns.forEach(turn -> values.addAll(values(filter, json.get(turn))));
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
                    var one = values(first, turn);
                    var other = values(second, turn);
                    if (first.ordinal() < second.ordinal() && !one.isEmpty() && !other.isEmpty()) {
                        cases.add(Map.of(first, one.get(0), second, other.get(other.size() - 1)));
                    }
                }
            }
        }
        return cases;
    }

    private static List<String> values(Filter filter, JsonNode turn) {
        return switch (filter) {
            case SINCE -> texts(turn.path("started_at"));
            case UNTIL -> texts(turn.path("ended_at"));
            case SESSION -> texts(turn.path("session_id"));
            case PROJECT -> texts(turn.path("project"));
            case HOST -> texts(turn.path("host"));
            case USER -> texts(turn.path("user"));
            case AGENT -> texts(turn.path("agent"));
            case AGENT_VERSION -> texts(turn.path("agent_version"));
            case TOOL -> ofSteps(turn, "tool");
            case OUTCOME -> ofSteps(turn, "outcome");
            case CATEGORY -> ofSteps(turn, "category");
            case MODEL -> texts(turn.path("models"));
            case MIN_LENGTH, MAX_LENGTH -> texts(turn.path("length"));
            case PATTERN ->
                texts(turn.path("pattern")).stream()
                        .filter(text -> !text.isBlank())
                        .flatMap(text -> Stream.of(text, id(text)))
                        .toList();
        };
    }

    private static String id(String pattern) {
        return HexFormat.of().formatHex(Sha256.of(pattern)).substring(0, 16);
    }

    private static List<String> texts(JsonNode value) {
        var values = value.isArray() ? StreamSupport.stream(value.spliterator(), false) : Stream.of(value);
        return values.filter(one -> !one.isMissingNode()).map(JsonNode::asText).toList();
    }

    private static List<String> ofSteps(JsonNode turn, String field) {
        return StreamSupport.stream(turn.path("steps").spliterator(), false)
                .flatMap(step -> texts(step.path(field)).stream())
                .distinct()
                .toList();
    }

    private static boolean meets(JsonNode turn, Map<Filter, String> filters) {
        var ofStep = new EnumMap<Filter, String>(Filter.class);
        for (var one : filters.entrySet()) {
            if (Set.of(Filter.TOOL, Filter.OUTCOME, Filter.CATEGORY).contains(one.getKey())) {
                ofStep.put(one.getKey(), one.getValue());
            } else if (!meets(turn, one.getKey(), one.getValue())) {
                return false;
            }
        }
        return ofStep.isEmpty()
                || StreamSupport.stream(turn.path("steps").spliterator(), false)
                        .anyMatch(step -> ofStep.entrySet().stream()
                                .allMatch(one ->
                                        step.path(one.getKey().word()).asText().equals(one.getValue())));
    }

    private static boolean meets(JsonNode turn, Filter filter, String value) {
        var startedAt = turn.path("started_at").asText();
        return switch (filter) {
            case SINCE -> !startedAt.isEmpty() && !Instant.parse(startedAt).isBefore(Instant.parse(value));
            case UNTIL -> !startedAt.isEmpty() && Instant.parse(startedAt).isBefore(Instant.parse(value));
            case MIN_LENGTH -> turn.path("length").asInt() >= Integer.parseInt(value);
            case MAX_LENGTH -> turn.path("length").asInt() <= Integer.parseInt(value);
            default -> values(filter, turn).contains(value);
        };
    }

    private List<Turn> selected(Map<Filter, String> filters) {
        return turns.stream().filter(turn -> meets(json.get(turn), filters)).toList();
    }

    /** The answer by a scan over all turns. */
    public List<?> expected(Question question, Map<Filter, String> filters) {
        var selected = selected(filters);
        var tallies = new Tallies(null);
        selected.forEach(turn -> tallied.apply(turn).ifPresent(tallies::add));
        return switch (question) {
            case TURNS -> selected;
            case PATTERNS -> tallies.patterns();
            case TOOLS -> tallies.tools();
            case TOOL ->
                tallies.tools().stream()
                        .filter(tool -> tool.tool().equals("Read"))
                        .map(tool -> detail(tool, selected))
                        .toList();
            case PATHS -> Path.ranked(tallies.tools(), List.of(), ALIASES, 1_000);
            case PATHS_AND_TURNS ->
                Path.ranked(
                        tallies.tools(), DesireQuestion.ALL.ranked(tallies.of(Desire.KINDS), RULES), ALIASES, 1_000);
            case DESIRES -> DesireQuestion.DEFAULT.ranked(tallies.of(Desire.KINDS), RULES);
            case DESIRES_MARKED ->
                compared().marked(DesireQuestion.DEFAULT.ranked(tallies.of(Desire.KINDS), RULES), filters);
            case DESIRES_COMPARED -> compared().halves(filters);
            case COVERAGE -> StepCoverage.of(tallies.of(StepCoverage.KINDS).toList(), RULES);
            case LOOPS -> LoopScan.byIntent(tallies);
            case USAGE -> usage(filters, false);
            case USAGE_SAVED -> usage(filters, true);
        };
    }

    private CompareScan compared() {
        return new CompareScan(filters -> selected(filters).stream().flatMap(turn -> tallied.apply(turn).stream()));
    }

    /** Times and the model select hours of turns, the other filters turns. */
    private List<UsageRow> usage(Map<Filter, String> filters, boolean saved) {
        var ofTurns = new HashMap<>(filters);
        ofTurns.keySet().removeAll(Set.of(Filter.SINCE, Filter.UNTIL, Filter.MODEL));
        return UsageScan.rows(selected(ofTurns), UsageScan.selected(sessions, ofTurns), filters, saved);
    }

    private static ToolDetail detail(Tool tool, List<Turn> selected) {
        var fold = new ToolFold(tool.tool());
        selected.forEach(fold::add);
        var part = fold.part(0, null);
        return new ToolDetail(tool, counts(part.failures()), counts(part.next()), part.last(), part.unknown());
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
            case PATTERNS -> answers.patterns(selection, Answers.Top.ALL).items();
            case TOOLS -> answers.tools(selection, Answers.Top.ALL).items();
            case TOOL ->
                Stream.ofNullable(answers.tool("Read", selection).item()).toList();
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
            case LOOPS ->
                answers.loops(selection, Level.INTENT, Ranking.COUNT, 1_000).items();
            case USAGE -> UsageScan.asked(answers, selection, false);
            case USAGE_SAVED -> UsageScan.asked(answers, selection, true);
        };
    }

    private static Selection selection(Map<Filter, String> filters) {
        try {
            return Selection.parse(filters);
        } catch (InvalidFilter bug) {
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
