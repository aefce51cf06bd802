package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static footfall.topology.TalliesThroughTheDriverTest.LIVE;
import static footfall.topology.TalliesThroughTheDriverTest.LONG;
import static footfall.topology.TalliesThroughTheDriverTest.SETTINGS;
import static footfall.topology.TalliesThroughTheDriverTest.TICK;
import static footfall.topology.TalliesThroughTheDriverTest.readTurn;
import static footfall.topology.TalliesThroughTheDriverTest.reads;
import static footfall.topology.TalliesThroughTheDriverTest.sent;
import static footfall.topology.TalliesThroughTheDriverTest.turn;
import static footfall.topology.TalliesThroughTheDriverTest.values;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.desire.Desire;
import footfall.pattern.Pattern;
import footfall.pattern.Waste;
import footfall.testkit.Transcripts;
import footfall.turn.Tokens;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Desires as turns come and change. */
class DesiresThroughTheDriverTest {
    @TempDir
    Path state;

    private Driver driver() {
        return new Driver(SETTINGS, state, LIVE);
    }

    private static Desire wish(int count, int sessions, double length, int first, int last, String... examples) {
        var error = String.format(
                Locale.ROOT,
                "Repeated pattern: Read{2+} (avg %.1f calls, seen %d times across %d sessions)",
                length,
                count,
                sessions);
        return new Desire(
                "turn-pattern:Read{2+}",
                "turn-pattern",
                "Read{2+}",
                "Long turns of Read{2+}",
                "Read",
                error,
                "transcript-analysis",
                count,
                sessions,
                length,
                Transcripts.at(first),
                Transcripts.at(last),
                List.of(examples),
                new Waste(0, 0, Tokens.ZERO, new BigDecimal("0.0000"), null, null),
                new Desire.Detours(null, null, null, null, null),
                new Desire.Questions(null, null, null, null, null),
                String.format(
                        Locale.ROOT,
                        "They take %.1f calls on average: write a script or a skill that does this work in fewer "
                                + "calls.",
                        length));
    }

    @Test
    void aPatternIsADesireAtTheThirdLongTurnOfTheSecondSession() {
        try (var driver = driver()) {
            driver.arrive(sent(readTurn("s1", 0, 6))).advance(TICK);
            driver.arrive(sent(readTurn("s2", 10, 6))).advance(TICK);
            driver.arrive(sent(readTurn("s3", 20, 5))).advance(TICK);
            assertThat(driver.desires()).isEmpty();
            driver.arrive(sent(readTurn("s4", 30, 7))).advance(TICK);
            assertThat(driver.desires()).extracting(TestRecord::key).containsExactly("turn-pattern:Read{2+}");
            assertThat(values(driver.desires())).containsExactly(wish(3, 3, 19 / 3.0, 0, 30, "s4:0", "s2:0", "s1:0"));
            assertThat(Driver.last(driver.patterns()).get("Read{2+}"))
                    .isEqualTo(new Pattern(
                            "Read{2+}", 4, 6, 4, 3, LIVE, Transcripts.at(30), List.of("s4:0", "s3:0", "s2:0", "s1:0")));
        }
    }

    @Test
    void aDesireAtTheLimitIsNotWithdrawnByTheRevisionOfOneOfItsTurns() {
        try (var driver = driver()) {
            driver.arrive(sent(readTurn("s1", 0, 6)))
                    .arrive(sent(readTurn("s2", 10, 6)))
                    .advance(TICK);
            var revised = sent(reads(readTurn("s3", 20, 6), 23, "more", 1));
            driver.arrive(revised.subList(0, 8)).advance(TICK);
            driver.arrive(revised.subList(8, 10)).pass(LONG);
            assertThat(driver.turns()).hasSize(4);
            assertThat(values(driver.desires()))
                    .containsExactly(
                            wish(3, 3, 6, 0, 20, "s3:0", "s2:0", "s1:0"),
                            wish(3, 3, 19 / 3.0, 0, 20, "s3:0", "s2:0", "s1:0"));
        }
    }

    @Test
    void aDesireIsWithdrawnWhenARevisionTakesOneOfItsTurns() {
        try (var driver = driver()) {
            driver.arrive(sent(readTurn("s1", 0, 6)))
                    .arrive(sent(readTurn("s2", 10, 6)))
                    .advance(TICK);
            var revised = sent(turn(readTurn("s3", 20, 6), 40, 0).assistant(24, "x", use("Bash", "x")));
            driver.arrive(revised.subList(0, 8)).advance(TICK);
            assertThat(Driver.last(driver.desires())).hasSize(1);
            driver.arrive(sent(readTurn("s3", 20, 6)
                            .assistant(24, "x", use("Bash", "x"))
                            .duration(25, 1)))
                    .pass(LONG);
            assertThat(driver.desires())
                    .extracting(TestRecord::key)
                    .containsOnly("turn-pattern:Read{2+}")
                    .hasSize(2);
            assertThat(values(driver.desires()).get(1)).isNull();
        }
    }

    @Test
    void aFailureIsADesireAndTellsTheLatestError() {
        try (var driver = driver()) {
            var lines = session("s1")
                    .prompt(0, "go")
                    .assistant(1, "m1", use("Bash", "b1"), use("Read", "r1"))
                    .failed(2, "b1", "Exit code 127 jq: command not found")
                    .failed(3, "r1", "File does not exist.")
                    .duration(4, 1);
            driver.arrive(sent(lines)).pass(LONG);
            driver.arrive(sent(session("s2")
                            .prompt(50, "go")
                            .assistant(51, "m1", use("Bash", "b1"), use("Bash", "b2"))
                            .failed(52, "b1", "Exit code 127 jq: command not found")
                            .failed(53, "b2", "sh: 1: jq: not found")
                            .duration(54, 1)))
                    .pass(LONG);
            assertThat(driver.desires())
                    .extracting(TestRecord::key)
                    .containsExactlyInAnyOrder("env-need:jq", "file-not-found:Read", "env-need:jq");
            var jq = Driver.last(driver.desires()).get("env-need:jq");
            assertThat(jq)
                    .extracting(Desire::count, Desire::sessions, Desire::avgLength, Desire::toolName, Desire::examples)
                    .containsExactly(3L, 2, 2.0, "Bash", List.of("s2:0", "s1:0"));
            assertThat(Driver.last(driver.tools()).get("Bash").failures()).isEqualTo(3);
        }
    }
}
