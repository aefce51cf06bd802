package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.redact.Identity;
import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.wire.Forget;
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

/**
 * After a request to forget, the latest records and the stores are those of a topology that never got the lines:
 * random sessions of two users, mixed at random, with requests, repetitions, timers and restarts in between.
 */
@PropertyDefaults(tries = 100, edgeCases = EdgeCasesMode.NONE)
class ForgetProperties {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);
    private static final Identity ADA = new Identity("box", "ada-7c1e");
    private static final Identity BOB = new Identity("hut", "bob-90aa");
    private static final String FORGOTTEN = "1f4b-forgotten";
    private static final String OTHER = "2a5c-other";
    private static final String LATER = "3d6e-later";

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
}
