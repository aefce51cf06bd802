package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Turn;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in no tally, and what a tick of the tally takes at most. */
class TallyLimitsTest {
  private static final TopologySettings SETTINGS = TopologySettings.defaults().with(Story.RULES);
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration TICK = Duration.ofMillis(50);

  @TempDir Path state;

  private static List<Shipment.Sent> records(Transcripts lines) {
    return Shipment.of(lines).records();
  }

  @Test
  void aTurnWithoutATimeIsInNoTally() {
    try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
      driver.arrive(records(session("s1").prompt(0, "go").without("timestamp").assistant(1, "m", use("Read",
          "t"))
          .without("timestamp"))).pass(LONG);
      assertThat(driver.turns()).singleElement().extracting(Turn::startedAt).isNull();
      assertThat(driver.patterns()).isEmpty();
      assertThat(driver.rows(Tables.TALLY)).isEmpty();
    }
  }

  @Test
  void aDayOfMoreTurnsThanATickMayTakeLeavesOverSeveral() {
    try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
      var lines = session("s1");
      IntStream.range(0, 1_200).forEach(i -> lines.prompt(i, "go").assistant(i, "m" + i, use("Read", "t"
          + i)));
      driver.arrive(records(lines)).pass(LONG);
      assertThat(Driver.last(driver.patterns()).get("Read").count()).isEqualTo(1_200);
      driver.advance(Duration.ofDays(92));
      var told = driver.patterns().size();
      assertThat(driver.patterns().get(told - 1).value()).isNotNull();
      // Each turn is a member of its pattern and of its tool.
      IntStream.range(0, 2 * 1_200 / Tallier.EXPIRED_MAX).forEach(tick -> driver.pass(TICK));
      assertThat(driver.patterns().get(driver.patterns().size() - 1).value()).isNull();
      assertThat(driver.rows(Tables.TALLY)).isEmpty();
    }
  }
}
