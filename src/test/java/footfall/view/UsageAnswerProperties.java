package footfall.view;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.pattern.UsageDelta;
import footfall.pattern.UsageTally;
import footfall.testkit.Fold;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.testkit.Story;
import footfall.testkit.TallyBytes;
import footfall.turn.Contribution;
import footfall.turn.Output;
import footfall.turn.Turn;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

/** However turns are revised and forgotten, the tally of hours answers as the last revisions of the turns. */
@PropertyDefaults(tries = 200, edgeCases = EdgeCasesMode.NONE)
class UsageAnswerProperties {
    private static final int MINUTES = 11;

    /** Lines over several hours. */
    @Provide
    Arbitrary<Script> scripts() {
        return Scripts.any()
                .map(script -> new Script(script.moves().stream()
                        .map(one -> new Script.Move(
                                one.kind(), one.agent(), one.call(), one.message(), one.after() * MINUTES * 60))
                        .toList()));
    }

    @Provide
    Arbitrary<List<Integer>> waits() {
        return Scripts.waits();
    }

    @Provide
    Arbitrary<Set<UsageBy>> keys() {
        return Arbitraries.of(UsageBy.HOUR, UsageBy.WINDOW, UsageBy.DAY, UsageBy.PROJECT, UsageBy.HOST, UsageBy.USER)
                .set()
                .ofMaxSize(3);
    }

    private static void apply(UsageTally tally, Map<String, Turn> last, Output output) {
        if (output instanceof Output.TurnEmitted emitted) {
            var id = emitted.turn().id().turnId();
            last.put(id, emitted.turn());
            apply(tally, id, emitted.before(), emitted.after());
        } else if (output instanceof Output.TurnWithdrawn withdrawn) {
            var id = withdrawn.trail().turnId(withdrawn.index());
            last.remove(id);
            apply(tally, id, withdrawn.last().contribution(), null);
        }
    }

    private static void apply(UsageTally tally, String id, Contribution before, Contribution after) {
        UsageDelta.of(id, before, after)
                .forEach(delta -> tally.apply(
                        UsageDelta.read(delta.subject().key(), delta.bytes()).orElseThrow()));
    }

    private static Map<List<String>, String> sums(UsagePart part) {
        return part.entries().stream().collect(Collectors.toMap(UsagePart.Entry::values, one -> {
            var sums = one.sums();
            return List.of(sums.turns(), sums.longTurns(), sums.steps(), sums.failures(), sums.activeDurationMs()) + " "
                    + sums.tokens() + " " + sums.cost() + " " + sums.unpriced();
        }));
    }

    @Property
    void theTallyAnswersAsTheLastRevisions(
            @ForAll("scripts") Script script,
            @ForAll("waits") List<Integer> waits,
            @ForAll("keys") Set<UsageBy> by,
            @ForAll boolean isForgotten) {
        var fold = Fold.starting(Story.RULES, Fold.NOON);
        for (int i = 1; i <= 4; i++) {
            int end = i * script.moves().size() / 4;
            fold.feed(new Script(script.moves().subList(0, end)).transcript("s1"))
                    .pass(waits.get(i));
        }
        fold.end();
        if (isForgotten) {
            fold.forget("s1");
        }
        var rows = new TallyBytes();
        var tally = new UsageTally(rows);
        var last = new HashMap<String, Turn>();
        fold.outputs().forEach(output -> apply(tally, last, output));
        var question =
                new UsageQuestion(List.copyOf(by), Selection.ALL, ZoneId.of("America/Los_Angeles")).and(UsageBy.MODEL);
        var ofTally = new UsageFold(question);
        UsageTally.eachSpent(rows, ofTally::add);
        var ofTurns = new UsageFold(question);
        last.values().stream().filter(turn -> turn.span().startedAt() != null).forEach(ofTurns::add);
        assertThat(sums(ofTally.part(0, null))).isEqualTo(sums(ofTurns.part(0, null)));
    }
}
