package footfall.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import footfall.desire.DesireQuestion;
import footfall.desire.DesireRules;
import footfall.loop.Level;
import footfall.pattern.Subject;
import footfall.testkit.ListShard;
import footfall.testkit.Turns;
import footfall.turn.Position;
import footfall.turn.Turn;
import footfall.view.ToolFold.ToolDetail;
import footfall.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The same turns in one shard and in several give the same answers. */
class MergedAnswersTest {
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    private static final List<Turn> TURNS = turns();
    private static final int SHARDS = 3;

    /** Many start at the same time, two at none. */
    private static List<Turn> turns() {
        var random = new Random(17);
        var tools = List.of("Read", "Grep", "Edit", "Bash:timeout", "Bash:env-need", "mcp__a__b");
        return IntStream.range(0, 90)
                .mapToObj(i -> {
                    var calls = random.ints(random.nextInt(8), 0, tools.size())
                            .mapToObj(tools::get)
                            .toArray(String[]::new);
                    return Turns.of("s" + i % 9, i, i < 2 ? null : NOON.plusSeconds(random.nextInt(20)), calls);
                })
                .toList();
    }

    private static ListShard shard(List<Turn> turns) {
        return new ListShard(turns, turns.stream().map(Turns::tallied).toList(), OpenTurns.NONE);
    }

    private static Answers merged(int shards, int scanMax) {
        var parts = IntStream.range(0, shards)
                .mapToObj(i -> shard(TURNS.stream()
                        .filter(turn -> turn.id().sessionId().value().hashCode() % shards == i)
                        .toList()))
                .map(Shard.class::cast)
                .toList();
        return new MergedAnswers(Shards.of(parts), rules(scanMax));
    }

    private static MergedAnswers.AnswerRules rules(int scanMax) {
        return new MergedAnswers.AnswerRules(new DesireRules(1, 1), new Aliases(Map.of("Read", "look")), scanMax);
    }

    private static List<Turn> allPages(Answers answers, Selection selection, int limit, Direction direction) {
        var turns = new ArrayList<Turn>();
        Position after = null;
        do {
            var answer = answers.turns(selection, new Answers.Page(after, limit, direction));
            assertThat(answer.items().size()).isLessThanOrEqualTo(limit);
            assertThat(answer.coverage().complete()).isEqualTo(answer.items().size() == limit || answer.next() == null);
            turns.addAll(answer.items());
            assertThat(answer.next() == null || direction.isAfter(answer.next(), after))
                    .isTrue();
            after = answer.next();
        } while (after != null);
        return turns;
    }

    @Test
    void pagesTogetherAreTheWholeListInOrder() throws Filter.InvalidFilter {
        for (var selection : List.of(
                Selection.ALL,
                Selection.parse(Map.of(Filter.TOOL, "Bash", Filter.OUTCOME, "error")),
                Selection.parse(Map.of(Filter.SESSION, "nobody")))) {
            var whole = shard(TURNS)
                    .turns(selection, new Shard.Range(null, Integer.MAX_VALUE, Integer.MAX_VALUE))
                    .items();
            for (int limit : List.of(1, 2, 7, 1_000)) {
                for (int scanMax : List.of(1, 5, 1_000)) {
                    assertThat(allPages(merged(SHARDS, scanMax), selection, limit, Direction.ASC))
                            .containsExactlyElementsOf(whole);
                    assertThat(allPages(merged(SHARDS, scanMax), selection, limit, Direction.DESC))
                            .containsExactlyElementsOf(reversed(whole));
                }
            }
        }
    }

    private static <T> List<T> reversed(List<T> items) {
        var reversed = new ArrayList<>(items);
        Collections.reverse(reversed);
        return reversed;
    }

    @Test
    void aPageThatAScanLimitEndsSaysWhereToContinue() throws Filter.InvalidFilter {
        var nobody = Selection.parse(Map.of(Filter.SESSION, "nobody"));
        var answer = merged(1, 10).turns(nobody, new Answers.Page(null, 50));
        var tenth = Position.of(shard(TURNS).turns().get(9));
        assertThat(answer)
                .isEqualTo(new Answer<Turn>(List.of(), tenth, new Coverage(false, List.of(), List.of(), tenth, null)));
    }

