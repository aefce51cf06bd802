package footfall.shipper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import footfall.shipper.ShipperState.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a processor knows of the shippers of a team. */
class KnownShippersTest {
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    private final KnownShippers known = new KnownShippers();

    private void heard(String id, Duration after, State state, long bytesBehind) {
        var at = NOON.plus(after);
        known.heard(id, Reports.of(id, at, state, bytesBehind), at);
    }

    private List<String> ids(Instant now) {
        return known.list(now).stream()
                .map(one -> one.shipper().id().shipperId())
                .toList();
    }

    @Test
    void theLastReportOfAShipperReplacesTheOneBefore() {
        heard("a", Duration.ZERO, State.RUNNING, 10);
        heard("a", Duration.ofMinutes(1), State.RUNNING, 0);
        var at = NOON.plusSeconds(60);
        assertThat(known.list(NOON.plusSeconds(90)))
                .containsExactly(new ListedShipper(Reports.of("a", at, State.RUNNING, 0), at, 30_000, false, null));
    }

    @Test
    void aShipperIsLateWhenThreeReportsAreMissing() {
        heard("a", Duration.ZERO, State.RUNNING, 0);
        assertThat(known.list(NOON.plusSeconds(900)))
                .extracting(ListedShipper::late, one -> one.shipper().state())
                .containsExactly(tuple(false, State.RUNNING));
        assertThat(known.list(NOON.plusSeconds(901)))
                .extracting(ListedShipper::late, one -> one.shipper().state())
                .containsExactly(tuple(true, State.NO_REPORT));
    }

    @Test
    void aShipperThatStoppedIsNeverLate() {
        heard("a", Duration.ZERO, State.STOPPED, 0);
        assertThat(known.list(NOON.plus(Duration.ofDays(30))))
                .extracting(ListedShipper::late)
                .containsExactly(false);
    }

    @Test
    void lateOnesComeFirstThenThoseThatAreBehindThenThoseThatStopped() {
        heard("stopped", Duration.ofMinutes(59), State.STOPPED, 99);
        heard("current", Duration.ofMinutes(59), State.RUNNING, 0);
        heard("behind", Duration.ofMinutes(59), State.WAITING_FOR_BROKER, 50);
        heard("late", Duration.ofMinutes(30), State.RUNNING, 0);
        heard("gone", Duration.ZERO, State.RUNNING, 0);
        assertThat(ids(NOON.plus(Duration.ofHours(1)))).containsExactly("gone", "late", "behind", "current", "stopped");
    }

    @Test
    void aDeletedRecordIsForgotten() {
        heard("a", Duration.ZERO, State.RUNNING, 0);
        heard("b", Duration.ZERO, State.RUNNING, 0);
        known.forgotten("a");
        assertThat(ids(NOON)).containsExactly("b");
    }

    /** The clock of a broker may be ahead of that of a processor. */
    @Test
    void aReportFromTheFutureWasHeardNow() {
        heard("a", Duration.ofSeconds(5), State.RUNNING, 0);
        assertThat(known.list(NOON)).extracting(ListedShipper::notHeardForMs).containsExactly(0L);
    }

    @Test
    void ofMoreThanTenThousandShippersTheLatestAreKnown() {
        for (int i = 0; i <= 10_000; i++) {
            heard("s" + i, Duration.ofSeconds(i), State.STOPPED, 0);
        }
        assertThat(ids(NOON)).hasSize(10_000).doesNotContain("s0").contains("s1", "s10000");
    }
}
