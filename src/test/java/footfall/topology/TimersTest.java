package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.topology.TaskContext.DrainSignal;
import footfall.turn.ClosedBy;
import footfall.turn.Turn;
import footfall.wire.Received;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Timers fire in time, also where a clock was set back. */
class TimersTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);

    private static final TopicPartition LINES = new TopicPartition("footfall.lines", 0);

    @TempDir
    Path state;

    private static final Instant NOW = Transcripts.START;

    private static final Instant AHEAD = NOW.plus(Duration.ofDays(2));

    private final RowStore rows =
            new RowStore(Stores.<Bytes, byte[]>inMemoryKeyValueStore("kept").get(), new TopologyStatus());

    private final List<String> sent = new ArrayList<>();

    private static Shipment stopped(String session) {
        return Shipment.of(session(session)
                .prompt(0, "go")
                .assistant(1, "m1", use("Read", "t1"))
                .stop(2)
                .stop(3));
    }

    @Test
    void aTaskThatIsBehindWaitsHoweverLongAndThenFiresOnce() {
        var unread = new Unread();
        try (var driver = new Driver(SETTINGS, Tasks.of(unread, new DrainSignal()), state, Transcripts.START)) {
            assertThat(unread.started).contains(LINES);
            driver.arrive(stopped("s1").records());
            unread.behind = true;
            driver.pass(Duration.ofDays(70));
            assertThat(driver.turns()).isEmpty();
            unread.behind = false;
            driver.advance(Duration.ofMillis(50));
            assertThat(driver.turns())
                    .extracting(turn -> turn.id().turnId(), turn -> turn.span().closedBy(), Turn::revision)
                    .containsExactly(tuple("s1:0", ClosedBy.STOP_HOOK, 0));
        }
    }

    @Test
    void linesOfAClockThatWasSetBackPutTheTimersOffAsAnyLine() {
        var ahead = Transcripts.START.plus(Duration.ofDays(2));
        try (var driver = new Driver(SETTINGS, Tasks.alone(), state, Transcripts.START)) {
            var lines = stopped("s1").records();
            driver.arriveAs(ahead, lines.subList(0, 2)).arrive(lines.subList(2, lines.size()));
            driver.pass(Duration.ofSeconds(1));
            assertThat(driver.turns())
                    .extracting(turn -> turn.id().turnId(), turn -> turn.span().closedBy())
                    .containsExactly(tuple("s1:0", ClosedBy.STOP_HOOK));
        }
    }

    @Test
    void unreadLinesThatArrivedWithinAStopGraceHoldNothingUp() {
        var unread = new Unread();
        unread.behind = true;
        try (var driver = new Driver(SETTINGS, Tasks.of(unread, new DrainSignal()), state, Transcripts.START)) {
            driver.arrive(stopped("s1").records()).advance(Duration.ofMillis(450));
            // A line of another trail: what is unread came after it, less than a grace ago.
            driver.arrive(stopped("s2").get(0));
            driver.advance(Duration.ofMillis(50));
            assertThat(driver.turns()).extracting(turn -> turn.id().turnId()).containsExactly("s1:0");
        }
    }

    @Test
    void aRunThatEndsByItselfEmitsEverythingOnceItsLastLineIsProcessed() {
        var unread = new Unread();
        var drain = new DrainSignal();
        try (var driver = new Driver(SETTINGS, Tasks.of(unread, drain), state, Transcripts.START)) {
            var open = Shipment.of(session("s1").prompt(0, "go").assistant(1, "m1", use("Read", "t1")));
            driver.arrive(open.records()).arrive(stopped("s2").records());
            drain.request(Map.of(0, 6L));
            unread.next = 5;
            driver.advance(Duration.ofMillis(50));
            assertThat(driver.turns()).isEmpty();
            assertThat(drain.isDone()).isFalse();
            unread.next = 6;
            driver.advance(Duration.ofMillis(50)).advance(Duration.ofMillis(50)).advance(Duration.ofMillis(50));
            // What was emitted is not committed at once.
            assertThat(drain.isDone()).isFalse();
            driver.advance(Duration.ofMillis(50));
            assertThat(driver.lastTurns()).containsOnlyKeys("s1:0", "s2:0");
            assertThat(driver.turns())
                    .extracting(turn -> turn.span().closedBy())
                    .containsExactlyInAnyOrder(ClosedBy.IDLE, ClosedBy.STOP_HOOK);
            assertThat(drain.isDone()).isTrue();
            driver.pass(Duration.ofHours(1));
            assertThat(driver.turns()).hasSize(2);
        }
    }

    @Test
    void aRunThatEndsByItselfEmitsASessionThatSixteenOthersFollowAndAgainWhenItGoesOn() {
        var unread = new Unread();
        unread.behind = true;
        try (var driver = new Driver(SETTINGS, Tasks.of(unread, new DrainSignal()), state, Transcripts.START)) {
            var lines = Shipment.of(session("s0")
                            .prompt(0, "go")
                            .assistant(1, "m1", use("Read", "t1"))
                            .assistant(2, "m2", use("Grep", "t2")))
                    .records();
            driver.arrive(lines.subList(0, 2));
            arriveOthers(driver, 1, 16);
            assertThat(driver.turns()).isEmpty();
            arriveOthers(driver, 16, 17);
            assertThat(driver.lastSessions()).containsOnlyKeys("s0");
            driver.arrive(lines.subList(2, 3));
            arriveOthers(driver, 17, 33);
            assertThat(driver.turns())
                    .filteredOn(turn -> turn.id().turnId().equals("s0:0"))
                    .extracting(
                            Turn::revision,
                            turn -> turn.size().length(),
                            turn -> turn.span().closedBy())
                    .containsExactly(tuple(0, 1, ClosedBy.IDLE), tuple(1, 2, ClosedBy.IDLE));
        }
    }

    private static void arriveOthers(Driver driver, int from, int to) {
        for (int i = from; i < to; i++) {
            driver.arrive(stopped("s" + i).records());
        }
    }

    @Test
    void aRunOverNothingIsDoneAtTheThirdTickAndOneThatNobodyAskedToEndIsNever() {
        var unread = new Unread();
        var drain = new DrainSignal();
        try (var driver = new Driver(SETTINGS, Tasks.of(unread, drain), state, Transcripts.START)) {
            driver.pass(Duration.ofHours(1));
            assertThat(drain.isDone()).isFalse();
            drain.request(Map.of(0, 0L));
            driver.advance(Duration.ofMillis(50)).advance(Duration.ofMillis(50));
            assertThat(drain.isDone()).isFalse();
            driver.advance(Duration.ofMillis(50));
            assertThat(drain.isDone()).isTrue();
        }
    }

    @Test
    void moreTrailsThanATickTakesAreAllEmitted() {
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            var expected = new ArrayList<String>();
            for (int i = 0; i < 1_100; i++) {
                driver.arrive(stopped("s" + i).records().subList(0, 3));
                expected.add("s" + i + ":0");
            }
            driver.advance(Duration.ofMillis(500));
            assertThat(driver.turns()).hasSize(500);
            driver.advance(Duration.ofMillis(50)).advance(Duration.ofMillis(50));
            assertThat(driver.lastTurns()).containsOnlyKeys(expected);
            assertThat(driver.turns()).hasSize(1_100);
        }
    }

    private void begin() {
        var context = new MockProcessorContext<Void, Void>(new Properties(), new TaskId(0, 0), state.toFile());
        rows.init(context.getStateStoreContext(), rows);
    }

    private Assembler assembler() {
        return new Assembler(
                SETTINGS,
                rows,
                new Assembler.Outlets(record -> sent.add(record.outlet().name() + " " + record.key()), name -> {}));
    }

    private void feed(Shipment shipment) {
        var assembler = assembler();
        for (var record : shipment.records()) {
            var place = new Received.Place("lines", 0, 0, AHEAD.toEpochMilli());
            var raw = new Received.Raw(place, record.session(), record.value(), record.headers());
            var line = (Received.OfLine) Received.read(raw);
            assembler.line(line.arrival(), line.events());
        }
        rows.flushCache();
    }

    private AssemblyShell.TrailTimers timers() {
        var input = new Input(new TopicPartition("lines", 0), Tasks.alone());
        return new AssemblyShell.TrailTimers(rows, assembler(), input, SETTINGS)
                .withFutureTrails(rows.showOpenTurns(NOW, open -> {}));
    }

    @Test
    void turnsAndSummariesComeWithinTheirUsualTimeAndNotWhenTheClockIsThereAgain() {
        begin();
        feed(Shipment.of(session("s1").prompt(0, "go").assistant(1, "m1", use("Read", "t1"))));
        assertThat(sent).isEmpty();
        begin();
        var timers = timers();
        timers.tick(NOW);
        assertThat(sent).containsExactly("sessions s1");
        timers.tick(NOW.plus(Duration.ofMinutes(31)));
        assertThat(sent).containsSubsequence("sessions s1", "turns s1:0");
    }
}