    private static final List<Function<Answers, Object>> LISTS = List.of(
            answers -> answers.patterns(Selection.ALL, Answers.Top.ALL),
            answers -> answers.patterns(atLeastTwo(), Answers.Top.ALL),
            answers -> answers.patterns(Selection.ALL, new Answers.Top(Sort.LENGTH, 5)),
            answers -> answers.tools(Selection.ALL, Answers.Top.ALL),
            answers -> answers.tools(Selection.ALL, new Answers.Top(Sort.FAILURES, 2)),
            answers -> answers.tools(Selection.ALL, new Answers.Top(Sort.LAST_SEEN, 2)),
            answers -> answers.tool("Bash", Selection.ALL),
            answers -> answers.tool("none", Selection.ALL),
            answers -> answers.paths(Selection.ALL, false, 3),
            answers -> answers.paths(Selection.ALL, true, 100),
            answers -> answers.desires(Selection.ALL, DesireQuestion.DEFAULT, Answers.Top.ALL),
            answers -> answers.stepCoverage(Selection.ALL),
            answers -> answers.loops(Selection.ALL, Level.TOOL, 3),
            answers -> answers.loops(Selection.ALL, Level.INTENT, 1_000),
            answers -> answers.desires(Selection.ALL, DesireQuestion.DEFAULT.of("timeout"), Answers.Top.ALL),
            answers -> answers.desires(Selection.ALL, DesireQuestion.DEFAULT, new Answers.Top(Sort.SESSIONS, 4)),
            answers -> answers.desire("timeout:Bash"),
            answers -> answers.turn("s1:1"),
            answers -> answers.turn("s1:2"));

    @Test
    void whatIsADesireOfAllTurnsIsFoundInTheFewOfADay() throws Filter.InvalidFilter {
        var turns = IntStream.range(0, 3)
                .mapToObj(day ->
                        Turns.of("s" + day, 0, NOON.plus(Duration.ofDays(day)), "A", "B", "C", "D", "E", "F", "G", "H"))
                .toList();
        var rules = new MergedAnswers.AnswerRules(DesireRules.DEFAULTS, new Aliases(Map.of()), 10);
        var answers = new MergedAnswers(Shards.of(List.of(shard(turns))), rules);
        var all = answers.desires(Selection.ALL, DesireQuestion.DEFAULT, Answers.Top.ALL)
                .items();
        assertThat(all).hasSize(1);
        assertThat(all.get(0).count()).isEqualTo(3);
        var day = Selection.parse(Map.of(Filter.SINCE, "2026-01-31T00:00:00Z", Filter.UNTIL, "2026-02-01T00:00:00Z"));
        assertThat(answers.desires(day, DesireQuestion.DEFAULT, Answers.Top.ALL).items())
                .isEmpty();
        assertThat(answers.desire(all.get(0).id(), day).item().count()).isEqualTo(1);
        assertThat(answers.desire("timeout:None", day).item()).isNull();
    }

    private static Selection atLeastTwo() {
        try {
            return Selection.parse(Map.of(Filter.MIN_LENGTH, "2"));
        } catch (Filter.InvalidFilter bug) {
            throw new IllegalStateException(bug);
        }
    }

    @Test
    void everyListIsTheSameFromOneShardAndFromSeveral() {
        for (var list : LISTS) {
            assertThat(list.apply(merged(SHARDS, 1_000))).isEqualTo(list.apply(merged(1, 1_000)));
        }
    }

    @Test
    void patternsOfTwoOrMoreStepsComeFromTheTotals() {
        var fromTotals = merged(SHARDS, 1_000).patterns(atLeastTwo(), Answers.Top.ALL);
        var shard = shard(TURNS.stream().filter(atLeastTwo()::admits).toList());
        var folded = new MergedAnswers(Shards.of(List.of(shard)), rules(1_000));
        assertThat(fromTotals).isEqualTo(folded.patterns(Selection.ALL, Answers.Top.ALL));
        assertThat(fromTotals.items()).isNotEmpty();
    }

    @Test
    void aToolIsFollowedByTheNextCallOfItsTurn() {
        var turn = Turns.of("s1", 0, NOON, "Bash:timeout", "Read", "Bash", "Bash:timeout");
        var answers = new MergedAnswers(Shards.of(List.of(shard(List.of(turn)))), rules(10));
        var detail = answers.tool("Bash", Selection.ALL).item();
        assertThat(detail.failures()).containsExactly(new ToolDetail.Count("timeout", 2));
        assertThat(detail.next()).containsExactly(new ToolDetail.Count("Bash", 1), new ToolDetail.Count("Read", 1));
        assertThat(detail.afterFailure()).containsExactly(new ToolDetail.Count("Read", 1));
        assertThat(List.of(detail.last(), detail.unknown(), detail.tool().count()))
                .containsExactly(1L, 0L, 3L);
    }

