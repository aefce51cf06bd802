package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.session.SessionSummary;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.testkit.TurnText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A subagent's turn and the step that runs it name each other, in whatever order their lines come. */
class SubagentsThroughTheDriverTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);

    @TempDir
    Path state;

    private static List<Shipment.Sent> parent() {
        return Shipment.of(
                        "s1.jsonl",
                        session("s1")
                                .prompt(0, "go")
                                .with("cwd", "/w/shop")
                                .assistant(1, "m1", use("Task", "t1"))
                                .link(2, "t1", "a1")
                                .result(8, "t1")
                                .duration(9, 50))
                .records();
    }

    private static List<Shipment.Sent> agent() {
        return Shipment.of(
                        "s1/subagents/agent-a1.jsonl",
                        session("s1")
                                .agent("a1")
                                .prompt(3, "look")
                                .assistant(4, "n1", use("Grep", "g1"))
                                .endTurn(5, "n2"))
                .records();
    }

    /** Every order in which the lines of both files can come, each file in its own. */
    private static void merges(
            List<Shipment.Sent> one,
            List<Shipment.Sent> other,
            List<Shipment.Sent> sofar,
            List<List<Shipment.Sent>> out) {
        if (one.isEmpty() && other.isEmpty()) {
            out.add(List.copyOf(sofar));
        }
        for (var rest : List.of(one, other)) {
            if (!rest.isEmpty()) {
                sofar.add(rest.get(0));
                var left = rest.subList(1, rest.size());
                merges(rest == one ? left : one, rest == other ? left : other, sofar, out);
                sofar.remove(sofar.size() - 1);
            }
        }
    }

    @Test
    void inEveryOrderOfTheirLinesWithAndWithoutTimeInBetween() {
        var orders = new ArrayList<List<Shipment.Sent>>();
        merges(parent(), agent(), new ArrayList<>(), orders);
        assertThat(orders).hasSize(56);
        for (int i = 0; i < orders.size(); i++) {
            for (var pause : List.of(Duration.ZERO, Duration.ofMinutes(31))) {
                ends(state.resolve(i + "-" + pause), orders.get(i), pause);
            }
        }
    }

    private static void ends(Path state, List<Shipment.Sent> order, Duration pause) {
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            for (var sent : order) {
                driver.arrive(sent);
                if (!pause.isZero()) {
                    driver.advance(pause).advance(Duration.ofSeconds(1));
                }
            }
            driver.pass(Duration.ofHours(1));
            var turns = driver.lastTurns();
            assertThat(turns).containsOnlyKeys("s1:0", "s1/a1:0");
            assertThat(turns.get("s1:0").steps())
                    .extracting(step -> step.result().subagent())
                    .containsExactly("a1");
            assertThat(turns.get("s1/a1:0").parent().parentTurnId()).isEqualTo("s1:0");
            assertThat(turns.get("s1/a1:0").parent().parentToolUseId()).isEqualTo("t1");
            assertThat(turns.get("s1/a1:0").origin().project()).isEqualTo("shop");
            assertThat(driver.lastSessions().get("s1").subagents())
                    .extracting(SessionSummary.Subagent::agentId)
                    .containsExactly("a1");
        }
    }

    @Test
    void aLinkThatComesAfterBothTurnsWereEmittedRevisesBoth() {
        var lines = session("s1")
                .prompt(0, "go")
                .assistant(1, "m1", use("Agent", "t1"))
                .duration(2, 50)
                .result(8, "t1")
                .with("toolUseResult", java.util.Map.of("agentId", "a1"));
        var sent = Shipment.of("s1.jsonl", lines).records();
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            driver.arrive(sent.subList(0, 3)).arrive(agent()).pass(Duration.ofHours(1));
            assertThat(driver.lastTurns().get("s1/a1:0").parent().parentTurnId())
                    .isNull();
            driver.arrive(sent.get(3)).pass(Duration.ofSeconds(1));
            var turns = driver.lastTurns();
            assertThat(TurnText.of(turns.values())).hasSize(2);
            assertThat(turns.get("s1:0").revision()).isEqualTo(1);
            assertThat(turns.get("s1:0").steps().get(0).result().subagent()).isEqualTo("a1");
            assertThat(turns.get("s1/a1:0").revision()).isEqualTo(1);
            assertThat(turns.get("s1/a1:0").parent().parentTurnId()).isEqualTo("s1:0");
        }
    }
}
