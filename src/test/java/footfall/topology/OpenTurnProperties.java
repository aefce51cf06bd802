package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Outcome;
import footfall.line.TrailId;
import footfall.testkit.Defaults;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.OpenTurnFold;
import footfall.turn.Trail;
import footfall.turn.Turn;
import footfall.turn.TurnFold;
import footfall.turn.TurnSnapshot;
import footfall.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

/**
 * Random sessions with random pauses and restarts: the latest record of an open turn is the state of the turn, at
 * most one is sent in an interval, and none is left when all turns have closed.
 */
@PropertyDefaults(tries = 300, edgeCases = EdgeCasesMode.NONE)
class OpenTurnProperties {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);
    private static final List<Integer> PAUSES = List.of(0, 1, 1, 100, 149, 250, 600, 5_001, 1_800_001);

    @Provide
    Arbitrary<Script> scripts() {
        return Scripts.withLinksInTheMainTrail();
    }

    @Property
    void theLatestRecordIsTheStateOfTheTurn(@ForAll("scripts") Script script, @ForAll long seed) {
        var random = new Random(seed);
        var topology = new MemoryTopology(SETTINGS, Transcripts.START);
        for (var line : Shipment.of("s1.jsonl", script.transcript("s1")).records()) {
            topology.arrive(line).pass(Duration.ofMillis(PAUSES.get(random.nextInt(PAUSES.size()))));
            if (random.nextInt(8) == 0) {
                topology.restart();
            }
            if (random.nextInt(4) == 0) {
                topology.pass(OpenTurnFold.INTERVAL);
                assertThat(sent(topology)).containsAllEntriesOf(expected(topology));
            }
        }
        topology.end();
        assertThat(sent(topology)).isEmpty();
    }

    @Property
    void atMostOneRecordIsSentInAnInterval(@ForAll("scripts") Script script, @ForAll long seed) {
        var random = new Random(seed);
        var topology = new MemoryTopology(SETTINGS, Transcripts.START);
        for (var line : Shipment.of("s1.jsonl", script.transcript("s1")).records()) {
            topology.arrive(line).pass(Duration.ofMillis(PAUSES.get(random.nextInt(PAUSES.size()))));
        }
        assertThat(topology.end().openSent().values()).allSatisfy(times -> {
            for (int i = 1; i < times.size(); i++) {
                assertThat(Duration.between(times.get(i - 1), times.get(i)))
                        .isGreaterThanOrEqualTo(OpenTurnFold.INTERVAL);
            }
        });
    }

    private static Map<String, Object> sent(MemoryTopology topology) {
        var open = new TreeMap<>(topology.latest());
        open.keySet().removeIf(key -> !key.startsWith("open "));
        return open;
    }

    /** By the turns as if they closed now. A later line of the main agent may name the project of a subagent. */
    private static Map<String, Object> expected(MemoryTopology topology) {
        var fold = new TurnFold(SETTINGS.turnRules());
        var expected = new TreeMap<String, Object>();
        topology.trails().forEach((id, trail) -> {
            if (trail.live() && trail.hasOpenTurn() && id.isMain()) {
                var turn = fold.asItIs(topology.foldRows(), id).orElseThrow();
                assertThat(turn.span().closedBy()).isNull();
                assertThat(Json.read(Turn.class, Json.bytes(turn))).isEqualTo(turn);
                expected.put("open " + id.text(), snapshot(id, trail, turn));
            }
        });
        return expected;
    }

    private static TurnSnapshot snapshot(TrailId id, Trail trail, Turn turn) {
        var steps = turn.steps();
        return new TurnSnapshot(
                turn.id(),
                trail.isEnding(),
                turn.size(),
                (int) steps.stream()
                        .filter(step -> step.result().outcome() == Outcome.ERROR)
                        .count(),
                steps.subList(Math.max(0, steps.size() - TurnSnapshot.STEPS_MAX), steps.size()),
                turn.span().startedAt(),
                turn.span().endedAt(),
                null,
                turn.spend(),
                turn.product(),
                turn.origin(),
                null);
    }
}
