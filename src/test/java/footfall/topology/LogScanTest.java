package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Position;
import footfall.turn.Turn;
import footfall.view.Filter;
import footfall.view.InvalidFilter;
import footfall.view.Selection;
import footfall.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
        var json = new String(Json.bytes(turn), StandardCharsets.UTF_8);
        var rows = new LogRows(store);
        for (int i = 0; i < TURNS; i++) {
            var session = "s" + i / PER_SESSION;
            var id = session + ":" + i % PER_SESSION;
            var at = Transcripts.at(i);
            var stored = json.replace("sNN:0", id)
                    .replace("\"sNN\"", '"' + session + '"')
                    .replace("\"started_at\":\"" + turn.span().startedAt(), "\"started_at\":\"" + at);
            rows.put(LogKind.TURN, id, stored.getBytes(StandardCharsets.UTF_8), at.toEpochMilli());
        }
    }

    private List<Turn> page(Selection selection, Position after) {
        var turns = new ArrayList<Turn>();
        new LogScan.Source<>(store, LogQuery.TURNS, selection).scan(after, new LogScan.Limit(TURNS, () -> false), (turn, bytes) -> {
            turns.add(turn);
            return turns.size() < PAGE;
        });
        return turns;
    }

    @Test
    void aPageReadsItsTurnsAndOneMore() throws InvalidFilter {
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
    void aSessionReadsItsRowsOnly() throws InvalidFilter {
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

    @Test
    void recordsThatAreNotACompleteTurnAreLeftOut() {
        var before = page(Selection.ALL, null);
        for (var json :
                List.of("{}", "[]", "", "{\"started_at\":\"2026-01-01T00:00:00Z\",\"steps\":[],\"models\":[]}")) {
            new LogRows(store).put(LogKind.TURN, "a:0", json.getBytes(StandardCharsets.UTF_8), 0);
            assertThat(page(Selection.ALL, null)).as(json).isEqualTo(before);
        }
    }
}
