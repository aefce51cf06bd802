package footfall.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scans of the turn log do not step over the rows of records that expired. 2,000 turns, one a second. */
class LogFloorTest {
    private static final int TURNS = 2_000;

    private final CountedStore store = new CountedStore();
    private final LogRows rows = new LogRows(store, (id, turn) -> null);
    private final ReadOnlyKeyValueStore<Bytes, byte[]> log = new OpenedStores.KeptLog(store, rows.floor());

    @BeforeEach
    void fill() {
        for (int i = 0; i < TURNS; i++) {
            put(i);
        }
    }

    private void put(int second) {
        var turn = "{\"started_at\":\"1970-01-01T00:00:01Z\"}";
        rows.put(LogKind.TURN, "s" + second + ":0", turn.getBytes(UTF_8), second * 1_000L);
    }

    private static Bytes turn(int second) {
        return LogRows.row(LogKind.TURN, second * 1_000L, "");
    }

    private List<Long> scanned(KeyValueIterator<Bytes, byte[]> scan) {
        var seconds = new ArrayList<Long>();
        try (scan) {
            scan.forEachRemaining(row -> seconds.add(LogRows.at(row.key) / 1_000));
        }
        return seconds;
    }

    private List<Bytes> scansOfTurns() {
        return store.scans().stream()
                .filter(from -> from.get()[0] == LogKind.TURN.row())
                .toList();
    }

    /** The first scan is that of the first turn, for turns of an earlier build. */
    @Test
    void eachBatchOfExpiredTurnsIsSearchedWhereTheOneBeforeEnded() {
        assertThat(rows.expire(1_200_000)).isTrue();
        assertThat(rows.expire(1_200_000)).isTrue();
        assertThat(rows.expire(1_200_000)).isFalse();
        assertThat(rows.expire(1_200_000)).isFalse();
        assertThat(scansOfTurns()).containsExactly(turn(0), turn(0), turn(499), turn(999));
        assertThat(scanned(store.range(turn(0), turn(TURNS))))
                .hasSize(800)
                .first()
                .isEqualTo(1_200L);
    }

    @Test
    void aPageOfAllTurnsBeginsWithTheFirstThatIsLeft() {
        while (rows.expire(1_990_000)) {}
        assertThat(scanned(log.range(turn(0), turn(TURNS)))).hasSize(10).first().isEqualTo(1_990L);
        assertThat(scanned(log.reverseRange(turn(0), turn(TURNS))))
                .hasSize(10)
                .last()
                .isEqualTo(1_990L);
        assertThat(scanned(log.range(turn(0), turn(100)))).isEmpty();
        var scans = scansOfTurns();
        assertThat(scans.subList(scans.size() - 3, scans.size())).containsExactly(turn(1_990), turn(1_990), turn(100));
    }

    @Test
    void anOlderTurnThatArrivesLaterIsFoundAndExpiresAgain() {
        while (rows.expire(1_990_000)) {}
        put(7);
        assertThat(scanned(log.range(turn(0), turn(TURNS)))).hasSize(11).first().isEqualTo(7L);
        assertThat(scanned(log.range(turn(1_995), turn(TURNS)))).hasSize(5);
        assertThat(rows.expire(1_990_000)).isFalse();
        assertThat(scanned(log.range(turn(0), turn(TURNS)))).hasSize(10);
    }

    @Test
    void otherRowsAreReadAsTheyAre() {
        while (rows.expire(1_990_000)) {}
        assertThat(log.get(LogRows.place(LogKind.TURN, "s1995:0"))).isNotNull();
        assertThat(log.get(LogRows.place(LogKind.TURN, "s5:0"))).isNull();
        var place = LogRows.place(LogKind.TURN, "");
        try (var found = log.range(place, WriteBehindStore.after(place.get()))) {
            assertThat(found).toIterable().hasSize(10);
        }
    }
}
