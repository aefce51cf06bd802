package footfall.topology;

import static footfall.testkit.Transcripts.calls;
import static footfall.testkit.Transcripts.resultBlock;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Outcome;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.testkit.TurnText;
import footfall.turn.ClosedBy;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import footfall.wire.Json;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.test.TestRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the shells add to the folds: arrival, alerts, keys, timestamps, the sizes of records, questions meanwhile. */
class FootfallTopologyTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);

    private static final Duration LONG = Duration.ofHours(1);

    /** Lines arrive when they are written. */
    private static final Instant LIVE = Transcripts.START;

    @TempDir
    Path state;

    private static final int LINES = 3_000;

    private Driver driver(Instant now) {
        return new Driver(SETTINGS, state, now);
    }

    @Test
    void aRevisionSendsOnlyTheRowsInWhichAFieldButRevisionChanged() {
        try (var driver = driver(LIVE)) {
            var lines = session("s1")
                    .prompt(0, "go")
                    .assistant(1, "m1", use("Read", "t1"))
                    .assistant(2, "m2", use("Bash", "t2"))
                    .result(3, "t1")
                    .duration(4, 10)
                    .result(5, "t2");
            var shipment = Shipment.of(lines);
            driver.arrive(shipment.records().subList(0, 5));
            assertThat(driver.turns()).extracting(Turn::revision).containsExactly(0);
            assertThat(driver.invocations()).extracting(TestRecord::key).containsExactly("s1:0/0", "s1:0/1");
            driver.arrive(shipment.get(5)).pass(Duration.ofSeconds(1));
            assertThat(driver.turns()).extracting(Turn::revision).containsExactly(0, 1);
            assertThat(driver.invocations()).extracting(TestRecord::key).containsExactly("s1:0/0", "s1:0/1", "s1:0/1");
            assertThat(driver.invocations().get(2).value())
                    .extracting(Invocation::revision, row -> row.result().outcome())
                    .containsExactly(1, Outcome.OK);
        }
    }

    @Test
    void aStepThatBecomesParallelAfterItsTurnWasEmittedIsSentAgain() {
        try (var driver = driver(LIVE)) {
            var lines = session("s1")
                    .prompt(0, "go")
                    .assistant(1, "m1", use("Read", "t1"))
                    .assistant(2, "m2", use("Read", "t2"))
                    .duration(3, 10)
                    .assistant(4, "m2", use("Read", "t3"))
                    .duration(5, 10);
            driver.arrive(Shipment.of(lines).records()).pass(LONG);
            var rows = new TreeMap<String, Boolean>();
            driver.invocations().forEach(row -> rows.put(row.key(), row.value().parallel()));
            assertThat(rows).isEqualTo(Map.of("s1:0/0", false, "s1:0/1", true, "s1:0/2", true));
            StoriesThroughTheDriverTest.everyStepHasItsLastRowAndNoneTwice(driver);
        }
    }

    @Test
    void recordsHaveTheTimestampOfTheRecordOrTimerThatCausedThemAndNoHeaders() {
        try (var driver = driver(LIVE)) {
            var lines = session("s1")
                    .prompt(0, "go")
                    .assistant(1, "m1", use("Read", "t1"))
                    .duration(2, 5)
                    .prompt(3, "on")
                    .assistant(4, "m2", use("Read", "t2"))
                    .stop(5);
            driver.arrive(Shipment.of(lines).records());
            driver.advance(Duration.ofMillis(450));
            assertThat(driver.turns()).hasSize(1);
            driver.advance(Duration.ofMillis(50));
            assertThat(driver.turnRecords())
                    .extracting(TestRecord::timestamp)
                    .containsExactly(LIVE.toEpochMilli(), LIVE.plusMillis(500).toEpochMilli());
            assertThat(driver.turns())
                    .extracting(turn -> turn.span().closedBy())
                    .containsExactly(ClosedBy.TURN_DURATION, ClosedBy.STOP_HOOK);
            assertThat(driver.all())
                    .allSatisfy(record -> assertThat(record.headers()).isEmpty());
        }
    }

    @Test
    void linesOf100DaysAgeAndOf2HoursAheadAreKeptAndProcessed() {
        for (var age : List.of(Duration.ofDays(100), Duration.ofHours(-2))) {
            try (var driver = new Driver(SETTINGS, state.resolve("" + age), LIVE.plus(age))) {
                var shipment = Shipment.of(
                        calls("s1", 3).endTurn(4, "m9").prompt(5, "next").endTurn(6, "m10"));
                var arrived = driver.now();
                driver.arrive(shipment.records()).pass(LONG);
                assertThat(TurnText.of(driver.lastTurns().values()))
                        .isEqualTo(TurnText.of(shipment.turns(Story.RULES).values()));
                assertThat(driver.turnRecords())
                        .hasSize(2)
                        .allSatisfy(record -> assertThat(record.getRecordTime()).isBetween(arrived, driver.now()));
            }
        }
    }

    @Test
    void aTrailThatExpiredAndGoesOnNeverGivesATurnIdAgain() {
        try (var driver = driver(LIVE)) {
            var lines = calls("s1", 2)
                    .endTurn(1, "d1")
                    .prompt(2, "two")
                    .assistant(3, "m3", use("Bash", "t3"))
                    .assistant(4, "m4", use("Bash", "t4"))
                    .prompt(5, "three")
                    .endTurn(6, "m5");
            var sent = Shipment.of(lines).records();
            driver.arrive(sent.subList(0, 6)).pass(LONG);
            assertThat(driver.lastTurns()).containsOnlyKeys("s1:0", "s1:1");
            driver.pass(Duration.ofDays(61));
            int emitted = driver.turns().size();
            driver.arrive(sent.subList(6, sent.size())).pass(LONG);
            assertThat(driver.turns().subList(emitted, driver.turns().size()))
                    .extracting(turn -> turn.id().turnId())
                    .containsExactly("s1:2", "s1:3");
            driver.arrive(sent).pass(LONG);
            assertThat(driver.lastTurns()).containsOnlyKeys("s1:0", "s1:1", "s1:2", "s1:3");
            assertThat(driver.rejected()).isEmpty();
        }
    }

    @Test
    void aTurnOf12000StepsPassesWithItsStepsCutAndEveryInvocation() {
        try (var driver = driver(LIVE)) {
            var lines = session("s1").prompt(0, "go");
            for (int line = 0; line < 240; line++) {
                int first = line * 50;
                var tool = line % 2 == 0 ? "Read" : "mcp__a_server_with_a_very_long_name__tool";
                lines.assistant(1 + line, "m" + line, blocks(first, 50, i -> use(tool, "t" + i)));
                lines.results(
                        1 + line,
                        blocks(
                                first,
                                50,
                                i -> Map.of(
                                        "type",
                                        "tool_result",
                                        "tool_use_id",
                                        "t" + i,
                                        "is_error",
                                        true,
                                        "content",
                                        "File does not exist. ".repeat(30))));
            }
            var shipment = Shipment.of(lines.duration(30_000, 1));
            driver.arrive(shipment.records());
            var record = driver.turnRecords().get(0);
            var turn = record.value();
            assertThat(driver.turnRecords()).hasSize(1);
            assertThat(turn.size().length()).isEqualTo(12_000);
            assertThat(turn.steps().size() + turn.stepsOmitted()).isEqualTo(12_000);
            assertThat(turn.steps().get(0).sequence()).isZero();
            assertThat(turn.steps().get(turn.steps().size() - 1).sequence()).isEqualTo(11_999);
            assertThat(Json.bytes(turn).length).isLessThanOrEqualTo(1 << 20);
            assertThat(driver.invocations())
                    .extracting(row -> row.value().turnSequence())
                    .containsExactlyElementsOf(
                            IntStream.range(0, 12_000).boxed().toList());
            assertThat(driver.invocations())
                    .extracting(row -> row.value().result().outcome())
                    .containsOnly(Outcome.ERROR);
        }
    }

    private static Object[] blocks(int first, int count, IntFunction<Object> block) {
        return IntStream.range(first, first + count).mapToObj(block).toArray();
    }

    @Test
    void turnsGoOnAfterTheRowCacheRanOver() {
        try (var driver = driver(LIVE)) {
            var sent = new ArrayList<Shipment.Sent>();
            var expected = new HashMap<String, Turn>();
            for (int session = 0; session < 40; session++) {
                var lines = session("s" + session).prompt(0, "go");
                for (int line = 0; line < 10; line++) {
                    lines.assistant(1, "m" + line, blocks(30 * line, 30, i -> use("Read", "t" + i)));
                    lines.results(2, blocks(30 * line, 29, i -> resultBlock("t" + i, "ok")));
                }
                var shipment = Shipment.of(
                        lines.result(2, "t29").duration(4, 1).prompt(5, "more").endTurn(6, "x"));
                sent.addAll(shipment.records());
                expected.putAll(shipment.turns(Story.RULES));
            }
            // All sessions at once: more rows than the cache holds.
            sent.sort(Comparator.comparingLong(one -> one.lineHeaders().offset()));
            driver.arrive(sent).pass(LONG);
            assertThat(TurnText.of(driver.lastTurns().values())).isEqualTo(TurnText.of(expected.values()));
        }
    }

    @Test
    void theTurnLogStandsInOrderOfStartMovesWithARevisionAndEndsWithItsRetention() {
        try (var driver = driver(LIVE)) {
            for (var start : List.of(20, 10, 30)) {
                var shipment =
                        Shipment.of(session("s" + start).prompt(start, "go").endTurn(start + 1, "m"));
                driver.arrive(shipment.records()).pass(LONG);
            }
            assertThat(logged(driver)).containsExactly("s10:0", "s20:0", "s30:0");
            var moved = driver.lastTurns().get("s10:0");
            var json = new String(Json.bytes(moved), StandardCharsets.UTF_8)
                    .replace(
                            moved.span().startedAt().toString(),
                            Transcripts.at(40).toString());
            driver.turnArrives("s10:0", json.getBytes(StandardCharsets.UTF_8));
            assertThat(logged(driver)).containsExactly("s20:0", "s30:0", "s10:0");
            driver.turnArrives("s20:0", null);
            assertThat(logged(driver)).containsExactly("s30:0", "s10:0");
            driver.pass(Duration.between(driver.now(), Transcripts.at(31).plus(Duration.ofDays(90))));
            driver.advance(PunctuationSchedule.REST.plusSeconds(1));
            assertThat(logged(driver)).isEmpty();
            driver.turnArrives("s10:0", json.getBytes(StandardCharsets.UTF_8));
            assertThat(logged(driver)).as("it is too old to be kept").isEmpty();
            driver.advance(Duration.ofSeconds(11));
            assertThat(logged(driver)).isEmpty();
        }
    }

    private static List<String> logged(Driver driver) {
        var ids = new ArrayList<String>();
        for (var row : driver.log()) {
            if (row.key.get()[0] == 1) {
                ids.add(Json.read(Turn.class, row.value).id().turnId());
            }
        }
        assertThat(driver.log()).filteredOn(row -> row.key.get()[0] == 2).hasSize(ids.size());
        return ids;
    }

    @Test
    void whoAsksWithoutPauseNeverStopsWhoWrites() {
        var lines = session("s1").prompt(0, "go");
        for (int i = 0; i < LINES; i++) {
            lines.assistant(i, "m" + i, use("Read", "t" + i));
        }
        var sent = Shipment.of(lines).records();
        var isOver = new AtomicBoolean();
        var settings = Defaults.topology(Story.RULES);
        var driver = new Driver(settings, state, Transcripts.START);
        var store = driver.assembler();
        daemon(() -> {
            var query = KeyQuery.<Bytes, byte[]>withKey(Bytes.wrap(new byte[] {1}));
            while (!isOver.get()) {
                store.query(query, PositionBound.unbounded(), new QueryConfig(false));
            }
        });
        var written = daemon(() -> sent.forEach(one -> driver.arrive(List.of(one))));
        try {
            Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> written.isDone() || deadlocked() != null);
            assertThat(deadlocked()).as("threads that wait for each other").isNull();
            assertThat(written).isCompleted();
        } finally {
            isOver.set(true);
        }
        driver.close();
    }

    private static long[] deadlocked() {
        return ManagementFactory.getThreadMXBean().findDeadlockedThreads();
    }

    private static CompletableFuture<Void> daemon(Runnable work) {
        var done = new CompletableFuture<Void>();
        var thread = new Thread(() -> {
            try {
                work.run();
                done.complete(null);
            } catch (RuntimeException bug) {
                done.completeExceptionally(bug);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return done;
    }
}
