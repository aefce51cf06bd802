package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.line.SessionId;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.ClosedBy;
import footfall.turn.Origin;
import footfall.turn.Turn;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts about turns that stay open, live: raised by a timer once a level, cleared with the turn. */
class DurationAlertsThroughTheDriverTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);
    private static final Duration TICK = Duration.ofMillis(50);

    /** Lines arrive when they are written. */
    private static final Instant LIVE = Transcripts.START;

    @TempDir
    Path state;

    private Driver driver(String name, Instant now) {
        return new Driver(SETTINGS, state.resolve(name), now);
    }

    private Driver live() {
        return driver("live", LIVE);
    }

    private static Transcripts hanging() {
        return session("s1").prompt(0, "go").assistant(1, "m1", use("Bash", "t1"));
    }

    @Test
    void aTurnThatHangsIsAlertedAfterTenMinutesWhileNothingArrives() {
        try (var driver = live()) {
            driver.arrive(Shipment.of(hanging().with("cwd", "/w/shop")).records());
            driver.advance(Duration.ofMinutes(10).minusMillis(1)).advance(Duration.ZERO);
            assertThat(driver.alerts()).isEmpty();
            driver.advance(TICK);
            assertThat(driver.alerts()).singleElement().satisfies(record -> {
                assertThat(record.timestamp()).isEqualTo(driver.now().toEpochMilli());
                assertThat(record.value())
                        .isEqualTo(new Alert(
                                "s1:0:duration:1",
                                Alert.Kind.DURATION,
                                1,
                                Alert.State.RAISED,
                                600_049,
                                600_000,
                                "s1:0",
                                new SessionId("s1"),
                                "Bash",
                                new Turn.Product("claude", null),
                                new Origin("shop", "box", "ada"),
                                LIVE,
                                driver.now()));
            });
            assertThat(driver.turns()).isEmpty();
        }
    }

    @Test
    void aTurnThatAnApiErrorEndedIsEmittedAtOnceAndRaisesNone() {
        try (var driver = live()) {
            var ended = hanging().assistant(2, "e1").with("isApiErrorMessage", true);
            driver.arrive(Shipment.of(ended).records());
            assertThat(driver.turns())
                    .singleElement()
                    .extracting(turn -> turn.span().closedBy())
                    .isEqualTo(ClosedBy.API_ERROR);
            driver.pass(Duration.ofHours(3));
            assertThat(driver.alerts()).isEmpty();
            assertThat(driver.turns()).hasSize(1);
        }
    }

    @Test
    void itIsClearedWhenTheTurnIsEmittedAndRaisedNoMoreAtThatLevel() {
        try (var driver = live()) {
            driver.arrive(Shipment.of(hanging()).records())
                    .advance(Duration.ofMinutes(10))
                    .pass(Duration.ofHours(3));
            assertThat(driver.turns())
                    .extracting(turn -> turn.span().closedBy())
                    .containsExactly(ClosedBy.IDLE);
            assertThat(AlertText.of(driver)).hasSize(2);
            assertThat(AlertText.of(driver).get(0)).startsWith("s1:0:duration:1 raised 6000");
            assertThat(AlertText.of(driver).get(1)).startsWith("s1:0:duration:1 cleared ");
        }
    }

    @Test
    void aTurnThatGoesOnAfterItWasTakenForOverIsRaisedForTheNextLevelOnly() {
        try (var driver = live()) {
            var lines = hanging().result(3_000, "t1").assistant(3_001, "m2", use("Bash", "t2"));
            var sent = Shipment.of(lines).records();
            driver.arrive(sent.subList(0, 2)).advance(Duration.ofMinutes(10)).pass(Duration.ofMinutes(40));
            assertThat(AlertText.of(driver)).hasSize(2);
            driver.arrive(sent.subList(2, 4)).pass(TICK);
            assertThat(AlertText.of(driver).subList(2, 3))
                    .allMatch(one -> one.startsWith("s1:0:duration:2 raised 3000"));
            driver.pass(Duration.ofHours(1));
            assertThat(AlertText.of(driver).subList(3, AlertText.of(driver).size()))
                    .singleElement()
                    .asString()
                    .startsWith("s1:0:duration:2 cleared");
        }
    }

    @Test
    void aTurnThatWakesUpAndClosesWithNothingNewIsClearedOnceToo() {
        try (var driver = live()) {
            var sent = Shipment.of(hanging()
                            .duration(480, 10)
                            .assistant(0, null, Transcripts.text("one more thing"))
                            .without("timestamp")
                            .duration(0, 0)
                            .without("timestamp"))
                    .records();
            driver.arrive(sent.subList(0, 2)).advance(Duration.ofMinutes(8)).arrive(sent.get(2));
            driver.advance(Duration.ofMinutes(1)).arrive(sent.get(3)).pass(Duration.ofMinutes(2));
            assertThat(AlertText.of(driver)).singleElement().asString().startsWith("s1:0:duration:1 raised 6");
            driver.arrive(sent.get(4));
            assertThat(AlertText.of(driver)).hasSize(2).last().asString().startsWith("s1:0:duration:1 cleared 6");
            assertThat(driver.pass(Duration.ofHours(3)).alerts()).hasSize(2);
            assertThat(driver.turns()).hasSize(1);
        }
    }

    private static Transcripts closedAndAwokenAt(int second) {
        return hanging().duration(10, 10_000).assistant(second, "m2", use("Bash", "t2"));
    }

    @Test
    void aClosedTurnThatWakesUpIsNotAlertedForTheTimeThatItWasClosed() {
        try (var driver = live()) {
            var sent = Shipment.of(closedAndAwokenAt(7_200)).records();
            driver.arrive(sent.subList(0, 3)).advance(Duration.ofHours(2)).arrive(sent.subList(3, 4));
            driver.pass(Duration.ofMinutes(20));
            assertThat(driver.turns()).hasSize(1);
            assertThat(driver.alerts()).isEmpty();
        }
    }

    @Test
    void aClosedTurnThatWakesUpIsAlertedAtTheLevelsStillToCome() {
        try (var driver = live()) {
            var sent = Shipment.of(closedAndAwokenAt(1_200)).records();
            driver.arrive(sent.subList(0, 3)).advance(Duration.ofMinutes(20)).arrive(sent.subList(3, 4));
            driver.pass(Duration.ofMinutes(19));
            assertThat(driver.alerts()).isEmpty();
            driver.pass(Duration.ofMinutes(1));
            assertThat(AlertText.of(driver)).singleElement().asString().startsWith("s1:0:duration:2 raised 2400");
        }
    }

    @Test
    void levelsOfDurationRiseAtTenFortyAndAHundredMinutesOfATurnThatWorksOn() {
        try (var driver = live()) {
            var lines = session("s1").prompt(0, "go");
            for (int minute = 0; minute <= 110; minute++) {
                lines.assistant(60L * minute, "m" + minute, use("Tool" + minute, "t" + minute));
            }
            var sent = Shipment.of(lines).records();
            driver.arrive(sent.subList(0, 2));
            for (int minute = 1; minute <= 110; minute++) {
                driver.advance(Duration.ofMinutes(1)).arrive(sent.get(minute + 1));
            }
            driver.pass(Duration.ofHours(1));
            var durations = AlertText.of(driver).stream()
                    .filter(one -> one.contains("duration"))
                    .map(one -> one.split("/")[0].replaceAll("[0-9]+$", ""))
                    .toList();
            assertThat(durations)
                    .containsExactly(
                            "s1:0:duration:1 raised ",
                            "s1:0:duration:2 raised ",
                            "s1:0:duration:3 raised ",
                            "s1:0:duration:1 cleared ",
                            "s1:0:duration:2 cleared ",
                            "s1:0:duration:3 cleared ");
            assertThat(driver.turns()).hasSize(1);
        }
    }

    @Test
    void aTurnThatIsOverAfterNineMinutesIsNotAlerted() {
        try (var driver = live()) {
            var sent = Shipment.of(hanging()
                            .result(540, "t1")
                            .endTurn(541, "m2")
                            .prompt(550, "next")
                            .endTurn(551, "m3"))
                    .records();
            driver.arrive(sent.subList(0, 2)).advance(Duration.ofMinutes(9)).arrive(sent.subList(2, sent.size()));
            driver.pass(Duration.ofHours(3));
            assertThat(driver.turns()).hasSize(2);
            assertThat(driver.alerts()).isEmpty();
        }
    }

    @Test
    void aTurnOpenForFifteenMinutesWhoseLinesCameLateIsAlertedAtOnceAndOneOfOldLinesNever() {
        var lines = hanging().assistant(600, "m2", use("Read", "t2"));
        try (var driver = driver("late", LIVE.plus(Duration.ofMinutes(15)))) {
            driver.arrive(Shipment.of(lines).records()).advance(TICK);
            assertThat(AlertText.of(driver)).hasSize(1);
        }
        try (var driver = driver("history", LIVE.plus(Duration.ofMinutes(20)).plusMillis(1))) {
            driver.arrive(Shipment.of(lines).records()).pass(Duration.ofHours(3));
            assertThat(driver.turns()).hasSize(1);
            assertThat(driver.alerts()).isEmpty();
        }
    }

    @Test
    void linesThatAreNoWorkDoNotMakeAHangingTurnHistory() {
        try (var driver = live()) {
            var lines = hanging();
            for (int minute = 1; minute <= 14; minute++) {
                lines.link(60L * minute, "t9", "a1");
            }
            var sent = Shipment.of(lines).records();
            driver.arrive(sent.subList(0, 2));
            sent.subList(2, sent.size())
                    .forEach(one -> driver.advance(Duration.ofMinutes(1)).arrive(one));
            assertThat(AlertText.of(driver)).hasSize(1);
        }
    }
}
