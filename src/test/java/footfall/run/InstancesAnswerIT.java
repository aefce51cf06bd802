package footfall.run;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Cluster;
import footfall.testkit.Ports;
import footfall.testkit.Shipment;
import footfall.turn.OpenTurnLimits;
import footfall.turn.Position;
import footfall.turn.Prices;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import footfall.view.Answers;
import footfall.view.Answers.Page;
import footfall.view.Answers.Top;
import footfall.view.Coverage;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.StoreKind;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two and three instances over one broker: every question gives the same answer from each; one that disappears is
 * replaced by standbys, and its answers are whole again when its partitions have moved.
 */
@Timeout(180)
class InstancesAnswerIT {
    private static final int PARTITIONS = 4;
    private static final int SESSIONS = 12;
    private static final int OPEN = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SLOW = Duration.ofHours(1);
    private static final TurnRules RULES = new TurnRules(
            3,
            100,
            new TurnRules.Timers(SLOW, SLOW, SLOW, Duration.ofDays(60), Duration.ofDays(400), OpenTurnLimits.NONE),
            Prices.NONE);

    @TempDir
    Path folder;

    private final List<InstanceServer> instances = new ArrayList<>();

    /** Three turns each, the last of which stays open in every third. */
    private static List<Shipment.Sent> lines() {
        var sent = new ArrayList<Shipment.Sent>();
        for (int i = 0; i < SESSIONS; i++) {
            var lines = session("s" + i);
            for (int turn = 0; turn < 3; turn++) {
                lines.prompt(100 * turn + i, "go").with("cwd", "/w/p" + i % 2);
                for (int step = 0; step <= turn + i % 4; step++) {
                    lines.assistant(
                            100 * turn + i, turn + "-" + step, use(step == 1 ? "Bash" : "Read", turn + "-" + step));
                }
                lines.failed(100 * turn + i + 1, turn + "-0", "no");
                if (turn < 2 || i % 3 > 0) {
                    lines.duration(100 * turn + i + 2, 10);
                }
            }
            sent.addAll(Shipment.of("s" + i + ".jsonl", lines).records());
        }
        return sent;
    }

    /** Every question, and its answer in full. */
    private static Map<String, Object> everything(Answers answers) throws Exception {
        var all = new LinkedHashMap<String, Object>();
        var some = Selection.ALL.with(Filter.PROJECT, "p1").with(Filter.TOOL, "Bash");
        var session = Selection.ALL.with(Filter.SESSION, "s5");
        for (var selection : List.of(Selection.ALL, some, session)) {
            all.put("turns " + selection, answers.turns(selection, new Page(null, 1_000)));
            all.put("sessions " + selection, answers.sessions(selection, new Page(null, 5)));
            all.put("alerts " + selection, answers.alerts(selection, new Page(null, 5)));
            all.put("patterns " + selection, answers.patterns(selection, Top.ALL));
            all.put("tools " + selection, answers.tools(selection, new Top(null, 1)));
            all.put("tool " + selection, answers.tool("Read", selection));
            all.put("paths " + selection, answers.paths(selection, true, 5));
            all.put("desires " + selection, answers.desires(selection, null, Top.ALL));
            var bill = new UsageQuestion(List.of(UsageBy.HOUR, UsageBy.PROJECT), selection, ZoneOffset.UTC);
            all.put("usage " + selection, answers.usage(bill, new UsageBill.Order(null, 100, true)));
        }
        all.put("turn", answers.turn("s7:1"));
        all.put("an open turn", answers.turn("s3:2"));
        all.put("no turn", answers.turn("s7:9"));
        all.put("session", answers.session("s4"));
        all.put("open", answers.openTurns(10));
        return all;
    }

    private static List<Turn> paged(Answers answers) {
        var turns = new ArrayList<Turn>();
        Position after = null;
        do {
            var page = answers.turns(Selection.ALL, new Page(after, 7));
            turns.addAll(page.items());
            after = page.next();
        } while (after != null);
        return turns;
    }

    private static List<Coverage> coverages(Map<String, Object> answers) {
        return answers.values().stream().map(InstancesAnswerIT::coverage).toList();
    }

    private static Coverage coverage(Object answer) {
        try {
            return (Coverage) answer.getClass().getMethod("coverage").invoke(answer);
        } catch (ReflectiveOperationException bug) {
            throw new AssertionError(bug);
        }
    }

    private static Object item(Object answer) {
        return Stream.of(answer.getClass().getRecordComponents())
                .filter(part -> !part.getName().equals("coverage"))
                .map(part -> {
                    try {
                        return part.getAccessor().invoke(answer);
                    } catch (ReflectiveOperationException bug) {
                        throw new AssertionError(bug);
                    }
                })
                .toList();
    }

    private InstanceServer start(Cluster.Footfall footfall) {
        var instance =
                InstanceServer.start(footfall, "i" + instances.size(), Ports.free(), folder.resolve("admin.token"));
        instances.add(instance);
        return instance;
    }

    private void awaitWhole(InstanceServer instance) {
        Awaitility.await().atMost(PATIENCE).until(() -> {
            var all = everything(instance.answers());
            return coverages(all).stream().allMatch(Coverage.COMPLETE::equals)
                    && paged(instance.answers()).size() == 3 * SESSIONS - OPEN
                    && instance.answers().openTurns(99).items().size() == OPEN
                    && instance.answers().tools(Selection.ALL, Top.ALL).items().size() == 2;
        });
    }

    /** Of each partition of each store at another instance. */
    private void awaitStandbys() {
        var places = instances.get(0).streaming().instances();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> Stream.of(StoreKind.values())
                        .allMatch(store -> places.replicas(store).values().stream()
                                .allMatch(replicas ->
                                        replicas.size() == 2 && !replicas.get(0).isStandby())));
    }

    @Test
    void everyQuestionGivesTheSameAnswerFromEachInstanceAlsoWhileOneIsGone() throws Exception {
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("many", PARTITIONS, RULES).send(lines());
            start(footfall);
            start(footfall);
            try {
                instances.forEach(this::awaitWhole);
                var two = everything(instances.get(0).answers());
                assertThat(everything(instances.get(1).answers())).isEqualTo(two);
                assertThat(paged(instances.get(1).answers())).isEqualTo(footfall.turns());
                assertThat(two.get("no turn")).hasToString("Single[item=null, coverage=" + Coverage.COMPLETE + "]");

                var third = start(footfall);
                instances.forEach(this::awaitWhole);
                awaitStandbys();
                for (var instance : instances) {
                    assertThat(everything(instance.answers()))
                            .as(instance.address())
                            .isEqualTo(two);
                }

                third.disappear();
                instances.remove(third);
                for (var instance : instances) {
                    Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
                        var gone = everything(instance.answers());
                        two.forEach((question, answer) -> assertThat(item(gone.get(question)))
                                .as(question)
                                .isEqualTo(item(answer)));
                        assertThat(coverages(gone))
                                .allSatisfy(one -> assertThat(one.missing()).isEmpty())
                                .anySatisfy(one -> assertThat(one.stale()).isNotEmpty());
                    });
                }

                third.close();
                instances.forEach(this::awaitWhole);
                assertThat(everything(instances.get(1).answers())).isEqualTo(two);
            } finally {
                instances.forEach(InstanceServer::close);
            }
        }
    }
}
