package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AwakeTimeTest {
  private long now;
  private final AwakeTime time = new AwakeTime(Duration.ofSeconds(3), () -> now);

  private boolean isOverAfter(Duration more) {
    now += more.toNanos();
    return time.isOver();
  }

  @Test
  void timeThatIsAskedForAgainAndAgainPasses() {
    assertThat(isOverAfter(Duration.ofMillis(900))).isFalse();
    assertThat(isOverAfter(Duration.ofMillis(900))).isFalse();
    assertThat(isOverAfter(Duration.ofMillis(900))).isFalse();
    assertThat(isOverAfter(Duration.ofMillis(900))).isTrue();
  }

  @Test
  void aSleepCountsAsASecond() {
    assertThat(isOverAfter(Duration.ofHours(1))).isFalse();
    assertThat(isOverAfter(Duration.ofHours(1))).isFalse();
    assertThat(isOverAfter(Duration.ofMillis(900))).isFalse();
    assertThat(isOverAfter(Duration.ofMillis(900))).isTrue();
  }
}
