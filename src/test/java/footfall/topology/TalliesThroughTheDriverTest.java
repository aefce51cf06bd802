package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.desire.DesireRules;
import footfall.pattern.Pattern;
import footfall.pattern.Tool;
import footfall.testkit.FileTallies;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Patterns, tools and desires as turns come, change, are copies, and leave with their day. */
class TalliesThroughTheDriverTest {
  private static final TopologySettings SETTINGS = TopologySettings.defaults().with(Story.RULES);
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration TICK = Duration.ofMillis(50);

  /** Lines arrive when they are written. */
  private static final Instant LIVE = Transcripts.START;

  @TempDir Path state;

  private Driver driver() {
    return new Driver(SETTINGS, state, LIVE);
  }

  /** A closed turn of {@code reads} calls of Read and one of Edit, begun {@code at} seconds after the start. */
  private static Transcripts turn(String session, int at, int reads) {
    return turn(session(session), at, reads);
  }

  private static Transcripts turn(Transcripts lines, int at, int reads) {
    lines.prompt(at, "go");
    IntStream.range(0, reads).forEach(i -> lines.assistant(at + 1, "m" + at + i, use("Read", "r" + at + i)));
    return lines.assistant(at + 1, "e" + at, use("Edit", "e" + at)).duration(at + 2, 10);
  }

  private static List<Shipment.Sent> sent(Transcripts lines) {
    return Shipment.of(lines).records();
  }

  private static <V> List<V> values(List<TestRecord<String, V>> records) {
    return records.stream().map(TestRecord::value).toList();
  }

  @TestFactory
  Stream<DynamicTest> aStoryEndsWithTheTalliesOfItsFiles() {
    return Story.all().stream().map(story -> dynamicTest(story.sentence(), () -> {
      try (var driver = new Driver(SETTINGS, state.resolve(story.name()), LIVE)) {
        var shipment = Shipment.of(story);
        var expected = FileTallies.of(shipment.walks(Story.RULES), DesireRules.DEFAULTS, null);
        driver.arrive(shipment.records()).pass(LONG);
        assertThat(Driver.last(driver.patterns())).isEqualTo(expected.patterns());
        assertThat(Driver.last(driver.tools())).isEqualTo(expected.tools());
        assertThat(Driver.last(driver.desires())).isEqualTo(expected.desires());
        int records = driver.all().size();
        driver.arrive(shipment.records()).pass(LONG);
        assertThat(driver.all()).hasSize(records);
      }
    }));
  }

  @Test
  void aTurnIsTalliedAtTheNextTick() {
    try (var driver = driver()) {
      driver.arrive(sent(turn("s1", 0, 2)));
      assertThat(driver.turns()).hasSize(1);
      assertThat(driver.patterns()).isEmpty();
      driver.advance(TICK);
      assertThat(driver.patterns()).singleElement().satisfies(record -> {
        assertThat(record.key()).isEqualTo("Read{2+} → Edit");
        assertThat(record.timestamp()).isEqualTo(LIVE.plus(TICK).toEpochMilli());
        assertThat(record.value()).isEqualTo(new Pattern("Read{2+} → Edit", 1, 3, 1, 0, LIVE, LIVE, List.of(
            "s1:0")));
      });
      assertThat(Driver.last(driver.tools())).containsOnlyKeys("Edit", "Read").containsEntry("Read", new Tool(
          "Read", 2, 3, 0, 0, 0, 1, LIVE, LIVE));
      assertThat(driver.desires()).isEmpty();
      driver.pass(LONG);
      assertThat(driver.patterns()).hasSize(1);
      assertThat(driver.tools()).hasSize(2);
    }
  }
}