    @Test
    void whatIsCalledAfterAFailureNamesTheSameToolToo() {
        var turn = Turns.of("s1", 0, NOON, "Bash:timeout", "Bash:timeout", "Bash", "Read", "Bash:network", "Edit");
        var detail = merged(List.of(turn)).tool("Bash", Selection.ALL).item();
        assertThat(detail.afterFailure())
                .containsExactly(new ToolDetail.Count("Bash", 2), new ToolDetail.Count("Edit", 1));
    }

    private static Answers merged(List<Turn> turns) {
        return new MergedAnswers(Shards.of(List.of(shard(turns))), rules(10));
    }

    @Test
    void failuresOfATurnThatOmitsStepsAreCountedFromItsTotals() {
        var turn =
                Turns.of("s1", 0, NOON, "Bash", "Bash:timeout", "Bash:timeout", "Bash:network", "Bash:timeout", "Read");
        var fold = new ToolFold("Bash");
        fold.add(turn.withSteps(4));
        assertThat(fold.part(1, null))
                .isEqualTo(new Shard.ToolPart(
                        Map.of("timeout", 3L, "network", 1L),
                        Map.of("Bash", 1L, "Read", 1L),
                        0,
                        1,
                        Map.of("Read", 1L),
                        1,
                        null));
    }

    @Test
    void anInstanceThatDoesNotAnswerIsNamedInTheAnswer() {
        var missing = List.of(new Coverage.Missing("b:4000", List.of(1, 3), "no answer within 2 s"));
        var shards = new Shards() {
            @Override
            public <T> Parts<T> ask(Function<Shard, T> question) {
                return new Parts<>(List.of(question.apply(shard(TURNS))), missing, List.of(2), null);
            }
        };
        var answers = new MergedAnswers(shards, rules(1_000));
        var coverage = new Coverage(false, missing, List.of(2), null, null);
        assertThat(answers.tools(Selection.ALL, Answers.Top.ALL).coverage()).isEqualTo(coverage);
        assertThat(answers.turns(Selection.ALL, new Answers.Page(null, 3)).coverage())
                .isEqualTo(coverage);
        assertThat(answers.turn("none:1")).isEqualTo(new Single<Turn>(null, coverage));
        // The other instance may know a later revision.
        assertThat(answers.turn("s1:1").coverage()).isEqualTo(coverage);
        assertThat(answers.tool("Read", Selection.ALL).coverage()).isEqualTo(coverage);
    }

    /** The instances that have a turn's trail and its row in the log may be two, and answer in any order. */
    @Test
    void ofATurnThatContinuesTheLatestRevisionIsTheAnswerWhicheverShardAnswersFirst() {
        var closed = Turns.of("s1", 1, NOON, "Read");
        var open = Turns.revised(Turns.of("s1", 1, NOON, "Read", "Edit"), closed.revision() + 1);
        for (var order : List.of(List.of(open, closed), List.of(closed, open))) {
            List<Shard> shards =
                    order.stream().<Shard>map(turn -> shard(List.of(turn))).toList();
            var answers = new MergedAnswers(Shards.of(shards), rules(1_000));
            assertThat(answers.turn("s1:1").item()).isEqualTo(open);
        }
    }

    /** Parts travel between instances as JSON. */
    @Test
    void partsReadBackFromTheirJson() throws Exception {
        var shard = shard(TURNS);
        var kinds = Set.of(Subject.Kind.values());
        var tallied = shard.tallied(kinds, Selection.ALL, 1_000);
        assertThat(Json.read(Shard.Tallied.class, Json.bytes(tallied))).isEqualTo(tallied);
        var tool = shard.tool("Bash", Selection.ALL, 1_000);
        assertThat(Json.read(Shard.ToolPart.class, Json.bytes(tool))).isEqualTo(tool);
        var slice = shard.turns(Selection.ALL, new Shard.Range(null, 7, 1_000));
        assertThat(Json.MAPPER.readValue(Json.bytes(slice), new TypeReference<Shard.Slice<Turn>>() {}))
                .isEqualTo(slice);
        var answer = merged(SHARDS, 5).turns(Selection.ALL, new Answers.Page(null, 50));
        assertThat(Json.MAPPER.readValue(Json.bytes(answer), new TypeReference<Answer<Turn>>() {}))
                .isEqualTo(answer);
    }
}
