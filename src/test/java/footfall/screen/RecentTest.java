package footfall.screen;

import static footfall.screen.Boards.NOW;
import static footfall.screen.Boards.turn;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.view.Change;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentTest {
  @Test
  void theNewestAreKeptEachTurnOnceAndAllAreCounted() {
    var recent = new Recent();
    IntStream.range(0, 300).forEach(i -> recent.take(new Change.Closed(turn("s" + i, List.of(), 0)), NOW));
    recent.take(new Change.Closed(turn("s299", List.of(), 5)), NOW.plusSeconds(1));
    assertThat(recent.closed()).hasSize(Recent.KEPT_MAX).first().extracting(seen -> seen.what().elapsedMs())
        .isEqualTo(
            5L);
    assertThat(recent.closedCount()).isEqualTo(300);
    assertThat(recent.closedInAMinute(NOW.plusSeconds(30))).isEqualTo(300);
    assertThat(recent.closedInAMinute(NOW.plusSeconds(61))).isZero();
  }

  @Test
  void theRateIsThatOfTheLastSecondsAndZeroAtRest() {
    var rate = new LineRate();
    rate.at(0, NOW);
    assertThat(rate.at(500, NOW.plusSeconds(5))).isEqualTo(100);
    assertThat(rate.at(500, NOW.plusSeconds(60))).isZero();
    assertThat(rate.at(100, NOW.plusSeconds(61))).as("a partition left with its lines").isZero();
  }
}
