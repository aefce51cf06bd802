package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Envelope;
import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.OwnCost;
import footfall.line.SessionId;
import footfall.redact.RedactedLine;
import footfall.session.Requests;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Turn;
import footfall.wire.EventJson;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an agent reports besides its transcript, live. */
class ReportsThroughTheDriverTest {
    private static final Map<String, Object> ALLOWED =
            Map.of("decision", "accept", "source", "user_temporary", "reasonCode", "unknown");

    @TempDir
    Path state;

    private List<Shipment.Sent> lines;

    /** A call that stands at a question until second 12, and ends at second 31. */
    @BeforeEach
    void made() {
        lines = Shipment.of(session("s1")
                        .prompt(0, "go")
                        .assistant(2, "m1", use("Bash", "t1"))
                        .result(31, "t1")
                        .with("permissionDecision", ALLOWED)
                        .duration(32, 22_000))
                .records();
    }

    private Driver driver() {
        return new Driver(Defaults.topology(Story.RULES), state, Transcripts.START);
    }

    private void says(Driver driver, Line said) {
        var session = said.envelope().session().value();
        var event = RedactedLine.beside(said, new FileId("claude/" + session, "", 0, 1));
        driver.arrive(session, EventJson.bytes(event), lines.get(0).headers());
    }

    private static Envelope at(String session, String id) {
        return new Envelope(new SessionId(session), null, Transcripts.at(12), id, null, null, null, null, null, null);
    }

    private static Line answered(String call) {
        return times("answer:" + call, call, Transcripts.at(12), 0);
    }

    private static Line ran(String call) {
        return times("run:" + call, call, null, 18_500);
    }

    private static Line times(String id, String call, Instant answeredAt, long ranMs) {
        return new Line.CallTimes(at("s1", id), call, answeredAt, ranMs);
    }

    private static Line request(String session, String id, String source, String usd) {
        return new Line.Requested(
                at(session, id), source, false, false, new OwnCost(new BigDecimal(usd), false), 20, 300);
    }

    private static Turn last(Driver driver) {
        var turns = driver.turns();
        return turns.get(turns.size() - 1);
    }

    @Test
    void aCallWaitedUntilItsAnswerAndItsStepSaysHowLongItRan() {
        try (var driver = driver()) {
            driver.arrive(lines.subList(0, 2));
            says(driver, answered("t1"));
            driver.arrive(lines.subList(2, 4)).pass(Duration.ofMinutes(1));
            assertThat(last(driver).span().waitedMs()).isEqualTo(10_000);
            assertThat(last(driver).steps().get(0).ranMs()).isNull();
            says(driver, ran("t1"));
            driver.pass(Duration.ofMinutes(1));
            assertThat(last(driver).revision()).isEqualTo(1);
            assertThat(last(driver).steps().get(0).ranMs()).isEqualTo(18_500);
            assertThat(last(driver).span().waitedMs()).isEqualTo(10_000);
        }
    }

    @Test
    void whatIsSentAgainOrOfAnotherCallChangesNothing() {
        try (var driver = driver()) {
            driver.arrive(lines);
            says(driver, ran("t1"));
            driver.pass(Duration.ofMinutes(1));
            int emitted = driver.turns().size();
            says(driver, ran("t1"));
            says(driver, ran("t9"));
            driver.pass(Duration.ofMinutes(1));
            assertThat(driver.turns()).hasSize(emitted);
        }
    }

    @Test
    void aSessionCountsItsRequestsOnceEachByWhatTheyWereFor() {
        try (var driver = driver()) {
            driver.arrive(lines);
            says(driver, request("s1", "request:r1", "compact", "0.02"));
            says(driver, request("s1", "request:r1", "compact", "0.02"));
            says(driver, request("s1", "request:r2", "compact", "0.03"));
            says(driver, request("s1", "request:r3", "title", "0.001"));
            driver.advance(Duration.ofSeconds(30));
            assertThat(driver.lastSessions().get("s1").requests())
                    .containsExactly(
                            new Requests("compact", false, 2, 0, 2, 40, 600, new BigDecimal("0.05")),
                            new Requests("title", false, 1, 0, 1, 20, 300, new BigDecimal("0.001")));
        }
    }

    @Test
    void aSessionWithoutLinesHasNoReports() {
        try (var driver = driver()) {
            says(driver, request("s1", "request:r1", "compact", "0.02"));
            says(driver, ran("t1"));
            driver.pass(Duration.ofMinutes(1));
            assertThat(driver.turns()).isEmpty();
            assertThat(driver.lastSessions()).isEmpty();
        }
    }
}
