package footfall.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import footfall.desire.DesireRules;
import footfall.view.Aliases;
import footfall.view.Coverage.Missing;
import footfall.view.Filter;
import footfall.view.Instances;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.Shards;
import footfall.view.Share;
import footfall.view.StoreKind;
import footfall.wire.Partitions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which replica of each partition answers, and what is said of partitions that none answered. */
@Timeout(30)
class GatheredShardsTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(100);

    private final Map<StoreKind, SortedMap<Integer, List<Instances.Replica>>> replicas = new HashMap<>();
    private final Map<String, FakeShard.Behaviour> behaviours = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<GatheredShards> started = new ArrayList<>();
    private Runnable beforeReplicas = () -> {};

    @AfterEach
    void close() {
        started.forEach(GatheredShards::close);
    }

    private void has(StoreKind store, int partition, String active, String... standbys) {
        var some = new ArrayList<Instances.Replica>();
        if (active != null) {
            some.add(new Instances.Replica(active, false));
        }
        for (var standby : standbys) {
            some.add(new Instances.Replica(standby, true));
        }
        replicas.computeIfAbsent(store, none -> new TreeMap<>()).put(partition, some);
    }

    private GatheredShards shards(Duration deadline) {
        var instances = new Instances() {
            @Override
            public String name() {
                return "me:1";
            }

            @Override
            public SortedMap<Integer, List<Replica>> replicas(StoreKind store) {
                beforeReplicas.run();
                return new TreeMap<>(replicas.getOrDefault(store, new TreeMap<>()));
            }

            @Override
            public Instances.PartialShard here(Share share, LongSupplier left) {
                return new FakeShard(HERE, share, behaviours, asked);
            }
        };
        var shards = new GatheredShards(
                instances,
                (instance, share, within) -> new FakeShard(instance, share, behaviours, asked),
                deadline,
                System::nanoTime);
        started.add(shards);
        return shards;
    }

    private static int count(Shards.Parts<OpenTurns> answer) {
        return answer.parts().stream().mapToInt(OpenTurns::count).sum();
    }

    private Shards.Parts<OpenTurns> open(GatheredShards shards) {
        asked.clear();
        return shards.ask(shard -> shard.openTurns(Selection.ALL, 9));
    }

    @Test
    void oneInstanceAnswersInTheCallingThread() {
        has(StoreKind.TRAILS, 0, Instances.HERE);
        has(StoreKind.TRAILS, 1, Instances.HERE, "b:1");
        var caller = Thread.currentThread();
        beforeReplicas = () -> assertThat(Thread.currentThread()).isSameAs(caller);
        assertThat(open(shards(SHORT)).parts()).containsExactly(new OpenTurns(List.of(), 0b11));
        assertThat(asked).containsExactly("[0, 1]");
    }

    @Test
    void eachPartitionIsAnsweredOnceByItsActiveReplica() {
        has(StoreKind.TRAILS, 0, Instances.HERE, "b:1");
        has(StoreKind.TRAILS, 1, "b:1", Instances.HERE);
        has(StoreKind.TRAILS, 2, "c:1", "b:1");
        has(StoreKind.TRAILS, 3, "b:1", "c:1");
        var answer = open(shards(LONG));
        assertThat(count(answer)).isEqualTo(0b1111);
        assertThat(answer.missing()).isEmpty();
        assertThat(answer.stale()).isEmpty();
        assertThat(asked).containsExactlyInAnyOrder("[0]", "b:1[1, 3]", "c:1[2]");
    }

    @Test
    void repeatedLinesAreThoseOfAllPartitionsOrUnknown() {
        has(StoreKind.TRAILS, 0, Instances.HERE);
        has(StoreKind.TRAILS, 1, "b:1");
        has(StoreKind.TRAILS, 2, "b:1");
        var rules = new AnswerRules(DesireRules.DEFAULTS, new Aliases(Map.of()), 1);
        assertThat(new MergedAnswers(shards(LONG), rules)
                        .repeats()
                        .orElseThrow()
                        .lines())
                .isEqualTo(Map.of("of all", 0b111L, "of ", 1L, "of b:1", 1L));
        behaviours.put("b:1", FakeShard.Behaviour.REFUSES);
        assertThat(new MergedAnswers(shards(LONG), rules).repeats()).isEmpty();
    }

    @Test
    void aStandbyAnswersWhereTheActiveReplicaIsGoneAndIsMarked() {
        has(StoreKind.TRAILS, 0, "b:1", "c:1");
        has(StoreKind.TRAILS, 1, "d:1", "c:1");
        behaviours.put("b:1", FakeShard.Behaviour.REFUSES);
        behaviours.put("c:1", FakeShard.Behaviour.STANDBY);
        var shards = shards(LONG);
        var answer = open(shards);
        assertThat(count(answer)).isEqualTo(0b11);
        assertThat(answer.missing()).isEmpty();
        assertThat(answer.stale()).containsExactly(0);
        assertThat(asked).containsExactlyInAnyOrder("b:1[0]", "d:1[1]", "c:1[0]");
        open(shards);
        assertThat(asked).as("who failed is not asked again at once").containsExactlyInAnyOrder("c:1[0]", "d:1[1]");
    }

    @Test
    void aSilentInstanceIsNamedWithItsPartitionsWhenTheDeadlineHasPassed() {
        has(StoreKind.TRAILS, 0, Instances.HERE);
        has(StoreKind.TRAILS, 1, "b:1");
        has(StoreKind.TRAILS, 2, "b:1");
        behaviours.put("b:1", FakeShard.Behaviour.SILENT);
        var answer = open(shards(SHORT));
        assertThat(count(answer)).isEqualTo(0b001);
        assertThat(answer.missing()).containsExactly(new Missing("b:1", List.of(1, 2), "it did not answer in time"));
    }

    @Test
    void aClientThatLeavesEndsAllQuestionsAndPutsNoInstanceUnderSuspicion() {
        has(StoreKind.TRAILS, 0, "b:1", "d:1");
        has(StoreKind.TRAILS, 1, "c:1", "d:1");
        behaviours.put("b:1", FakeShard.Behaviour.SILENT);
        behaviours.put("c:1", FakeShard.Behaviour.SILENT);
        var shards = shards(LONG);
        var client = new FutureTask<>(() -> open(shards));
        var thread = new Thread(client);
        thread.start();
        await().until(() -> asked.size() == 2);
        thread.interrupt();
        assertThatThrownBy(client::get).hasCauseInstanceOf(CancellationException.class);
        await().until(() -> asked.containsAll(List.of("b:1 is interrupted", "c:1 is interrupted")));
        behaviours.clear();
        open(shards);
        assertThat(asked).as("they are asked first again").containsExactlyInAnyOrder("b:1[0]", "c:1[1]");
    }

    @Test
    void aSilentInstanceLeavesTimeForItsStandbys() {
        has(StoreKind.TRAILS, 0, "b:1", Instances.HERE);
        behaviours.put("b:1", FakeShard.Behaviour.SILENT);
        behaviours.put(Instances.HERE, FakeShard.Behaviour.STANDBY);
        var answer = open(shards(Duration.ofSeconds(1)));
        assertThat(count(answer)).isEqualTo(0b1);
        assertThat(answer.stale()).containsExactly(0);
    }

    @Test
    void aPartitionThatMovedIsAskedForOnceMoreByTheMetadataOfThen() {
        has(StoreKind.TRAILS, 0, "b:1");
        behaviours.put("b:1", FakeShard.Behaviour.MOVED);
        beforeReplicas = () -> {
            if (asked.contains("b:1[0]")) {
                has(StoreKind.TRAILS, 0, "c:1");
            }
        };
        assertThat(count(open(shards(LONG)))).isEqualTo(0b1);
        assertThat(asked).containsExactly("b:1[0]", "c:1[0]");
    }

    @Test
    void aPartitionThatArrivesMeanwhileIsAskedForAgainAtTheSameInstanceUnlessAnotherHasIt() {
        has(StoreKind.TRAILS, 0, "b:1");
        behaviours.put("b:1", FakeShard.Behaviour.MOVED);
        assertThat(open(shards(LONG)).missing())
                .containsExactly(new Missing("unassigned", List.of(0), "they are moving to another instance"));
        assertThat(asked).containsExactly("b:1[0]", "b:1[0]");
        beforeReplicas = () -> {
            if (asked.contains("b:1[0]")) {
                behaviours.put("b:1", FakeShard.Behaviour.ANSWERS);
            }
        };
        assertThat(count(open(shards(LONG)))).isEqualTo(0b1);
        behaviours.put("b:1", FakeShard.Behaviour.MOVED);
        beforeReplicas = () -> {};
        has(StoreKind.TRAILS, 0, "b:1", "c:1");
        assertThat(count(open(shards(LONG)))).isEqualTo(0b1);
        assertThat(asked).containsExactly("b:1[0]", "c:1[0]");
    }

    @Test
    void partitionsOfNobodyAndAnUnknownNumberOfPartitionsAreNotSilent() {
        var unassigned = "no instance that answers has them: they are being assigned, or their instance does not serve";
        assertThat(open(shards(SHORT)).missing()).containsExactly(new Missing("unassigned", List.of(0), unassigned));
        has(StoreKind.TRAILS, 0, Instances.HERE);
        has(StoreKind.TRAILS, 1, null);
        var answer = open(shards(SHORT));
        assertThat(count(answer)).isEqualTo(0b01);
        assertThat(answer.missing()).containsExactly(new Missing("unassigned", List.of(1), unassigned));
    }

    @Test
    void onlyThePartitionsOfTheSessionAreAsked() throws Filter.InvalidFilter {
        for (int partition = 0; partition < 8; partition++) {
            has(StoreKind.LOG, partition, Instances.HERE);
            has(StoreKind.TRAILS, partition, Instances.HERE);
            has(StoreKind.TALLIES, partition, Instances.HERE);
        }
        var shards = shards(LONG);
        int own = Partitions.ofSession("s1", 8);
        var selection = Selection.ALL.with(Filter.SESSION, "s1");
        shards.ask(shard -> shard.session("s1"));
        shards.ask(shard -> shard.tool("Read", selection, 1));
        shards.ask(shard -> shard.tallied(Set.of(), selection, 1));
        assertThat(asked).containsExactly("[" + own + "]", "[" + own + "]", "[" + own + "]");
        asked.clear();
        shards.ask(shard -> shard.turn("s1/a/b:7"));
        var candidates = Set.of("s1", "s1/a", "s1/a/b").stream()
                .map(session -> Partitions.ofSession(session, 8))
                .sorted()
                .distinct()
                .toList();
        assertThat(asked).containsExactly("" + candidates + candidates);
        asked.clear();
        var all = shards.ask(shard -> shard.tallied(Set.of(), Selection.ALL, 1));
        assertThat(all.parts().get(0).scanned()).isEqualTo(0b1111_1111);
    }

    @Test
    void aBugIsNotTakenForAnAbsence() {
        has(StoreKind.TRAILS, 0, "b:1");
        behaviours.put("b:1", FakeShard.Behaviour.BROKEN);
        assertThatThrownBy(() -> open(shards(LONG))).hasRootCauseMessage("a bug");
    }
}
