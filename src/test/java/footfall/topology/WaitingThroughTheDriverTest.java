package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.line.AgentState;
import footfall.line.Envelope;
import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.SessionId;
import footfall.redact.RedactedLine;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.AgentActivity;
import footfall.wire.EventJson;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that waits for a person, as it says besides its transcript, live. */
class WaitingThroughTheDriverTest {
    private static final Instant ASKED = Transcripts.at(2);

    @TempDir
    Path state;

    private List<Shipment.Sent> lines;

    /** A call, its result, and the end of the turn. */
    @BeforeEach
    void made() {
        lines = Shipment.of(session("s1")
                        .prompt(0, "go")
                        .assistant(1, "m1", use("Bash", "t1"))
                        .result(3_700, "t1")
                        .duration(3_701, 1))
                .records();
    }

    private Driver driver() {
        return new Driver(Defaults.topology(Story.RULES), state, Transcripts.START);
    }

    /** The agent of the session waits since then; null: no longer. */
    private void says(Driver driver, Instant since) {
        saysAt(driver, driver.now(), since);
    }

    private void saysAt(Driver driver, Instant time, Instant since) {
        says(driver, time, at -> new Line.Waiting(at, since));
    }

    private void says(Driver driver, Instant time, Function<Envelope, Line> what) {
        var at = new Envelope(new SessionId("s1"), null, time, null, null, null, null, null);
        var said = RedactedLine.beside(what.apply(at), new FileId("claude/s1", "", 0, 1));
        driver.arrive("s1", EventJson.bytes(said), lines.get(0).headers());
    }

    private static List<String> alerts(Driver driver) {
        return AlertText.of(Alert.Kind.WAITING, driver);
    }

    @Test
    void aQuestionThatStandsTooLongIsAnAlertUntilItsAnswer() {
        try (var driver = driver()) {
            driver.arrive(lines.subList(0, 2)).advance(Duration.ofSeconds(2));
            says(driver, ASKED);
            driver.advance(Duration.ofSeconds(59));
            says(driver, ASKED);
            assertThat(alerts(driver)).isEmpty();
            driver.advance(Duration.ofSeconds(1));
            says(driver, ASKED);
            driver.advance(Duration.ofSeconds(30));
            says(driver, ASKED);
            assertThat(alerts(driver)).containsExactly("s1:0:waiting:1 raised 60000/60000");
            driver.advance(Duration.ofSeconds(10));
            says(driver, null);
            says(driver, null);
            assertThat(alerts(driver))
                    .containsExactly("s1:0:waiting:1 raised 60000/60000", "s1:0:waiting:1 cleared 100000/60000");
        }
    }

    @Test
    void eachQuestionOfATurnHasItsAlertAndTheEndOfTheTurnClearsIt() {
        try (var driver = driver()) {
            driver.arrive(lines.subList(0, 2)).advance(Duration.ofSeconds(70));
            says(driver, ASKED);
            says(driver, null);
            says(driver, ASKED.plusSeconds(8));
            assertThat(alerts(driver))
                    .containsExactly(
                            "s1:0:waiting:1 raised 68000/60000",
                            "s1:0:waiting:1 cleared 60000/60000",
                            "s1:0:waiting:1 raised 60000/60000");
            driver.arrive(lines.subList(2, 4)).pass(Duration.ofSeconds(10));
            assertThat(alerts(driver)).hasSize(4).last().asString().startsWith("s1:0:waiting:1 cleared");
        }
    }

    @Test
    void anOpenTurnSaysSinceWhenItsAgentWaitsAndIsNotIdleMeanwhile() {
        try (var driver = driver()) {
            driver.arrive(lines.subList(0, 2)).advance(Duration.ofSeconds(2));
            says(driver, ASKED);
            driver.advance(Duration.ofSeconds(1));
            assertThat(last(driver)).isEqualTo(ASKED);
            for (int i = 0; i < 12; i++) {
                driver.pass(Duration.ofMinutes(5));
                says(driver, ASKED);
            }
            assertThat(driver.turns()).isEmpty();
            says(driver, null);
            driver.pass(Duration.ofMinutes(4)); // What was allowed runs.
            assertThat(last(driver)).isNull();
            assertThat(driver.turns()).isEmpty();
        }
    }

    @Test
    void theNextQuestionHasItsOwnAlertAlsoIfNothingWasSaidBetween() {
        try (var driver = driver()) {
            driver.arrive(lines.subList(0, 2)).advance(Duration.ofSeconds(70));
            says(driver, ASKED);
            says(driver, driver.now().minusSeconds(1));
            assertThat(alerts(driver))
                    .containsExactly("s1:0:waiting:1 raised 68000/60000", "s1:0:waiting:1 cleared 60000/60000");
        }
    }

