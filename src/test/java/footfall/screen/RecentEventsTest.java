package footfall.screen;

import static footfall.screen.Boards.NOW;
import static footfall.screen.Boards.turn;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Turns;
import footfall.view.Views.Change;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentEventsTest {
    @Test
    void theNewestAreKeptEachTurnOnceAndAllAreCounted() {
        var recent = new RecentEvents(Duration.ofMinutes(31));
        IntStream.range(0, 300).forEach(i -> recent.accept(new Change.Closed(turn("s" + i, List.of(), 0)), NOW));
        recent.accept(new Change.Closed(turn("s299", List.of(), 5)), NOW.plusSeconds(1));
        assertThat(recent.closed())
                .hasSize(RecentEvents.KEPT_MAX)
                .first()
                .extracting(seen -> seen.what().span().elapsedMs())
                .isEqualTo(5L);
        assertThat(recent.closedCount()).isEqualTo(300);
        assertThat(recent.closedInAMinute(NOW.plusSeconds(30))).isEqualTo(300);
        assertThat(recent.closedInAMinute(NOW.plusSeconds(61))).isZero();
    }

    @Test
    void copiesAreCountedAndNotShown() {
        var recent = new RecentEvents(Duration.ofMinutes(31));
        recent.accept(new Change.Closed(turn("s1", List.of(), 0)), NOW);
        recent.accept(new Change.Closed(turn("s2", List.of(), 0)), NOW);
        recent.accept(new Change.Closed(Turns.copyOf("s1", turn("s2", List.of(), 0))), NOW);
        assertThat(recent.closed())
                .extracting(seen -> seen.what().id().sessionId().value())
                .containsExactly("s1");
        assertThat(recent.copies()).isEqualTo(1);
        assertThat(recent.closedCount()).isEqualTo(1);
        assertThat(recent.closedInAMinute(NOW)).isEqualTo(2);
    }

    @Test
    void aTurnThatIsFoundToBeACopyLaterIsCountedAsOneOnce() {
        var recent = new RecentEvents(Duration.ofMinutes(31));
        var copy = Turns.copyOf("s1", turn("s2", List.of(), 0));
        recent.accept(new Change.Closed(turn("s2", List.of(), 0)), NOW);
        recent.accept(new Change.Closed(Turns.revised(copy, 1)), NOW);
        recent.accept(new Change.Closed(Turns.revised(copy, 2)), NOW);
        assertThat(List.of(recent.closedCount(), recent.copies())).containsExactly(0L, 1L);
    }

    @Test
    void theRateIsThatOfTheLastSecondsAndZeroAtRest() {
        var rate = new RecentEvents.LineRate();
        rate.at(0, NOW);
        assertThat(rate.at(500, NOW.plusSeconds(5))).isEqualTo(100);
        assertThat(rate.at(500, NOW.plusSeconds(60))).isZero();
        assertThat(rate.at(100, NOW.plusSeconds(61)))
                .as("a partition left with its lines")
                .isZero();
    }

    @Test
    void historyHasItsOwnTimesAndBelongsToNoRate() {
        var recent = new RecentEvents(Duration.ofMinutes(31));
        recent.accept(new Change.Closed(turn("old", List.of(), 0)), NOW.plus(Duration.ofDays(9)));
        recent.accept(new Change.Closed(turn("older", List.of(), -5_000)), NOW.plus(Duration.ofDays(9)));
        recent.accept(new Change.Closed(turn("new", List.of(), 9_000)), NOW.plusSeconds(10));
        assertThat(recent.closed())
                .extracting(seen -> seen.what().id().sessionId() + " " + seen.at())
                .containsExactly("new 2026-01-05T10:02:09Z", "old 2026-01-05T10:02:00Z", "older 2026-01-05T10:01:55Z");
        assertThat(recent.closedInAMinute(NOW.plusSeconds(10))).isEqualTo(1);
        assertThat(recent.closedCount()).isEqualTo(3);
    }

    @Test
    void aClearedAlertJoinsTheRowOfItsRaising() {
        var recent = new RecentEvents(Duration.ofMinutes(31));
        var raised = Boards.alert("s1");
        recent.accept(new Change.Alerted(raised), NOW);
        recent.accept(new Change.Alerted(Boards.alert("s2")), NOW);
        recent.accept(new Change.Alerted(Boards.cleared(raised)), NOW.plusSeconds(60));
        assertThat(recent.alerts())
                .extracting(seen ->
                        seen.what().sessionId() + " " + seen.what().state().word() + " " + seen.at())
                .containsExactlyInAnyOrder("s1 cleared " + NOW, "s2 raised " + NOW);
        assertThat(recent.raisedCount()).isEqualTo(2);
    }

    @Test
    void theLevelsOfAnAlertAreOneRowAndCountOnce() {
        var recent = new RecentEvents(Duration.ofMinutes(31));
        var first = Boards.alert("s1");
        var second = Boards.level(first, 2);
        recent.accept(new Change.Alerted(first), NOW);
        recent.accept(new Change.Alerted(second), NOW.plusSeconds(5));
        recent.accept(new Change.Alerted(Boards.cleared(first)), NOW.plusSeconds(60));
        assertThat(recent.alerts()).extracting(seen -> seen.what()).containsExactly(second);
        recent.accept(new Change.Alerted(Boards.cleared(second)), NOW.plusSeconds(60));
        assertThat(recent.alerts()).extracting(seen -> seen.what()).containsExactly(Boards.cleared(second));
        assertThat(recent.raisedCount()).isEqualTo(1);
    }
}
