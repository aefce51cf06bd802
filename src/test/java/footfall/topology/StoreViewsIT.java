package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Shipment;
import footfall.turn.Prices;
import footfall.turn.TurnRules;
import footfall.view.OpenTurn;
import footfall.view.Readiness;
import footfall.view.Views.Change;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Asks a running topology. Its timers are slow, so that turns of old transcripts stay open. */
@Timeout(180)
class StoreViewsIT {
    private static final Duration SLOW = Duration.ofHours(1);
    private static final TurnRules RULES = new TurnRules(
            2,
            100,
            new TurnRules.Timers(
                    SLOW,
                    SLOW,
                    SLOW,
                    Duration.ofDays(60),
                    Duration.ofDays(400),
                    Duration.ofDays(90),
                    TurnRules.OpenTurnLimits.NONE),
            Prices.NONE);

    @TempDir
    Path folder;

    private static List<Shipment.Sent> threeSessions() {
        return Stream.of(
                        session("s1")
                                .prompt(0, "go")
                                .assistant(1, "m1", use("Grep", "t1"), use("Read", "t2"))
                                .result(2, "t1")
                                .failed(3, "t2", "File does not exist.")
                                .assistant(4, "m2", use("Read", "t3")),
                        session("s2")
                                .prompt(0, "go")
                                .assistant(1, "m1", use("Bash", "t1"))
                                .stop(2),
                        session("s3")
                                .prompt(0, "go")
                                .assistant(1, "m1", use("Edit", "t1"))
                                .duration(2, 1_000))
                .flatMap(transcript -> Shipment.of(transcript).records().stream())
                .toList();
    }

    @Test
    void openTurnsAreListedWithWhatTheyDidSoFarAndAreTheSameAfterARestart() {
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("open", 3, RULES).send(threeSessions());
            List<OpenTurn> before;
            try (var streaming = footfall.start(2)) {
                footfall.await(
                        streaming, () -> processed(streaming) == threeSessions().size());
                footfall.await(streaming, () -> streaming.views().openTurns(9).count() == 2);
                before = streaming.views().openTurns(9).turns();
                assertThat(before)
                        .extracting(
                                OpenTurn::turnId,
                                OpenTurn::length,
                                OpenTurn::pattern,
                                OpenTurn::failures,
                                OpenTurn::state,
                                turn -> turn.product().agent())
                        .containsExactly(
                                tuple("s1:0", 3, "Grep → Read{2+}", 1, OpenTurn.State.OPEN, "claude"),
                                tuple("s2:0", 1, "Bash", 0, OpenTurn.State.ENDING, "claude"));
                assertThat(streaming.views().openTurns(1).turns()).isEqualTo(before.subList(0, 1));
                // A partition without a line reports its position at its next punctuation, once the broker has answered
                // with its end.
                footfall.await(streaming, () -> isNotifiedOf(streaming.views().progress(), 3));
                // The other thread may still be joining the group.
                footfall.await(streaming, () -> streaming.views().readiness().equals(Readiness.CURRENT));
                assertThat(streaming.views().progress()).allMatch(one -> one.lag() == 0);
            }
            try (var streaming = footfall.start(1)) {
                footfall.await(streaming, () -> streaming.views().readiness().equals(Readiness.CURRENT));
                assertThat(streaming.views().openTurns(9).turns()).isEqualTo(before);
                assertThat(processed(streaming)).isZero();
            }
        }
    }

    private static boolean isNotifiedOf(List<Readiness.Progress> partitions, int count) {
        return partitions.size() == count
                && partitions.stream().noneMatch(one -> one.lag() == Readiness.Progress.UNKNOWN);
    }

    @Test
    void anyTurnIsReturnedOpenOrClosedAndChangesArriveAsTheyHappen() {
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("views", 1, RULES);
            try (var streaming = footfall.start(1)) {
                var changes = new CopyOnWriteArrayList<Change>();
                var listening = streaming.views().listen(changes::add);
                footfall.send(threeSessions());
                footfall.await(streaming, () -> changes.stream().anyMatch(Change.Closed.class::isInstance));
                footfall.await(streaming, () -> streaming.views().openTurns(9).count() == 2);
                // The log reads a closed turn once its commit is over; it is neither open nor in the log until then.
                footfall.await(streaming, () -> streaming.views().turn("s3:0").isPresent());
                listening.close();
                assertThat(changes)
                        .filteredOn(Change.Closed.class::isInstance)
                        .extracting(change -> ((Change.Closed) change).turn())
                        .containsExactly(streaming.views().turn("s3:0").orElseThrow());
                assertThat(changes)
                        .filteredOn(Change.Grown.class::isInstance)
                        .last()
                        .asString()
                        .contains("s");
                var open = streaming.views().turn("s1:0").orElseThrow();
                assertThat(open.steps())
                        .extracting(step -> step.use().tool() + " "
                                + step.result().outcome().word()
                                + " " + step.parallel())
                        .containsExactly("Grep ok true", "Read error true", "Read pending false");
                assertThat(streaming.views().turn("s9:0")).isEmpty();
            }
            assertThat(footfall.turns()).hasSize(1);
        }
    }

    @Test
    @LongSuite
    void whoAsksWithoutPauseNeverStopsWhoWrites() throws Exception {
        var sent = new ArrayList<Shipment.Sent>();
        for (int one = 0; one < 8; one++) {
            var lines = session("s" + one);
            for (int turn = 0; turn < 40; turn++) {
                lines.prompt(turn * 10, "go");
                for (int step = 0; step < 10; step++) {
                    lines.assistant(turn * 10 + step, turn + "-" + step, use("Read", turn + "-" + step));
                }
            }
            sent.addAll(Shipment.of("s" + one + ".jsonl", lines).records());
        }
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("asked", 2, RULES);
            var isOver = new AtomicBoolean();
            var asking = Executors.newFixedThreadPool(3);
            try (var streaming = footfall.start(2)) {
                for (int i = 0; i < 3; i++) {
                    asking.execute(() -> {
                        while (!isOver.get()) {
                            streaming.views().openTurns(20);
                            streaming.views().turn("s1:0");
                        }
                    });
                }
                footfall.send(sent);
                footfall.await(streaming, () -> processed(streaming) == sent.size());
                isOver.set(true);
            } finally {
                isOver.set(true);
                asking.shutdown();
            }
            assertThat(asking.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
            assertThat(footfall.turns()).hasSize(8 * 39);
        }
    }

    private static long processed(Streaming streaming) {
        return streaming.views().progress().stream()
                .mapToLong(one -> one.processed())
                .sum();
    }
}
