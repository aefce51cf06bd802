package footfall.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.testkit.Turns;
import footfall.turn.Turn;
import footfall.view.Filter.InvalidFilter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelectionTest {
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    private static final Turn TURN = Turns.of("s1", 0, NOON, "Read", "Bash:timeout", "Edit");
    private static final Map<Filter, List<String>> MET = new EnumMap<>(Map.ofEntries(
            Map.entry(Filter.SINCE, List.of("2026-01-31T12:00:00Z", "2026-01-30T00:00:00Z")),
            Map.entry(Filter.UNTIL, List.of("2026-01-31T12:00:00.001Z")),
            Map.entry(Filter.SESSION, List.of("s1")),
            Map.entry(Filter.PROJECT, List.of("project-of-s1")),
            Map.entry(Filter.HOST, List.of("host-of-s1")),
            Map.entry(Filter.USER, List.of("user-of-s1")),
            Map.entry(Filter.AGENT, List.of("claude")),
            Map.entry(Filter.AGENT_VERSION, List.of("version-of-s1")),
            Map.entry(Filter.TOOL, List.of("Read", "Bash")),
            Map.entry(Filter.OUTCOME, List.of("ok", "error")),
            Map.entry(Filter.TURN_OUTCOME, List.of("ok")),
            Map.entry(Filter.CATEGORY, List.of("timeout")),
            Map.entry(Filter.INTENT, List.of("read", "shell", "edit")),
            Map.entry(Filter.NEXT, List.of("Bash", "Edit")),
            Map.entry(Filter.NEXT_INTENT, List.of("shell", "edit")),
            Map.entry(Filter.MODEL, List.of("model-of-s1")),
            Map.entry(Filter.MIN_LENGTH, List.of("0", "3")),
            Map.entry(Filter.MAX_LENGTH, List.of("3", "99")),
            Map.entry(Filter.PATTERN, List.of("Read -> Bash → Edit", "Read Bash Edit", id()))));
    private static final Map<Filter, List<String>> UNMET = new EnumMap<>(Map.ofEntries(
            Map.entry(Filter.SINCE, List.of("2026-01-31T12:00:00.001Z")),
            Map.entry(Filter.UNTIL, List.of("2026-01-31T12:00:00Z")),
            Map.entry(Filter.SESSION, List.of("s")),
            Map.entry(Filter.PROJECT, List.of("project")),
            Map.entry(Filter.HOST, List.of("host")),
            Map.entry(Filter.USER, List.of("user")),
            Map.entry(Filter.AGENT, List.of("qbit")),
            Map.entry(Filter.AGENT_VERSION, List.of("version")),
            Map.entry(Filter.TOOL, List.of("Rea", "read")),
            Map.entry(Filter.OUTCOME, List.of("pending")),
            Map.entry(Filter.TURN_OUTCOME, List.of("error", "interrupted")),
            Map.entry(Filter.CATEGORY, List.of("network")),
            Map.entry(Filter.INTENT, List.of("Read", "search")),
            Map.entry(Filter.NEXT, List.of("Read", "bash")),
            Map.entry(Filter.NEXT_INTENT, List.of("read")),
            Map.entry(Filter.MODEL, List.of("model")),
            Map.entry(Filter.MIN_LENGTH, List.of("4")),
            Map.entry(Filter.MAX_LENGTH, List.of("2")),
            Map.entry(Filter.PATTERN, List.of("Read -> Bash", "0123456789abcdef"))));
    private static final Map<Filter, List<String>> INVALID = new EnumMap<>(Map.ofEntries(
            Map.entry(Filter.SINCE, List.of("", "2h", "2026-01-31")),
            Map.entry(Filter.UNTIL, List.of("tomorrow")),
            Map.entry(Filter.SESSION, List.of("", " ")),
            Map.entry(Filter.PROJECT, List.of("")),
            Map.entry(Filter.HOST, List.of("")),
            Map.entry(Filter.USER, List.of("")),
            Map.entry(Filter.AGENT, List.of("")),
            Map.entry(Filter.AGENT_VERSION, List.of("")),
            Map.entry(Filter.TOOL, List.of("")),
            Map.entry(Filter.OUTCOME, List.of("failed", "OK")),
            Map.entry(Filter.TURN_OUTCOME, List.of("failed", "OK")),
            Map.entry(Filter.CATEGORY, List.of("turn-pattern")),
            Map.entry(Filter.INTENT, List.of("")),
            Map.entry(Filter.NEXT, List.of("")),
            Map.entry(Filter.NEXT_INTENT, List.of(" ")),
            Map.entry(Filter.MODEL, List.of("")),
            Map.entry(Filter.MIN_LENGTH, List.of("-1", "x", "99999999999")),
            Map.entry(Filter.MAX_LENGTH, List.of("-1")),
            Map.entry(Filter.PATTERN, List.of("", "-> Read"))));

    private static String id() {
        return Selection.patternId("Read → Bash → Edit");
    }

    @Test
    void aTurnMeetsEachFilterByItself() throws InvalidFilter {
        assertThat(List.of(MET, UNMET, INVALID))
                .allSatisfy(each -> assertThat(each).containsOnlyKeys(Filter.values()));
        for (var filter : Filter.values()) {
            for (var value : MET.get(filter)) {
                assertThat(Selection.parse(Map.of(filter, value)).admits(TURN))
                        .as(filter + value)
                        .isTrue();
            }
            for (var value : UNMET.get(filter)) {
                assertThat(Selection.parse(Map.of(filter, value)).admits(TURN))
                        .as(filter + value)
                        .isFalse();
            }
        }
    }

    @Test
    void aTurnMustMeetAllFilters() throws InvalidFilter {
        var all = new EnumMap<Filter, String>(Filter.class);
        MET.forEach((filter, values) -> all.put(filter, values.get(0)));
        all.remove(Filter.CATEGORY);
        assertThat(Selection.parse(all).admits(TURN)).isTrue();
        for (var filter : Filter.values()) {
            assertThat(Selection.parse(all)
                            .with(filter, UNMET.get(filter).get(0))
                            .admits(TURN))
                    .as(filter.word())
                    .isFalse();
        }
    }

    @Test
    void oneStepMeetsToolOutcomeAndCategoryTogether() throws InvalidFilter {
        var failed = Selection.parse(Map.of(Filter.OUTCOME, "error"));
        assertThat(failed.with(Filter.TOOL, "Bash").admits(TURN)).isTrue();
        assertThat(failed.with(Filter.TOOL, "Read").admits(TURN)).isFalse();
        assertThat(failed.with(Filter.CATEGORY, "timeout").admits(TURN)).isTrue();
        assertThat(Selection.parse(Map.of(Filter.OUTCOME, "ok", Filter.CATEGORY, "timeout"))
                        .admits(TURN))
                .isFalse();
    }

    @Test
    void nextIsTheCallThatDirectlyFollowsTheOneThatMeetsTheOtherFilters() throws InvalidFilter {
        for (var met : List.of(
                Map.of(Filter.TOOL, "Read", Filter.NEXT, "Bash"),
                Map.of(Filter.TOOL, "Bash", Filter.OUTCOME, "error", Filter.NEXT, "Edit"),
                Map.of(Filter.INTENT, "shell", Filter.NEXT_INTENT, "edit"),
                Map.of(Filter.NEXT, "Edit", Filter.NEXT_INTENT, "edit"))) {
            assertThat(Selection.parse(met).admits(TURN)).as(met.toString()).isTrue();
        }
        for (var unmet : List.of(
                Map.of(Filter.TOOL, "Read", Filter.NEXT, "Edit"),
                Map.of(Filter.TOOL, "Edit", Filter.NEXT, "Bash"),
                Map.of(Filter.OUTCOME, "ok", Filter.NEXT, "Edit"),
                Map.of(Filter.INTENT, "read", Filter.NEXT_INTENT, "edit"),
                Map.of(Filter.NEXT, "Edit", Filter.NEXT_INTENT, "shell"))) {
            assertThat(Selection.parse(unmet).admits(TURN)).as(unmet.toString()).isFalse();
        }
    }

    @Test
    void nothingIsNextToStepsThatATurnOmitsAndOfATurnWithoutTime() throws InvalidFilter {
        var turn = Turns.of("s1", 0, NOON, "Read", "Bash", "Grep", "Edit", "Write", "Glob");
        var readWrite = Selection.parse(Map.of(Filter.TOOL, "Read", Filter.NEXT, "Write"));
        assertThat(turn.withSteps(2).steps()).hasSize(2);
        assertThat(Selection.parse(Map.of(Filter.NEXT, "Glob")).admits(turn.withSteps(2)))
                .isFalse();
        assertThat(readWrite.admits(turn.withSteps(3))).isFalse();
        assertThat(Selection.parse(Map.of(Filter.NEXT, "Glob")).admits(turn.withSteps(4)))
                .isTrue();
        assertThat(Selection.parse(Map.of(Filter.INTENT, "shell")).admits(turn.withSteps(2)))
                .isFalse();
        assertThat(Selection.parse(Map.of(Filter.NEXT, "Edit")).admits(Turns.of("s1", 0, null, "Read", "Edit")))
                .isFalse();
    }

    @Test
    void theTotalsOfATurnShowCallsThatItsStepsOmit() throws InvalidFilter {
        var turn =
                Turns.of("s1", 0, NOON, "Read", "Bash:timeout", "Grep", "Edit").withSteps(2);
        assertThat(turn.steps()).extracting(step -> step.use().tool()).containsExactly("Read", "Edit");
        for (var met : List.of(
                Map.of(Filter.TOOL, "Grep"),
                Map.of(Filter.OUTCOME, "error"),
                Map.of(Filter.TOOL, "Bash", Filter.CATEGORY, "timeout"),
                Map.of(Filter.TOOL, "Bash", Filter.OUTCOME, "error", Filter.CATEGORY, "timeout"))) {
            assertThat(Selection.parse(met).admits(turn)).as(met.toString()).isTrue();
        }
        for (var unmet : List.of(
                Map.of(Filter.TOOL, "Write"),
                Map.of(Filter.TOOL, "Grep", Filter.OUTCOME, "error"),
                Map.of(Filter.TOOL, "Bash", Filter.CATEGORY, "network"),
                Map.of(Filter.OUTCOME, "ok", Filter.CATEGORY, "timeout"))) {
            assertThat(Selection.parse(unmet).admits(turn)).as(unmet.toString()).isFalse();
        }
    }

    @Test
    void aTurnWithoutATimeMeetsNoFilterOfTime() throws InvalidFilter {
        var untimed = Turns.of("s1", 0, null, "Read");
        assertThat(Selection.ALL.admits(untimed)).isTrue();
        assertThat(Selection.parse(Map.of(Filter.SINCE, "0000-01-01T00:00:00Z")).admits(untimed))
                .isFalse();
        assertThat(Selection.parse(Map.of(Filter.UNTIL, "9999-01-01T00:00:00Z")).admits(untimed))
                .isFalse();
    }

    @Test
    void anInvalidValueNamesTheFilterAndWhatIsExpected() {
        INVALID.forEach((filter, values) ->
                values.forEach(value -> assertThatThrownBy(() -> Selection.parse(Map.of(filter, value)))
                        .as(filter + value)
                        .isInstanceOfSatisfying(InvalidFilter.class, invalid -> {
                            assertThat(invalid.filter()).isEqualTo(filter);
                            assertThat(invalid.value()).isEqualTo(value);
                            assertThat(invalid.expected()).isNotBlank();
                        })));
    }

    @Test
    void theCanonicalValuesReadBackAsTheSameSelection() throws InvalidFilter {
        var all = new EnumMap<Filter, String>(Filter.class);
        MET.forEach((filter, values) -> all.put(filter, values.get(0)));
        var selection = Selection.parse(all);
        assertThat(selection.values()).isEqualTo(all);
        assertThat(Selection.parse(selection.values())).isEqualTo(selection).hasSameHashCodeAs(selection);
        assertThat(Selection.ALL.isAll()).isTrue();
        assertThat(selection.isAll()).isFalse();
    }

    @Test
    void theHeadDecidesWheneverTheTurnIsNotNeeded() throws InvalidFilter {
        var head = new Selection.Head("s1", "project-of-s1", NOON, 3);
        var inHead = new ArrayList<Filter>();
        for (var filter : Filter.values()) {
            for (var values : Arrays.asList(MET.get(filter), UNMET.get(filter))) {
                var selection = Selection.parse(Map.of(filter, values.get(0)));
                if (!selection.needsTurn()) {
                    inHead.add(filter);
                    assertThat(selection.admits(head)).isEqualTo(selection.admits(TURN));
                } else {
                    assertThat(selection.admits(head)).isTrue();
                }
            }
        }
        assertThat(inHead.stream().distinct())
                .containsExactly(
                        Filter.SINCE,
                        Filter.UNTIL,
                        Filter.SESSION,
                        Filter.PROJECT,
                        Filter.MIN_LENGTH,
                        Filter.MAX_LENGTH);
    }
}
