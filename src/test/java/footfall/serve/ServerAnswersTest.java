package footfall.serve;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.ask.ApiClient;
import footfall.ask.ServerAnswers;
import footfall.pattern.TalliedTurn;
import footfall.serve.Doors.Limits;
import footfall.testkit.AnswersMatrix;
import footfall.testkit.Fold;
import footfall.testkit.ListShard;
import footfall.testkit.Story;
import footfall.turn.Contribution;
import footfall.turn.Turn;
import footfall.view.Aliases;
import footfall.view.Filter.InvalidFilter;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.Shards;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every question with every filter by HTTP, against a scan over the JSON of all turns. */
@Timeout(120)
class ServerAnswersTest {
    private static final Limits UNLIMITED = new Limits(
            Limits.DEFAULTS.headBytes(),
            Limits.DEFAULTS.connections(),
            Limits.DEFAULTS.requests(),
            1_000_000,
            1_000_000,
            Limits.DEFAULTS.head(),
            Limits.DEFAULTS.idle());

    private static List<Turn> turns() {
        var byId = new LinkedHashMap<String, Turn>();
        for (var story :
                List.of("how-calls-fail", "subagent-links", "qbit-lines", "timestamps-missing-or-out-of-order")) {
            Fold.files(Story.of(Story.ALL.resolve(story)).files())
                    .forEach(turn -> byId.putIfAbsent(turn.id().turnId(), turn));
        }
        return List.copyOf(byId.values());
    }

    private static Optional<TalliedTurn> tallied(Turn turn) {
        return turn.prompt().copyOf() != null
                ? Optional.empty()
                : Optional.of(new TalliedTurn(turn.id().turnId(), turn.id().sessionId(), Contribution.of(turn)));
    }

    @Test
    void answersByHttpAreThoseOfAScan() throws InvalidFilter {
        var turns = turns();
        var shard = new ListShard(
                turns, turns.stream().flatMap(turn -> tallied(turn).stream()).toList(), OpenTurns.NONE);
        var rules = new AnswerRules(AnswersMatrix.RULES, AnswersMatrix.ALIASES, 1_000);
        var merged = new MergedAnswers(Shards.of(List.of(shard)), rules);
        var api = new Api(() -> Optional.of(new ApiSource(merged, () -> null)), InstantSource.fixed(Instant.EPOCH));
        var matrix = new AnswersMatrix(turns, List.of(), ServerAnswersTest::tallied);
        try (var served = Served.with(null, UNLIMITED, api.routes().toArray(Route[]::new))) {
            var client = new ApiClient(served.uri(""), Optional.empty(), Optional.empty(), () -> "unreachable");
            var answers = new ServerAnswers(client, new Aliases(Map.of()));
            var cases = new ArrayList<>(matrix.single());
            cases.addAll(matrix.pairs(2));
            for (var filters : cases) {
                for (var question : AnswersMatrix.Question.values()) {
                    assertThat(AnswersMatrix.asked(answers, question, filters))
                            .as(question + " " + filters)
                            .isEqualTo(matrix.expected(question, filters));
                }
            }
            for (var filters : matrix.single()) {
                var question = new UsageQuestion(
                        List.of(UsageBy.WINDOW, UsageBy.PROJECT), Selection.parse(filters), ZoneOffset.UTC);
                var order = new UsageBill.Order(UsageBill.UsageSort.TOKENS, 5, true, new BigDecimal("19.99"));
                assertThat(answers.usage(question, order))
                        .as("usage " + filters)
                        .isEqualTo(merged.usage(question, order));
            }
            for (var turn : turns) {
                assertThat(answers.turn(turn.id().turnId()).item()).isEqualTo(turn);
            }
            assertThat(answers.turn("none:1").item()).isNull();
        }
    }
}
