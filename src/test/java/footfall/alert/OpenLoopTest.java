package footfall.alert;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.TurnAlerts.TurnRow;
import footfall.testkit.Transcripts;
import footfall.turn.StepRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The state of a running turn against the definition, which reads all of the steps so far again after each step. */
class OpenLoopTest {
    /** Of the loop and, for each kind, of its three levels. */
    private static final int ROW_BYTES_MAX = 90 + 40 * TurnRow.KINDS.size();

    record Call(String tool, StepRow.Batch batch) {
        boolean isParallelTo(Call other) {
            if (batch.messageId() != null || other.batch.messageId() != null) {
                return Objects.equals(batch.messageId(), other.batch.messageId());
            }
            return batch.parentUuid() != null && batch.equals(other.batch);
        }
    }

    /** Calls of one tool in a row. */
    private record Run(String tool, int walks) {}

    private static List<Run> runs(List<Call> calls) {
        var runs = new ArrayList<Run>();
        Call before = null;
        for (var call : calls) {
            if (before == null || !before.tool.equals(call.tool)) {
                runs.add(new Run(call.tool, 1));
            } else if (!call.isParallelTo(before)) {
                runs.add(new Run(call.tool, runs.remove(runs.size() - 1).walks + 1));
            }
            before = call;
        }
        return runs;
    }

    private static List<String> tools(List<Run> runs, int from, int count) {
        return runs.stream().skip(from).limit(count).map(Run::tool).toList();
    }

    /** The rounds of the loop that ends with the calls, 0 without one. */
    static int reference(List<Call> calls) {
        var runs = runs(calls);
        int rounds = 0;
        int at = 0;
        while (at < runs.size()) {
            int end = at + 1;
            rounds = runs.get(at).walks < 3 ? 0 : runs.get(at).walks;
            for (int length = 2; length <= 3; length++) {
                var cycle = tools(runs, at, length);
                int count = 1;
                while (tools(runs, at + count * length, length).equals(cycle)) {
                    count++;
                }
                if (count >= 2 && at + count * length > end) {
                    end = at + count * length;
                    rounds = count;
                }
            }
            at = end;
        }
        return rounds;
    }

    private static OpenLoop stored(OpenLoop loop) {
        var row = TurnRow.of(7).with(loop);
        for (var kind : TurnRow.KINDS) {
            var at = Transcripts.START.plusNanos(999_999_999);
            row = row.with(kind, new Levels(List.of(at, at, at), 3));
        }
        var bytes = TurnRow.KIND.bytes(row);
        assertThat(bytes).hasSizeLessThan(ROW_BYTES_MAX);
        assertThat(TurnRow.KIND.value(bytes)).isEqualTo(row);
        return TurnRow.KIND.value(bytes).loop();
    }

    @Property(tries = 2_000)
    void afterEachStepTheRoundsAreThoseOfTheLoopThatEndsThere(@ForAll("turns") List<Call> calls) {
        var loop = OpenLoop.NONE;
        int most = 0;
        for (int i = 0; i < calls.size(); i++) {
            loop = stored(loop.after(calls.get(i).tool, calls.get(i).batch));
            int expected = reference(calls.subList(0, i + 1));
            most = Math.max(most, expected);
            assertThat(List.of(loop.rounds(), loop.mostRounds()))
                    .as("%s", calls.subList(0, i + 1))
                    .containsExactly(expected, most);
        }
    }

    /** Parts of a turn that repeat one to four calls, and that stop within a repetition. */
    @Provide
    Arbitrary<List<Call>> turns() {
        var batches = Combinators.combine(
                        Arbitraries.of("m1", "m2").injectNull(0.5),
                        Arbitraries.of("p1", "p2").injectNull(0.3),
                        Arbitraries.integers().between(0, 1))
                .as(StepRow.Batch::new);
        var calls =
                Combinators.combine(Arbitraries.of("A", "B", "C", "D"), batches).as(Call::new);
        var parts = Combinators.combine(
                        calls.list().ofMinSize(1).ofMaxSize(4),
                        Arbitraries.integers().between(1, 14))
                .as((cycle, length) -> {
                    var part = new ArrayList<Call>();
                    for (int i = 0; i < length; i++) {
                        part.add(cycle.get(i % cycle.size()));
                    }
                    return part;
                });
        return parts.list()
                .ofMaxSize(6)
                .map(all -> all.stream().<Call>flatMap(List::stream).toList());
    }

    /** All turns of so many calls of three tools, without parallel calls. */
    @Test
    void everyShortTurnIsReadAsTheDefinitionReadsIt() {
        extend(new ArrayList<>(), OpenLoop.NONE, 9);
    }

    private static void extend(List<Call> calls, OpenLoop loop, int more) {
        assertThat(loop.rounds()).as("%s", calls).isEqualTo(reference(calls));
        for (var tool : more == 0 ? List.<String>of() : List.of("A", "B", "C")) {
            var call = new Call(tool, new StepRow.Batch(null, null, 0));
            calls.add(call);
            extend(calls, loop.after(tool, call.batch), more - 1);
            calls.remove(calls.size() - 1);
        }
    }

    private static List<Integer> rounds(String tools) {
        var loop = OpenLoop.NONE;
        var rounds = new ArrayList<Integer>();
        for (int i = 0; i < tools.length(); i++) {
            loop = loop.after(tools.substring(i, i + 1), new StepRow.Batch("m" + i, null, i));
            rounds.add(loop.rounds());
        }
        return rounds;
    }

    @Test
    void theRoundsOfAnUnfinishedRoundAreNone() {
        assertThat(rounds("AAAA")).containsExactly(0, 0, 3, 4);
        assertThat(rounds("ABABAB")).containsExactly(0, 0, 0, 2, 0, 3);
        assertThat(rounds("ABCABCAB")).containsExactly(0, 0, 0, 0, 0, 2, 0, 0);
        assertThat(rounds("ABABBB")).containsExactly(0, 0, 0, 2, 2, 2);
        assertThat(rounds("ABABAAA")).containsExactly(0, 0, 0, 2, 0, 0, 3);
        assertThat(rounds("ABCDABCD")).containsOnly(0);
    }

    @Test
    void parallelCallsOfOneToolAreOneWalk() {
        var loop = OpenLoop.NONE;
        for (int i = 0; i < 20; i++) {
            loop = loop.after("Read", new StepRow.Batch("m" + i / 10, null, 0));
        }
        assertThat(List.of(loop.walks(), loop.rounds())).containsExactly(2, 0);
    }

    @Test
    void theRowOfATurnOfTwentyThousandStepsAndTenThousandToolsStaysSmall() {
        var loop = OpenLoop.NONE;
        for (int i = 0; i < 20_000; i++) {
            int tool = i < 10_000 ? i : i % 3;
            loop = stored(loop.after("mcp__server__tool" + tool, new StepRow.Batch("msg_" + i, null, i)));
        }
        assertThat(loop.rounds()).isZero(); // 10,000 % 3 is 1: the last round misses two calls.
        assertThat(loop.mostRounds()).isEqualTo(3_333);
    }
}
