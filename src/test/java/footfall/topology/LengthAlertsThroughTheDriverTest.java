package footfall.topology;

import static footfall.testkit.Transcripts.calls;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.line.SessionId;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Origin;
import footfall.turn.Turn;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts about the length of turns, live: raised once a level, cleared with the turn, silent for history. */
class LengthAlertsThroughTheDriverTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);
    private static final Duration LONG = Duration.ofHours(1);

    /** Lines arrive when they are written. */
    private static final Instant LIVE = Transcripts.START;

    @TempDir
    Path state;

    private Driver driver(Instant now) {
        return new Driver(SETTINGS, state, now);
    }

    private static Alert alert(int level, Alert.State state, int value, int threshold, Instant raisedAt) {
        return new Alert(
                "s1:0:length:" + level,
                Alert.Kind.LENGTH,
                level,
                state,
                value,
                threshold,
                "s1:0",
                new SessionId("s1"),
                "Read{2+}",
                new Turn.Product("claude", null),
                new Origin("shop", "box", "ada"),
                Transcripts.START,
                raisedAt);
    }

    /** Those about length: a turn that stays open for long, or calls one tool again and again, has others too. */
    private static List<Alert> values(List<TestRecord<String, Alert>> alerts) {
        return alerts.stream()
                .map(TestRecord::value)
                .filter(alert -> alert.kind() == Alert.Kind.LENGTH)
                .toList();
    }

    @Test
    void theSixthStepRaisesAnAlertWhileTheTurnStillRuns() {
        try (var driver = driver(LIVE)) {
            var shipment = Shipment.of(calls("s1", 6));
            driver.arrive(shipment.records().subList(0, 6));
            assertThat(values(driver.alerts())).isEmpty();
            driver.advance(Duration.ofSeconds(1));
            var sixth = driver.now();
            driver.arrive(shipment.get(6));
            assertThat(driver.turns()).isEmpty();
            assertThat(values(driver.alerts())).hasSize(1);
            assertThat(driver.alerts().get(driver.alerts().size() - 1)).satisfies(record -> {
                assertThat(record.key()).isEqualTo("s1");
                assertThat(record.timestamp()).isEqualTo(sixth.toEpochMilli());
                assertThat(record.value()).isEqualTo(alert(1, Alert.State.RAISED, 6, 5, sixth));
            });
        }
    }

    @Test
    void levelsRiseAt21And51StepsAndAreClearedWhenTheTurnIsEmitted() {
        try (var driver = driver(LIVE)) {
            driver.arrive(Shipment.of(calls("s1", 60)).records());
            driver.pass(LONG);
            assertThat(values(driver.alerts()))
                    .containsExactly(
                            alert(1, Alert.State.RAISED, 6, 5, LIVE), alert(2, Alert.State.RAISED, 21, 20, LIVE),
                            alert(3, Alert.State.RAISED, 51, 50, LIVE), alert(1, Alert.State.CLEARED, 60, 5, LIVE),
                            alert(2, Alert.State.CLEARED, 60, 20, LIVE), alert(3, Alert.State.CLEARED, 60, 50, LIVE));
        }
    }

    @Test
    void aTurnThatGoesOnAfterItsEmissionIsNotRaisedAgainForTheSameLevel() {
        try (var driver = driver(LIVE)) {
            var shipment = Shipment.of(calls("s1", 22));
            driver.arrive(shipment.records().subList(0, 11)).pass(LONG);
            driver.arrive(shipment.records().subList(11, 23)).pass(LONG);
            assertThat(driver.turns()).extracting(turn -> turn.size().length()).containsExactly(10, 22);
            // The later lines are an hour old when they arrive: history.
            assertThat(values(driver.alerts()))
                    .containsExactly(
                            alert(1, Alert.State.RAISED, 6, 5, LIVE), alert(1, Alert.State.CLEARED, 10, 5, LIVE));
        }
    }

    @Test
    void aTurnThatGoesOnLiveAfterItsEmissionIsRaisedForTheNextLevelOnly() {
        try (var driver = driver(LIVE)) {
            var lines = calls("s1", 10).endTurn(1, "m10");
            IntStream.range(10, 21).forEach(i -> lines.assistant(8, "m" + i, use("Read", "t" + i)));
            var shipment = Shipment.of(lines);
            driver.arrive(shipment.records().subList(0, 12)).pass(Duration.ofSeconds(6));
            var later = driver.now();
            driver.arrive(shipment.records().subList(12, 23)).pass(LONG);
            assertThat(values(driver.alerts()))
                    .containsExactly(
                            alert(1, Alert.State.RAISED, 6, 5, LIVE), alert(1, Alert.State.CLEARED, 10, 5, LIVE),
                            alert(2, Alert.State.RAISED, 21, 20, later), alert(2, Alert.State.CLEARED, 21, 20, later));
        }
    }

    @Test
    void historyAndCopiesAreSilent() {
        try (var driver = driver(LIVE.plus(Duration.ofMinutes(10)).plusMillis(1))) {
            driver.arrive(Shipment.of(calls("s1", 30)).records()).pass(LONG);
            assertThat(driver.turns()).hasSize(1);
            assertThat(driver.alerts()).isEmpty();
        }
        try (var driver = new Driver(SETTINGS, state.resolve("copy"), LIVE)) {
            driver.arrive(copied(Shipment.of(calls("s1", 30)), "s0")).pass(LONG);
            assertThat(driver.turns())
                    .singleElement()
                    .extracting(turn -> turn.prompt().copyOf())
                    .isEqualTo("s0");
            assertThat(driver.alerts()).isEmpty();
        }
    }

    private static List<Shipment.Sent> copied(Shipment shipment, String owner) {
        return shipment.records().stream()
                .map(sent -> {
                    return sent.copiedFrom(owner);
                })
                .toList();
    }

    @Test
    void aLineOfTenMinutesAgeIsStillNews() {
        try (var driver = driver(LIVE.plus(Duration.ofMinutes(10)))) {
            driver.arrive(Shipment.of(calls("s1", 6)).records());
            assertThat(values(driver.alerts())).hasSize(1);
        }
    }
}
