package footfall.topology;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.redact.Identity;
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
import java.util.function.Predicate;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/**
 * Random sessions of two users, mixed at random, with timers and restarts: what is forgotten leaves the latest records
 * and the stores as if it had never come, and what is read again replaces what was said before.
 */
@PropertyDefaults(tries = 100, edgeCases = EdgeCasesMode.NONE)
class TakingBackProperties {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);

    private static final Identity ADA = new Identity("box", "ada-7c1e");

    private static final Identity BOB = new Identity("hut", "bob-90aa");

    private static final String FORGOTTEN = "1f4b-forgotten";

    private static final String OTHER = "2a5c-other";

    private static final String LATER = "3d6e-later";

    private static final List<Integer> WAITS = List.of(1, 499, 5_001, 1_800_001);

    /** Restarts and requests are at random places. */
    private record Moment(Shipment.Sent line, int millis, boolean isRestart) {}

    @Provide
    Arbitrary<List<Script>> scripts() {
        return Scripts.any().list().ofSize(3);
    }

    private static List<Shipment.Sent> sent(Script script, String session, Identity identity) {
        return Shipment.of(session + ".jsonl", script.transcript(session)).records().stream()
                .map(one -> one.from(identity))
                .toList();
    }

    /** Lines of several sessions, mixed, with a wait before each. */
    private static List<Moment> mixed(Random random, List<List<Shipment.Sent>> sessions) {
        var left = new ArrayList<List<Shipment.Sent>>();
        sessions.forEach(session -> left.add(new ArrayList<>(session)));
        left.removeIf(List::isEmpty);
        var mixed = new ArrayList<Moment>();
        while (!left.isEmpty()) {
            var session = left.get(random.nextInt(left.size()));
            int millis = random.nextInt(4) == 0 ? List.of(499, 5_001, 1_800_001).get(random.nextInt(3)) : 1;
            mixed.add(new Moment(session.remove(0), millis, random.nextInt(8) == 0));
            left.removeIf(List::isEmpty);
        }
        return mixed;
    }

    private static void play(MemoryTopology topology, List<Moment> moments, Predicate<Shipment.Sent> arrives) {
        for (var moment : moments) {
            topology.pass(Duration.ofMillis(moment.millis));
            if (arrives.test(moment.line)) {
                topology.arrive(moment.line);
            }
            if (moment.isRestart) {
                topology.restart();
            }
        }
    }

    private static Map<String, Object> without(List<Moment> moments, Predicate<Shipment.Sent> isForgotten) {
        var topology = new MemoryTopology(SETTINGS, Fold.NOON);
        play(topology, moments, isForgotten.negate());
        return topology.end().latest();
    }

    @Property
    void aForgottenSessionLeavesWhatTheOthersAloneMake(@ForAll("scripts") List<Script> scripts, @ForAll long seed) {
        var random = new Random(seed);
        var forgotten = sent(scripts.get(0), FORGOTTEN, ADA);
        var known = forgotten.subList(0, random.nextInt(forgotten.size() + 1));
        var moments = mixed(random, List.of(known, sent(scripts.get(1), OTHER, ADA), sent(scripts.get(2), LATER, BOB)));
        Predicate<Shipment.Sent> isForgotten = one -> one.session().equals(FORGOTTEN);
        int last = moments.size();
        while (last > 0 && !isForgotten.test(moments.get(last - 1).line)) {
            last--;
        }
        int at = last + random.nextInt(moments.size() - last + 1);
        var topology = new MemoryTopology(SETTINGS, Fold.NOON);
        play(topology, moments.subList(0, at), all -> true);
        topology.arrive(Forget.session("r1", FORGOTTEN));
        if (random.nextBoolean()) {
            topology.arrive(known);
        }
        play(topology, moments.subList(at, moments.size()), all -> true);
        topology.arrive(known).arrive(Forget.session("r2", FORGOTTEN));
        assertThat(topology.end().latest()).isEqualTo(without(moments, isForgotten));
        assertThat(topology.rowsWith(FORGOTTEN)).isSubsetOf("assembler 1", "assembler 11", "assembler 127");
    }

    @Property
    void aForgottenUserLeavesWhatTheOthersAndLaterSessionsMake(
            @ForAll("scripts") List<Script> scripts, @ForAll long seed) {
        var random = new Random(seed);
        var known = sent(scripts.get(0), FORGOTTEN, ADA);
        var before = mixed(random, List.of(known, sent(scripts.get(1), OTHER, BOB)));
        var after = mixed(random, List.of(known, sent(scripts.get(2), LATER, ADA)));
        Predicate<Shipment.Sent> isForgotten = one -> one.session().equals(FORGOTTEN);
        var topology = new MemoryTopology(SETTINGS, Fold.NOON);
        play(topology, before, all -> true);
        topology.arrive(Forget.user("r1", ADA.user()));
        topology.sweeping(random.nextBoolean());
        play(topology, after, all -> true);
        var all = new ArrayList<>(before);
        all.addAll(after);
        assertThat(topology.end().latest()).isEqualTo(without(all, isForgotten));
        assertThat(topology.rowsWith(FORGOTTEN)).isSubsetOf("assembler 1", "assembler 11", "assembler 127");
    }

    /** In a new topology the lines come in one go, and no sweep ends before the last of them. */
    @Property
    void aReplayOfAllRecordsEndsWithTheSameKeysAndTallies(@ForAll("scripts") List<Script> scripts, @ForAll long seed) {
        var random = new Random(seed);
        var known = sent(scripts.get(0), FORGOTTEN, ADA);
        int first = random.nextInt(known.size() + 1);
        var before = mixed(random, List.of(known.subList(0, first), sent(scripts.get(1), OTHER, BOB)));
        var after = mixed(random, List.of(known.subList(first, known.size()), sent(scripts.get(2), LATER, ADA)));
        var live = new MemoryTopology(SETTINGS, Fold.NOON);
        play(live, before, all -> true);
        live.arrive(Forget.user("r1", ADA.user()));
        play(live, after, all -> true);
        var replay = new MemoryTopology(SETTINGS, Fold.NOON);
        before.forEach(moment -> replay.arrive(moment.line));
        replay.arrive(Forget.user("r1", ADA.user()));
        after.forEach(moment -> replay.arrive(moment.line));
        assertThat(replay.end().latest().keySet()).isEqualTo(live.end().latest().keySet());
        assertThat(tallies(replay)).isEqualTo(tallies(live));
    }

    private static Map<String, Object> tallies(MemoryTopology topology) {
        var tallies = new TreeMap<>(topology.latest());
        tallies.keySet().removeIf(key -> key.matches("(turns|invocations|sessions) .*"));
        return tallies;
    }

    @Provide
    Arbitrary<Script> scriptsOfRereading() {
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
    private static void playOfRereading(MemoryTopology topology, List<Shipment.Sent> lines, Random random) {
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
        playOfRereading(topology, readBy(1, mistaken(lines, random)), random);
        topology.pass(Duration.ofMillis(WAITS.get(random.nextInt(4))));
        playOfRereading(topology, readBy(2, lines), random);
        topology.arrive(readBy(1, lines)); // By another shipper, which is older.
        assertThat(latest(topology)).isEqualTo(alone(lines));
    }

    @Property
    void whatTheMendedReaderSaysReplacesWhatTheOldOneSaid(
            @ForAll("scriptsOfRereading") Script script, @ForAll long seed) {
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
    void whatWasForgottenStaysSo(@ForAll("scriptsOfRereading") Script script, @ForAll long seed) {
        var random = new Random(seed);
        var lines = Shipment.of("s1.jsonl", script.transcript("s1")).records();
        int cut = random.nextInt(lines.size() + 1);
        var topology = new MemoryTopology(SETTINGS, Fold.NOON);
        topology.arrive(readBy(1, lines.subList(0, cut))).arrive(Forget.session("r1", "s1"));
        var before = topology.end().latest();
        topology.arrive(readBy(2, lines.subList(0, cut)));
        assertThat(topology.end().latest()).isEqualTo(before).isEmpty();
        playOfRereading(topology, readBy(1, lines.subList(cut, lines.size())), random);
        var after = latest(topology);
        playOfRereading(topology, readBy(2, lines), random);
        assertThat(turns(latest(topology))).isEqualTo(turns(after));
    }

    private static Map<String, Object> turns(Map<String, Object> latest) {
        var turns = new TreeMap<>(latest);
        turns.values().removeIf(SessionSummary.class::isInstance);
        return turns;
    }
}
