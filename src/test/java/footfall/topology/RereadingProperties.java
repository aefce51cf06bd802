package footfall.topology;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.session.SessionSummary;
import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import footfall.wire.Forget;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
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
import org.junit.jupiter.api.Test;

/**
 * Files that a reader with a mistake read are sent again by the mended one: the latest records are those of the mended
 * one alone, whatever the mistake was, and wherever the sending was stopped and begun again.
 */
@PropertyDefaults(tries = 300, edgeCases = EdgeCasesMode.NONE)
class RereadingProperties {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);
    private static final List<Integer> WAITS = List.of(1, 499, 5_001, 1_800_001);

    @Provide
    Arbitrary<Script> scripts() {
        return Scripts.any();
    }

    private static List<Shipment.Sent> readBy(int version, List<Shipment.Sent> lines) {
        return lines.stream()
                .map(line -> line.inFile(line.lineHeaders().file().readBy(version)))
                .toList();
    }

    /** As a reader reads it that leaves out lines, and takes tools, agents and messages for others. */
    private static List<Shipment.Sent> mistaken(List<Shipment.Sent> lines, Random random) {
        var mistaken = new ArrayList<Shipment.Sent>();
        for (var line : lines) {
            var json = new String(line.value(), StandardCharsets.UTF_8);
            switch (random.nextInt(5)) {
                case 0 -> {}
                case 1 -> mistaken.add(with(line, json.replaceAll("\"tool\":\"\\w+\"", "\"tool\":\"Guess\"")));
                case 2 -> mistaken.add(with(line, json.replaceAll("\"agent_id\":\"\\w+\"", "\"agent_id\":\"other\"")));
                default -> mistaken.add(line);
            }
        }
        return mistaken;
    }

    private static Shipment.Sent with(Shipment.Sent line, String json) {
        return new Shipment.Sent(line.session(), json.getBytes(StandardCharsets.UTF_8), line.lineHeaders());
    }

    /** With waits in between; what was sent before a stop comes once more, and the task is restored. */
    private static void play(MemoryTopology topology, List<Shipment.Sent> lines, Random random) {
        int from = 0;
        for (int i = 0; i < lines.size(); i++) {
            topology.pass(Duration.ofMillis(WAITS.get(random.nextInt(8) == 0 ? random.nextInt(4) : 0)));
            topology.arrive(lines.get(i));
            if (random.nextInt(10) == 0) {
                topology.restart().arrive(lines.subList(from, i + 1));
                from = i;
            }
        }
    }

    /** Without revisions, which go on. */
    private static Map<String, Object> latest(MemoryTopology topology) {
        var latest = new TreeMap<String, Object>();
        topology.end().latest().forEach((key, value) -> {
            boolean isRevised = value instanceof Turn || value instanceof Invocation;
            latest.put(key, isRevised ? value.toString().replaceAll("revision=\\d+", "") : value);
        });
        return latest;
    }

    private static Map<String, Object> alone(List<Shipment.Sent> lines) {
        return latest(new MemoryTopology(SETTINGS, Fold.NOON).arrive(readBy(2, lines)));
    }

    private static void assertReplaced(List<Shipment.Sent> lines, Random random) {
        var topology = new MemoryTopology(SETTINGS, Fold.NOON);
        play(topology, readBy(1, mistaken(lines, random)), random);
        topology.pass(Duration.ofMillis(WAITS.get(random.nextInt(4))));
        play(topology, readBy(2, lines), random);
        topology.arrive(readBy(1, lines)); // By another shipper, which is older.
        assertThat(latest(topology)).isEqualTo(alone(lines));
    }

    @Property
    void whatTheMendedReaderSaysReplacesWhatTheOldOneSaid(@ForAll("scripts") Script script, @ForAll long seed) {
        assertReplaced(Shipment.of("s1.jsonl", script.transcript("s1")).records(), new Random(seed));
    }

    @Test
    void soItIsWithEachStory() {
        for (var story : Story.all()) {
            assertReplaced(
                    Shipment.of(story).records(), new Random(story.sentence().hashCode()));
        }
    }

    /** As when its lines are sent slowly: all its trails are read again, each when its lines come. */
    @Test
    void whileAFileIsReadAgainNothingOfItIsWithdrawnThatComesBack() {
        var lines = Shipment.of(
                        "s1.jsonl",
                        Transcripts.session("s1")
                                .prompt(0, "go")
                                .assistant(1, "m1", use("Task", "t1"))
                                .result(2, "t1")
                                .duration(3, 3_000)
                                .agent("a1")
                                .prompt(4, "explore")
                                .assistant(5, "m2", use("Read", "r1"))
                                .result(6, "r1"))
                .records();
        var topology = new MemoryTopology(SETTINGS, Fold.NOON).arrive(readBy(1, lines));
        var before = topology.pass(Duration.ofHours(1)).end().latest();
        for (var line : readBy(2, lines)) {
            topology.arrive(line).pass(Story.RULES.timers().stopGrace().minusMillis(1));
        }
        assertThat(topology.sent()).noneMatch(record -> record.endsWith("withdrawn") && record.startsWith("turns"));
        assertThat(topology.end().latest()).isEqualTo(before);
        var mended = readBy(3, lines.subList(0, 4));
        topology.arrive(mended).pass(Story.RULES.timers().stopGrace());
        assertThat(topology.sent()).contains("turns s1/a1:0 withdrawn");
    }

    @Property
    void whatWasForgottenStaysSo(@ForAll("scripts") Script script, @ForAll long seed) {
        var random = new Random(seed);
        var lines = Shipment.of("s1.jsonl", script.transcript("s1")).records();
        int cut = random.nextInt(lines.size() + 1);
        var topology = new MemoryTopology(SETTINGS, Fold.NOON);
        topology.arrive(readBy(1, lines.subList(0, cut))).arrive(Forget.session("r1", "s1"));
        var before = topology.end().latest();
        topology.arrive(readBy(2, lines.subList(0, cut)));
        assertThat(topology.end().latest()).isEqualTo(before).isEmpty();
        play(topology, readBy(1, lines.subList(cut, lines.size())), random);
        var after = latest(topology);
        play(topology, readBy(2, lines), random);
        assertThat(turns(latest(topology))).isEqualTo(turns(after));
    }

    private static Map<String, Object> turns(Map<String, Object> latest) {
        var turns = new TreeMap<>(latest);
        turns.values().removeIf(SessionSummary.class::isInstance);
        return turns;
    }
}