    @Test
    void anAnswerThatArrivesLateClearsTheAlert() {
        try (var driver = driver()) {
            driver.arrive(lines.subList(0, 2)).advance(Duration.ofSeconds(70));
            says(driver, ASKED);
            var answered = driver.now();
            driver.pass(Duration.ofMinutes(20));
            saysAt(driver, answered, null);
            assertThat(alerts(driver)).hasSize(2).last().asString().startsWith("s1:0:waiting:1 cleared");
        }
    }

    @Test
    void aTurnThatWasTakenForIdleIsOpenAgainWhenItsAgentStillWaits() {
        try (var driver = driver()) {
            driver.arrive(lines.subList(0, 2)).advance(Duration.ofSeconds(2));
            says(driver, ASKED);
            driver.pass(Duration.ofHours(2)); // The machine sleeps.
            assertThat(driver.turns()).hasSize(1);
            says(driver, ASKED);
            assertThat(last(driver)).isEqualTo(ASKED);
            assertThat(alerts(driver)).last().asString().startsWith("s1:0:waiting:3 raised");
        }
    }

    private static Instant last(Driver driver) {
        var open = driver.open();
        return open.get(open.size() - 1).value().waitingSince();
    }

    @Test
    void aSessionAndItsOpenTurnSayWhatItsAgentDoesUntilItEnds() {
        try (var driver = driver()) {
            driver.arrive(lines.subList(0, 2)).advance(Duration.ofSeconds(2));
            does(driver, AgentState.BUSY, ASKED);
            var heard = driver.now();
            driver.advance(Duration.ofSeconds(30));
            var busy = new AgentActivity(AgentState.BUSY, ASKED, heard);
            var open = driver.open();
            assertThat(open.get(open.size() - 1).value().activity()).isEqualTo(busy);
            assertThat(driver.lastSessions().get("s1").activity()).isEqualTo(busy);
            driver.arrive(lines.subList(2, 4)).pass(Duration.ofMinutes(1));
            does(driver, AgentState.IDLE, driver.now());
            var idle = new AgentActivity(AgentState.IDLE, driver.now(), driver.now());
            driver.advance(Duration.ofSeconds(30));
            assertThat(driver.lastSessions().get("s1").activity()).isEqualTo(idle);
            does(driver, null, null);
            driver.advance(Duration.ofSeconds(30));
            assertThat(driver.lastSessions().get("s1").activity()).isEqualTo(AgentActivity.NONE);
            assertThat(driver.turns()).hasSize(1);
        }
    }

    @Test
    void anAgentThatSaysOnlySinceWhenItWaitsWaits() {
        try (var driver = driver()) {
            driver.arrive(lines.subList(0, 2)).advance(Duration.ofSeconds(2));
            says(driver, driver.now(), at -> new Line.Waiting(at, ASKED, null, null));
            var waits = new AgentActivity(AgentState.WAITING, ASKED, driver.now());
            driver.advance(Duration.ofSeconds(30));
            assertThat(driver.lastSessions().get("s1").activity()).isEqualTo(waits);
        }
    }

    private void does(Driver driver, AgentState state, Instant since) {
        says(driver, driver.now(), at -> new Line.Waiting(at, null, state, since));
    }

    @Test
    void theTurnOfAnIdleAgentClosesAsIfTheAgentSaidNothing() {
        try (var driver = driver();
                var plain = new Driver(Defaults.topology(Story.RULES), state.resolve("plain"), Transcripts.START)) {
            driver.arrive(lines.subList(0, 2));
            plain.arrive(lines.subList(0, 2));
            does(driver, AgentState.IDLE, ASKED);
            for (int i = 0; i < 6; i++) {
                assertThat(driver.turns()).isEmpty();
                driver.pass(Duration.ofMinutes(5));
                plain.pass(Duration.ofMinutes(5));
                does(driver, AgentState.IDLE, ASKED);
            }
            driver.pass(Duration.ofMinutes(1));
            plain.pass(Duration.ofMinutes(1));
            assertThat(driver.turns()).hasSize(1).isEqualTo(plain.turns());
        }
    }

    @Test
    void theTurnOfABusyAgentStaysOpen() {
        try (var driver = driver()) {
            driver.arrive(lines.subList(0, 2));
            for (int i = 0; i < 12; i++) {
                does(driver, AgentState.BUSY, ASKED);
                driver.pass(Duration.ofMinutes(5));
            }
            assertThat(driver.turns()).isEmpty();
        }
    }

    @Test
    void whatAnAgentSaysChangesNoTurnAndNoMark() {
        try (var driver = driver()) {
            says(driver, ASKED);
            driver.arrive(lines.subList(0, 2));
            says(driver, ASKED);
            says(driver, null);
            driver.arrive(lines.subList(2, 4)).pass(Duration.ofMinutes(1));
            says(driver, ASKED);
            try (var plain = new Driver(Defaults.topology(Story.RULES), state.resolve("plain"), Transcripts.START)) {
                plain.arrive(lines).pass(Duration.ofMinutes(1));
                assertThat(driver.turns()).hasSize(1).isEqualTo(plain.turns());
            }
        }
    }
}
