package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Position;
import footfall.turn.Turn;
import footfall.view.Direction;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a page costs: rows that are read of a log with turns of many sessions and times. */
class LogScanTest {
    private static final int TURNS = 2_000;
    private static final int PER_SESSION = 20;
    private static final int PAGE = 50;

    private final CountedStore store = new CountedStore();

    @BeforeEach
    void fill() {
        var lines = session("sNN")
                .prompt(0, "go")
                .assistant(1, "m1", use("Read", "t1"))
                .duration(2, 5);
        var turn = Shipment.of(lines).turns(Story.RULES).values().iterator().next();
        var json = new String(Json.bytes(turn), UTF_8);
        var rows = new LogRows(store, LogQuery::digest);
        for (int i = 0; i < TURNS; i++) {
            var session = "s" + i / PER_SESSION;
            var id = session + ":" + i % PER_SESSION;
            var at = Transcripts.at(i);
            var stored = json.replace("sNN:0", id)
                    .replace("\"sNN\"", '"' + session + '"')
                    .replace("\"started_at\":\"" + turn.span().startedAt(), "\"started_at\":\"" + at);
            rows.put(LogKind.TURN, id, stored.getBytes(UTF_8), at.toEpochMilli());
        }
    }

    private List<Turn> page(Selection selection, Position after) {
        return page(selection, after, Direction.ASC);
    }

    private List<Turn> page(Selection selection, Position after, Direction direction) {
        var turns = new ArrayList<Turn>();
        var range = new Shard.Range(after, PAGE, TURNS, direction);
        new LogScan.Source<>(store, LogQuery.TURNS, selection).scan(range, () -> false, (turn, bytes) -> {
            turns.add(turn);
            return turns.size() < PAGE;
        });
        return turns;
    }

    @Test
    void aPageReadsItsTurnsAndOneMore() throws Filter.InvalidFilter {
        int before = store.rows();
        var after = new Position(Transcripts.at(1_200), "s60:0");
        var turns = page(Selection.ALL, after);
        assertThat(turns).hasSize(PAGE);
        assertThat(turns.get(0).span().startedAt()).isEqualTo(Transcripts.at(1_201));
        assertThat(store.rows() - before).isLessThanOrEqualTo(PAGE + 2);
        before = store.rows();
        var range = Selection.ALL
                .with(Filter.SINCE, Transcripts.at(700).toString())
                .with(Filter.UNTIL, Transcripts.at(710).toString());
        assertThat(page(range, null)).hasSize(10);
        assertThat(store.rows() - before).isLessThanOrEqualTo(12);
    }

    @Test
    void aPageOfTheNewestReadsItsTurnsAndOneMore() throws Filter.InvalidFilter {
        int before = store.rows();
        var newest = page(Selection.ALL, null, Direction.DESC);
        assertThat(newest).hasSize(PAGE);
        assertThat(newest.get(0).span().startedAt()).isEqualTo(Transcripts.at(TURNS - 1));
        assertThat(store.rows() - before).isLessThanOrEqualTo(PAGE + 2);
        before = store.rows();
        var turns = page(Selection.ALL, new Position(Transcripts.at(1_200), "s60:0"), Direction.DESC);
        assertThat(turns.get(0).span().startedAt()).isEqualTo(Transcripts.at(1_199));
        assertThat(store.rows() - before).isLessThanOrEqualTo(PAGE + 2);
    }

    @Test
    void aSessionReadsItsRowsOnly() throws Filter.InvalidFilter {
        int rows = store.rows();
        int gets = store.gets();
        var turns = page(Selection.ALL.with(Filter.SESSION, "s5"), null);
        assertThat(turns)
                .extracting(turn -> turn.id().sessionId().value())
                .containsOnly("s5")
                .hasSize(PER_SESSION);
        assertThat(store.rows() - rows).isLessThanOrEqualTo(PER_SESSION + 4);
        assertThat(store.gets() - gets).isLessThanOrEqualTo(PER_SESSION + 1);
    }

    /** A row per turn: its start is taken out of the record. */
    private void putUntimed(String id, long arrival) {
        var json = new String(
                        store.get(LogRows.row(LogKind.TURN, Transcripts.at(0).toEpochMilli(), "s0:0")), UTF_8)
                .replace("\"started_at\":\"" + Transcripts.at(0) + "\",\"ended_at\"", "\"ended_at\"")
                .replace("s0:0", id);
        new LogRows(store, LogQuery::digest).put(LogKind.TURN, id, json.getBytes(UTF_8), arrival);
    }

