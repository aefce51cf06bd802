package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.desire.DesireRules;
import footfall.pattern.Tool;
import footfall.testkit.Defaults;
import footfall.testkit.FileTallies;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.TurnRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in no tally, and what a tick of the tally takes at most. */
class TallyLimitsTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration TICK = Duration.ofMillis(50);

    @TempDir
    Path state;

    private static List<Shipment.Sent> records(Transcripts lines) {
        return Shipment.of(lines).records();
    }

    @Test
    void aTurnWithoutATimeIsInNoTally() {
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            driver.arrive(records(session("s1")
                            .prompt(0, "go")
                            .without("timestamp")
                            .assistant(1, "m", use("Read", "t"))
                            .without("timestamp")))
                    .pass(LONG);
            assertThat(driver.turns())
                    .singleElement()
                    .extracting(turn -> turn.span().startedAt())
                    .isNull();
            assertThat(driver.patterns()).isEmpty();
            assertThat(driver.rows(Tables.TALLY)).isEmpty();
        }
    }

    @Test
    void aDayOfMoreTurnsThanATickMayTakeLeavesOverSeveral() {
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            var lines = session("s1");
            IntStream.range(0, 1_200).forEach(i -> lines.prompt(i, "go").assistant(i, "m" + i, use("Read", "t" + i)));
            driver.arrive(records(lines)).pass(LONG);
            assertThat(Driver.last(driver.patterns()).get("Read").count()).isEqualTo(1_200);
            driver.advance(Duration.ofDays(92));
            var emitted = driver.patterns().size();
            assertThat(driver.patterns().get(emitted - 1).value()).isNotNull();
            // Each turn is a member of its pattern and of its tool.
            IntStream.range(0, 2 * 1_200 / TallyFold.EXPIRED_MAX).forEach(tick -> driver.pass(TICK));
            assertThat(driver.patterns().get(driver.patterns().size() - 1).value())
                    .isNull();
            // Only the row that says what expired.
            assertThat(driver.rows(Tables.TALLY))
                    .singleElement()
                    .satisfies(row -> assertThat(row.key.get()).containsExactly(9));
        }
    }

    private static Transcripts eachFailing(Transcripts lines, int from, String error) {
        IntStream.range(from, 201).forEach(i -> lines.failed(500, "t" + i, error.replace("#", "" + i)));
        return lines.duration(600, 1);
    }

    /** Files and the stream; what they agree on. */
    private FileTallies tallied(Transcripts lines) {
        var shipment = Shipment.of(lines);
        var ofFiles = FileTallies.of(shipment.walks(Story.RULES), DesireRules.DEFAULTS, null);
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            driver.arrive(shipment.records()).pass(LONG);
            assertThat(Driver.last(driver.patterns())).isEqualTo(ofFiles.patterns());
            assertThat(Driver.last(driver.tools())).isEqualTo(ofFiles.tools());
            assertThat(Driver.last(driver.loops())).isEqualTo(ofFiles.loops());
            assertThat(Driver.last(driver.desires())).isEqualTo(ofFiles.desires());
        }
        return ofFiles;
    }

    @Test
    void aFailureOfAToolBeyondTheLimitIsOneOfTheOtherTools() {
        var lines = session("s1").prompt(0, "go");
        IntStream.range(0, 201).forEach(i -> lines.assistant(i, "m" + i, use("Tool" + i, "t" + i)));
        var tools = tallied(eachFailing(lines, 200, "no")).tools();
        assertThat(tools).hasSize(201);
        assertThat(tools.get(TurnRules.OTHER))
                .extracting(Tool::count, Tool::failures)
                .containsExactly(1L, 1L);
        assertThat(tools.values().stream().mapToLong(Tool::failures).sum()).isEqualTo(1);
    }

    @Test
    void failuresOfKindsBeyondTheLimitAreStillThoseOfTheirTool() {
        var lines = session("s1").prompt(0, "go");
        IntStream.range(0, 201).forEach(i -> lines.assistant(i, "m" + i, use("Bash", "t" + i)));
        var tools = tallied(eachFailing(lines, 0, "Exit code 127 need#: command not found"))
                .tools();
        assertThat(tools).containsOnlyKeys("Bash");
        assertThat(tools.get("Bash")).extracting(Tool::count, Tool::failures).containsExactly(201L, 201L);
    }
}
