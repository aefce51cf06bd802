package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.FileId;
import footfall.line.LineEvents;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.TrailId;
import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.turn.Arrival;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The work for one session does not grow with the number of sessions that the store contains. */
class ManySessionsTest {
    private static final int SESSIONS = 100;
    private static final int BATCH = 5;

    @TempDir
    Path state;

    private final Map<TrailId, Instant> deadlines = new HashMap<>();
    private final CountedStore counted = new CountedStore();
    private final RowStore store = new RowStore(counted, new TopologyStatus());

    @BeforeEach
    void init() {
        var context = new MockProcessorContext<Void, Void>(new Properties(), new TaskId(0, 0), state.toFile());
        store.init(context.getStateStoreContext(), store);
    }

    @Test
    void aDrainInBatchesReadsEachTrailAFewTimesAndNotOnceABatch() {
        var assembler = new Assembler(Defaults.TOPOLOGY, store, new Assembler.Outlets(record -> {}, what -> {}));
        for (int i = 0; i < SESSIONS; i++) {
            open(assembler, new SessionId("session-" + i));
        }
        var ended = new HashSet<TrailId>();
        for (int quiet = 0; quiet < 3; ) {
            var unsettled = store.unsettled(BATCH);
            assertThat(unsettled).hasSizeLessThanOrEqualTo(BATCH);
            unsettled.forEach(trail -> assembler.end(trail, Fold.NOON));
            ended.addAll(unsettled);
            quiet = unsettled.isEmpty() ? quiet + 1 : 0;
        }
        assertThat(ended).hasSize(SESSIONS);
        assertThat(counted.rows()).isLessThan(5 * SESSIONS);
    }

    @Test
    void aTrailBehindTheLastBatchIsFoundBeforeTheDrainIsOver() {
        var assembler = new Assembler(Defaults.TOPOLOGY, store, new Assembler.Outlets(record -> {}, what -> {}));
        open(assembler, new SessionId("b"));
        open(assembler, new SessionId("c"));
        assertThat(store.unsettled(1)).containsExactly(trail("b"));
        assembler.end(trail("b"), Fold.NOON);
        open(assembler, new SessionId("a"));
        assertThat(store.unsettled(1)).containsExactly(trail("c"));
        assembler.end(trail("c"), Fold.NOON);
        assertThat(store.unsettled(1)).containsExactly(trail("a"));
    }

    @Test
    void aScanForDeadlinesBeginsWhereTheScanBeforeFoundTheFirst() {
        for (int i = 0; i < 4; i++) {
            setDeadline("s" + i, 1_000 + i);
        }
        fire(1, "s0");
        fire(1, "s1");
        setDeadline("early", 500);
        fire(2, "early", "s2");
        fire(2, "s3");
        fire(2);
        assertThat(counted.instants()).containsExactly(0L, 1_000L, 500L, 500L, 1_003L);
        setDeadline("late", 1_500);
        fire(2, "late");
    }

    private void setDeadline(String session, long at) {
        deadlines.put(trail(session), Instant.ofEpochMilli(at));
        store.deadlines().moveDeadline(trail(session), null, Instant.ofEpochMilli(at));
    }

    private void fire(int max, String... sessions) {
        var due = store.deadlines().due(Instant.ofEpochMilli(2_000), max);
        assertThat(due)
                .containsExactlyElementsOf(
                        List.of(sessions).stream().map(ManySessionsTest::trail).toList());
        due.forEach(trail -> store.deadlines().moveDeadline(trail, deadlines.remove(trail), null));
    }

    private static TrailId trail(String session) {
        return new TrailId(new SessionId(session), null);
    }

    private static void open(Assembler assembler, SessionId session) {
        var json = "{\"type\":\"assistant\",\"timestamp\":\"2026-01-01T12:00:00.000Z\",\"message\":{\"id\":\"m\","
                + "\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"Read\",\"input\":{}}]}}";
        var bytes = Bytes.of(json.getBytes(StandardCharsets.UTF_8));
        var line = (Parsed.Accepted)
                new LineParser().parse(bytes, 0, Source.file(session, null)).get(0);
        var file = new FileId("claude/" + session, "0123456789abcdef", 0);
        assembler.line(new Arrival(file, 0, -1, Fold.NOON, null, null, null), LineEvents.of(line.line()));
    }
}