    @Test
    void aPageOfTurnsWithoutAStartReadsItsTurnsAndOneMore() {
        for (int i = 0; i < 500; i++) {
            putUntimed("u" + (1_000 + i) + ":0", i);
        }
        int rows = store.rows();
        int gets = store.gets();
        var turns = page(Selection.ALL, new Position(null, "u1099:0"));
        assertThat(turns).hasSize(PAGE).extracting(turn -> turn.id().turnId()).startsWith("u1100:0", "u1101:0");
        assertThat(store.rows() - rows).isLessThanOrEqualTo(PAGE + 2);
        assertThat(store.gets() - gets).isLessThanOrEqualTo(PAGE + 2);
        assertThat(page(Selection.ALL, new Position(null, "u1099:0"), Direction.DESC))
                .hasSize(PAGE)
                .extracting(turn -> turn.id().turnId())
                .startsWith("u1098:0", "u1097:0");
        assertThat(page(Selection.ALL, new Position(Transcripts.at(0), "s0:0"), Direction.DESC))
                .hasSize(PAGE)
                .extracting(turn -> turn.id().turnId())
                .startsWith("u1499:0", "u1498:0");
        assertThat(store.rows() - rows).isLessThanOrEqualTo(3 * (PAGE + 2));
    }

    @Test
    void aScanEndsWhenItsThreadIsInterrupted() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> page(Selection.ALL, null)).isInstanceOf(CancellationException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    /** Their IDs come before those of readable turns; {@code second}: their time. */
    private void putUnreadable(int count, int second) {
        var rows = new LogRows(store, LogQuery::digest);
        for (int i = 0; i < count; i++) {
            rows.put(
                    LogKind.TURN,
                    "a" + (1_000 + i) + ":0",
                    "{}".getBytes(UTF_8),
                    Transcripts.at(second).toEpochMilli());
        }
    }

    /** The IDs of each page of a scan of at most {@code scanMax} rows. */
    private List<List<String>> scans(int scanMax, Direction direction, BooleanSupplier isLate) {
        var pages = new ArrayList<List<String>>();
        Position after = null;
        do {
            var ids = new ArrayList<String>();
            int before = store.rows();
            var scan = new LogScan.Source<>(store, LogQuery.TURNS, Selection.ALL)
                    .scan(
                            new Shard.Range(after, PAGE, scanMax, direction),
                            isLate,
                            (turn, bytes) -> ids.add(turn.id().turnId()));
            assertThat(store.rows() - before).as("rows read after " + after).isLessThanOrEqualTo(scanMax + 3);
            pages.add(ids);
            after = scan.reached();
        } while (after != null && pages.size() < 4);
        return pages;
    }

    @Test
    void rowsThatCannotBeReadCountTowardsTheLimitsAndAPageEndsAmongThem() {
        for (int i = 0; i < 500; i++) {
            new LogRows(store, LogQuery::digest)
                    .put(LogKind.TURN, "b" + (1_000 + i) + ":0", "{}".getBytes(UTF_8), i + 1);
        }
        assertThat(scans(100, Direction.ASC, () -> false))
                .startsWith(List.of(), List.of(), List.of())
                .hasSize(4);
        assertThat(scans(1, Direction.ASC, () -> true)).containsOnly(List.of());
    }

    @Test
    void aScanEndsBeforeAMillisecondWhoseRowsDoNotFitAndReadsThemAllWhenTheyAreTheFirst() {
        putUnreadable(40, 3);
        for (var direction : Direction.values()) {
            var range = new Shard.Range(
                    new Position(
                            Transcripts.at(direction == Direction.ASC ? 1 : 5),
                            direction == Direction.ASC ? "s0:9" : "s0:"),
                    PAGE,
                    10,
                    direction);
            var ids = new ArrayList<String>();
            var source = new LogScan.Source<>(store, LogQuery.TURNS, Selection.ALL);
            var first = source.scan(
                    range, () -> false, (turn, bytes) -> ids.add(turn.id().turnId()));
            int last = direction == Direction.ASC ? 2 : 4;
            assertThat(first.reached()).isEqualTo(new Position(Transcripts.at(last), "s0:" + last));
            var next = source.scan(
                    new Shard.Range(first.reached(), PAGE, 10, direction),
                    () -> false,
                    (turn, bytes) -> ids.add(turn.id().turnId()));
            assertThat(next.reached().startedAt()).isEqualTo(Transcripts.at(3));
            assertThat(ids).isEqualTo(last == 2 ? List.of("s0:2", "s0:3") : List.of("s0:4", "s0:3"));
        }
    }

    @Test
    void recordsThatAreNotACompleteTurnAreLeftOut() {
        var before = page(Selection.ALL, null);
        for (var json :
                List.of("{}", "[]", "", "{\"started_at\":\"2026-01-01T00:00:00Z\",\"steps\":[],\"models\":[]}")) {
            new LogRows(store, LogQuery::digest).put(LogKind.TURN, "a:0", json.getBytes(UTF_8), 0);
            assertThat(page(Selection.ALL, null)).as(json).isEqualTo(before);
        }
    }
}
